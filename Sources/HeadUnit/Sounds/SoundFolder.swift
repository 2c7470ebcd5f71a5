// Sounds of the owner's own: files beside config.json, of any format that plays. Worker's thread.

import AudioCore
import MusicLibrary

/// The folder `sounds`: `click.wav`, `error.flac`, `prompt.opus` …
enum SoundFolder {
    static let name = "sounds"

    /// - Parameter report: takes a line for each file that cannot be used, or is cut.
    static func read(_ folder: RawPath, report: (String) -> Void) -> [UnitSound: VoiceClip] {
        var clips: [UnitSound: VoiceClip] = [:]
        for file in files(in: folder) {
            let stem = Array(file.lastComponent.prefix { $0 != UInt8(ascii: ".") })
            guard let sound = UnitSound(rawValue: String(decoding: stem, as: UTF8.self)) else {
                let names = UnitSound.allCases.map(\.rawValue).joined(separator: ", ")
                report("\(file.shown) stands for no sound of the unit (they are \(names))")
                continue
            }
            do throws(AudioError) {
                let clip = try VoiceClip(try FileByteSource(file)) { source throws(AudioError) in
                    try MusicFormats.open(source)
                }
                if clip.isCut { report("\(file.shown) is cut after \(Int(VoiceClip.longest)) s") }
                clips[sound] = clip
            } catch {
                report(error.description)
            }
        }
        return clips
    }

    /// Regular files in their natural order; none when there is no such folder.
    private static func files(in folder: RawPath) -> [RawPath] {
        MusicFolder.files(under: [folder], extensions: MusicFormats.extensions).entries.compactMap { entry in
            if case .file(let path) = entry { path } else { nil }
        }
    }
}

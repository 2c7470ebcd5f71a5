// A folder with music and state for a measurement; gone with its value.

import AudioCore
import FoundationEssentials
import Glibc

/// Files for `carillon bench`.
final class BenchFolder {
    let path: String
    var wav: String { path + "/music.wav" }
    var flac: String { path + "/music.flac" }

    init?() {
        var template = Array("/tmp/carillon-bench-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { return nil }
        path = String(decoding: template.dropLast().map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
        // The owner's own configuration is not measured.
        guard FileManager.default.createFile(atPath: path + "/config.json", contents: Data("{}".utf8)) else {
            return nil
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The running program itself.
    var program: String { "/proc/\(getpid())/exe" }

    /// The head unit on this folder's state.
    /// - Parameters:
    ///   - music: the folder of its library; nil: one without music.
    ///   - cache: where that library was saved.
    func headUnit(device: String, music: String? = nil, cache: String? = nil) -> [String] {
        [
            program, "--quiet", "--audio", device, "--state", path + "/state", "--cache", cache ?? path + "/cache",
            "--config", path + "/config.json", "--music", music ?? path + "/none",
        ]
    }

    /// A library of so many tracks, all the same music under other names, scanned into the cache.
    /// - Returns: its folder; nil when it cannot be made.
    func makeLibrary(trackCount: Int, cache: String) -> String? {
        let library = path + "/library\(trackCount)"
        for track in 0..<trackCount {
            let album = "\(library)/Artist \(track / 100 % 50)/Album \(track / 10)"
            if track % 10 == 0 {
                try? FileManager.default.createDirectory(atPath: album, withIntermediateDirectories: true)
            }
            guard link(flac, "\(album)/\(track % 10 + 1) Track \(track).flac") == 0 else { return nil }
        }
        let scan = ChildProcess([
            program, "scan", "--quiet", "--state", path + "/state", "--cache", cache, "--config",
            path + "/config.json", library,
        ])
        return scan?.wait().exitStatus == 0 ? library : nil
    }

    /// A noisy chord as WAV and, by the `flac` program, as FLAC.
    func writeMusic(seconds: Double) throws(AudioError) {
        let format = DeviceFormat(rate: 44100, channels: 2, layout: .s16, significantBits: 16)
        var writer = try WAVWriter(RawPath(wav), format: format, mayBeLarge: false)
        var noise: UInt32 = 1
        var samples = [Int16](repeating: 0, count: 2 * 44100)
        for second in 0..<Int(seconds) {
            for frame in 0..<44100 {
                let time = Double(second) + Double(frame) / 44100
                let chord = sin(time * 2764.6) + sin(time * 3483.2) + sin(time * 4142.4)
                noise = noise &* 1_664_525 &+ 1_013_904_223
                let hiss = Double(Int32(bitPattern: noise) >> 20)
                samples[2 * frame] = Int16(chord * 6000 + hiss)
                samples[2 * frame + 1] = Int16(chord * 5000 - hiss)
            }
            var failure: AudioError?
            samples.withUnsafeBytes { bytes in
                do throws(AudioError) { try writer.append(bytes) } catch { failure = error }
            }
            if let failure { throw failure }
        }
        try writer.finish()
        guard let encoder = ChildProcess(["flac", "-s", "-f", wav, "-o", flac]), encoder.wait().exitStatus == 0 else {
            throw AudioError(.notSupported, path: flac, "needs the flac program to be made (package flac)")
        }
    }

    /// What a run before would have left: the FLAC at this place.
    @MainActor
    func writeResumePoint(milliseconds: Int, isPlaying: Bool = true, title: String = "Music") {
        let folder = RawPath(path + "/state")
        try? LinuxFileSystem().makeFolders(folder)
        var file = ResumeFile(folder: folder, files: LinuxFileSystem()) { _ in }
        var point = ResumePoint(
            item: QueueItem(path: RawPath(flac)), status: isPlaying ? .playing : .paused, position: milliseconds)
        point.title = title
        point.format = ResumePoint.Format(rate: 44100, channels: 2, bits: 16)
        _ = file.load()
        _ = file.save(point)
    }
}

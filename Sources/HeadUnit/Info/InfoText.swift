// What `carillon info` says to people.

import AudioCore
import MusicLibrary

/// The lines about one file.
@MainActor
struct InfoText {
    private let info: FileInfo

    init(_ info: FileInfo) {
        self.info = info
    }

    var lines: [String] {
        var lines = [info.path.shown, row("Format", format)]
        let tags = info.tags
        let words: [(String, String?)] = [
            ("Title", tags.title), ("Artist", joined(tags.artists)), ("Album", tags.album),
            ("Album artist", joined(tags.albumArtists)), ("Track", counted(tags.track, tags.trackTotal)),
            ("Disc", counted(tags.disc, tags.discTotal)), ("Year", tags.year.map { "\($0)" }),
            ("Genre", joined(tags.genres)), ("Composer", tags.composer),
            ("Compilation", tags.compilation ? "yes" : nil), ("Gain", gain), ("Cover", cover),
        ]
        lines += words.compactMap { name, value in value.map { row(name, $0) } }
        lines += info.tracks.map(track)
        return lines
    }

    private var format: String {
        let stream = info.stream
        var parts = [stream.codec == stream.container ? stream.codec : "\(stream.codec) in \(stream.container)"]
        parts.append("\(stream.rate) Hz")
        if let bits = stream.bits { parts.append(stream.words == .float32 ? "\(bits)-bit float" : "\(bits) bit") }
        parts.append(stream.channels == 1 ? "mono" : stream.channels == 2 ? "stereo" : "\(stream.channels) channels")
        if let duration = info.duration { parts.append(ProgressLine.time(duration)) }
        if let bitrate = stream.bitrate { parts.append("\(bitrate) kbit/s") }
        return parts.joined(separator: ", ")
    }

    private var gain: String? {
        guard let gain = info.gain else { return nil }
        let parts = [("track", gain.track), ("album", gain.album)].compactMap { name, value in
            value.map { "\(name) \(JSON.number($0, decimals: 2).text) dB" }
        }
        return parts.joined(separator: ", ") + " (\(gain.origin.rawValue))"
    }

    private var cover: String? {
        info.cover.map {
            "\($0.header.type) \($0.header.width) × \($0.header.height), \($0.isEmbedded ? "in the file" : "in the folder")"
        }
    }

    private func track(_ track: FileInfo.Track) -> String {
        let rate = Double(info.stream.rate)
        let words = [track.performers.joined(separator: ", "), track.title ?? ""].filter { !$0.isEmpty }
        return row(
            "Track \(track.number)",
            "\(ProgressLine.time(Double(track.startFrame) / rate))  \(words.joined(separator: " – "))")
    }

    private func row(_ name: String, _ value: String) -> String { "  \(name.padding(to: 14))\(value)" }

    private func joined(_ values: [String]) -> String? {
        values.isEmpty ? nil : values.joined(separator: ", ")
    }

    private func counted(_ number: Int?, _ total: Int?) -> String? {
        number.map { number in total.map { "\(number) of \($0)" } ?? "\(number)" }
    }
}

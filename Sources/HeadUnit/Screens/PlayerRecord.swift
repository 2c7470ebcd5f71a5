// What documents are told about the player and the sound. Main thread.

import ALSAOutput
import AudioCore
import TemplateKit

/// Makes the records `player` and `quality`.
@MainActor
struct PlayerRecord {
    let services: AppServices
    let strings: StringTable
    /// The library's key of what plays, of its album and its artist; nil where the library does not know it.
    var keys: (track: Int32?, album: Int32?, artist: Int32?) = (nil, nil, nil)
    var isLiked = false

    var player: Record {
        guard let player = services.player, let item = player.item else {
            return [
                "title": .text(strings.string(for: .key("idle"))),
                "artist": .text(strings.string(for: .key("idle.how"))),
                "isVolumeFixed": .flag(isFixed),
            ]
        }
        var record: Record = [
            "title": .text(services.facts?.title ?? ""), "artist": .text(services.facts?.artist ?? ""),
            "album": .text(services.facts?.album ?? ""), "cover": .image(.cover(CoverKey.of(item))),
            "isSeekable": .flag(true), "isPlaying": .flag(player.wantsToPlay && !player.isAwaiting),
            "hasPrevious": .flag(true),
            "hasNext": .flag(player.queue.peekNext(.nextPressed) != nil), "isStream": .flag(false),
            "isShuffled": .flag(player.queue.isShuffled), "isRepeating": .flag(player.queue.repeatMode != .off),
            "repeatIcon": .image(.icon(player.queue.repeatMode == .one ? "repeatOne" : "repeat")),
            "isLiked": .flag(isLiked), "loudness": .count(loudness), "isVolumeFixed": .flag(isFixed),
            "queueCount": .count(player.queue.count),
        ]
        if let duration = player.duration ?? services.resumedDuration {
            record["duration"] = .duration(duration)
            // The stage asks for the position itself; the document only says that there is one.
            record["position"] = .duration(0)
        }
        if let status { record["status"] = .text(status) }
        for (name, key) in [("trackID", keys.track), ("albumID", keys.album), ("artistID", keys.artist)] {
            if let key { record[name] = .key(key) }
        }
        return record
    }

    var quality: Record {
        guard let player = services.qualitySource, let info = player.info else { return [:] }
        let report = QualityReport(player)
        var file = "\(info.codec.uppercased()), \(kilohertz(info.rate))"
        if let bits = info.bits { file += ", \(bits) bit" }
        if let bitrate = info.bitrate, !info.isLossless { file += ", \(bitrate) kbit/s" }
        let verdict = report.verdict
        var record: Record = [
            "verdict": .text(strings.string(for: verdict.title)), "isBitPerfect": .flag(verdict.isPerfect == true),
            "reason": .text(strings.string(for: verdict.why(strings))),
            "stages": .text(player.activeStages.map { $0.name(strings) }.joined(separator: ", ")),
            "underruns": .count(player.underrunCount),
        ]
        record[services.hasRadio ? "stream" : "file"] = .text(file)
        if let resampling = report.resampling {
            record["resampling"] = .text(
                "\(kilohertz(resampling.from)) → \(kilohertz(resampling.to)), \(resampling.by)")
        }
        if let output = player.outputDescription, verdict != .noDevice {
            record["device"] = .text(
                "\(OutputDevice.shortName(output.device)), \(output.formatName), \(kilohertz(output.format.rate))")
            record["link"] = .text(link(output))
        }
        if let level = player.hardwareVolume {
            record["hardwareVolume"] = .text(level == .silence ? "−∞ dB" : "\((level.value * 10).rounded() / 10) dB")
        }
        return record
    }

    /// The link by its name; with what it encodes, where it encodes.
    private func link(_ output: OutputDescription) -> String {
        let name = output.link.name(strings)
        guard output.link == .bluetooth else { return name }
        return "\(name), \(output.codec?.uppercased() ?? strings.string(for: .key("link.codecUnknown")))"
    }

    private var isFixed: Bool { services.isVolumeFixed }

    private var loudness: Int {
        LoudnessStrength.allCases.firstIndex(of: services.player?.settings.loudness ?? .off) ?? 0
    }

    /// What a listener has to know that the picture does not say.
    private var status: String? {
        guard services.player?.isAwaiting == true else { return nil }
        return strings.string(for: .key("waiting", ["name": .text(services.awaited ?? strings.someDevice)]))
    }

    private func kilohertz(_ rate: Int) -> String {
        let thousands = Double(rate) / 1000
        return thousands == thousands.rounded() ? "\(rate / 1000) kHz" : "\(thousands) kHz"
    }
}

/// How a cover is named between records and the cover desk.
enum CoverKey {
    /// The cover of a thing to play, known or not by the library.
    static func of(_ item: QueueItem) -> String {
        "file:" + MusicFolders.uri(item.path)
    }

    /// The file that a key means; nil for the library's own keys.
    static func path(_ key: String) -> RawPath? {
        key.hasPrefix("file:file://") ? RawPath(uri: String(key.dropFirst(5))) : nil
    }
}

extension StringTable {
    /// In the place of the name of a device that has none.
    var someDevice: String { string(for: .key("waiting.device")) }
}

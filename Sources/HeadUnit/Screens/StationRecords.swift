// The rows of stations, and what Now Playing says of one. Main thread.

import AudioCore
import Radio
import TemplateKit

/// Gives the sources `stations` and `stationNames`, and the record `player` while a station is on.
@MainActor
struct StationRecords {
    let services: AppServices
    let strings: StringTable

    /// One row.
    func record(_ key: Int32) -> Record? {
        services.shownStation(key).map { shown in
            let isOn = shown.station.address == services.station?.address
            return [
                "id": .key(key), "name": .text(shown.station.name), "isOwn": .flag(shown.isOwn),
                "isPlaying": .flag(isOn), "address": .text(Self.shown(shown.station.address)),
                "detail": .text(isOn ? now : Self.host(shown.station.address)),
            ]
        }
    }

    /// What Now Playing is told; nil while it is about the library.
    var player: Record? {
        guard let station = services.station else { return nil }
        let heard = heard
        let isOpen = services.radio?.state.station?.address == station.address
        let name = isOpen ? services.radio?.state.streamName : nil
        return [
            "title": .text(heard?.title ?? station.name),
            "artist": .text(heard?.artist ?? ""),
            "album": .text(heard == nil ? name.flatMap { $0 == station.name ? nil : $0 } ?? "" : station.name),
            "cover": .image(.icon("radio")), "status": .text(status), "isStream": .flag(true),
            "isPlaying": .flag(services.wantsRadio), "isSeekable": .flag(false),
            "hasPrevious": .flag(services.canTune), "hasNext": .flag(services.canTune),
            "isVolumeFixed": .flag(services.isVolumeFixed), "queueCount": .count(services.player?.queue.count ?? 0),
        ]
    }

    /// What a text can be as a name.
    static func names(_ text: String) -> [Record] {
        let typed = text.withoutBlankEnds
        let capital = typed.split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }
            .joined(separator: " ")
        var names = [capital]
        if typed != capital { names.append(typed) }
        return names.filter { !$0.isEmpty }.enumerated().map { place, name in
            ["id": .key(Int32(truncatingIfNeeded: place)), "name": .text(name)]
        }
    }

    // MARK: - Steps

    /// What the stream tells of what is heard; nil when it tells nothing, or is not heard.
    private var heard: (title: String, artist: String?)? {
        guard let state = services.radio?.state, services.wantsRadio, let title = state.title else { return nil }
        return (title, state.artist)
    }

    /// What is on, or what keeps it from being heard.
    private var now: String {
        guard let heard, services.radio?.state.phase == .playing else { return status }
        return [heard.artist, heard.title].compactMap { $0 }.joined(separator: " – ")
    }

    private var status: String {
        if services.isAwaiting {
            return strings.string(for: .key("waiting", ["name": .text(services.awaited ?? strings.someDevice)]))
        }
        let key =
            switch services.radio?.state.phase ?? .stopped {
            case .stopped: "radio.stopped"
            case .connecting: "radio.connecting"
            case .buffering: "radio.buffering"
            case .playing: "radio.onAir"
            case .reconnecting: "radio.reconnecting"
            case .failed(let error): error.code == .network ? "radio.noAnswer" : "radio.unplayable"
            }
        return strings.string(for: .key(key))
    }

    private static func shown(_ address: String) -> String {
        (try? StreamAddress(address))?.shown ?? address
    }

    /// The name of the server, which is all that is worth reading in a car.
    private static func host(_ address: String) -> String { (try? StreamAddress(address))?.host ?? "" }
}

// What a press in a document does. Main thread; each action returns at once, the player and the workers do the rest.

import AudioCore
import TemplateKit

/// The actions of the catalogue, by their words.
@MainActor
struct ActionPerformer {
    let services: AppServices
    let records: ScreenRecords
    let settings: SettingsDesk
    /// Opens a screen over the present one.
    var open: @MainActor (_ screen: String, _ parameters: Record) -> Void = { _, _ in }
    /// Leaves the present screen.
    var back: @MainActor () -> Void = {}

    /// - Returns: what goes on when this returns; nil for what is done.
    func perform(_ action: Action) -> PendingWork? {
        guard let player = services.player else { return nil }
        switch action.name {
        case "set": return set(action)
        case "scan": return scan()
        case "station":
            return action.key("station").flatMap { services.shownStation($0) }.map { services.play($0.station) }
        default: perform(action, player)
        }
        return nil
    }

    private func perform(_ action: Action, _ player: Player) {
        switch action.name {
        case "play": play(action, player)
        case "show": show(action, player)
        case "playAll": playAll(action, isShuffled: false)
        case "shuffleAll": playAll(action, isShuffled: true)
        case "playNext": queue(items(action)) { player.playNext($0) }
        case "enqueue": queue(items(action)) { player.enqueue($0) }
        case "remove": if let position = action.count("position") { player.remove(atPlace: position) }
        case "like": like(action, player)
        case "playPause": playPause()
        case "previous": services.skipBack()
        case "next": services.skipForward()
        case "loudness": player.settings.loudness = next(action, LoudnessStrength.allCases, player.settings.loudness)
        case "shuffle": shuffle(action, player)
        case "repeat": player.setRepeat(next(action, RepeatMode.allCases, player.queue.repeatMode))
        case "volume": if let decibels = action.number("to") { player.settings.volume = Decibels(decibels) }
        case "seek": if let seconds = action.number("to"), !services.hasRadio { player.seek(to: seconds) }
        case "sleep": player.setSleepTimer(minutes: action.number("minutes") ?? 0)
        case "addToPlaylist": addToPlaylist(action)
        case "removeFromPlaylist":
            if let playlist = action.key("playlist"), let place = action.count("position") {
                services.remove(at: place, fromPlaylist: playlist)
            }
        case "deletePlaylist":
            if let playlist = action.key("playlist") {
                services.deletePlaylist(playlist)
                back()
            }
        case "renameStation":
            if let station = action.key("station"), let name = action.word("name") {
                services.renameStation(station, to: name)
                back()
            }
        case "removeStation": if let station = action.key("station") { services.removeStation(station) }
        case "demo": services.playDemo()
        case "output": if let device = action.word("device") { services.use(device: device) }
        default: services.note("the action “\(action.name)” is not in this version")
        }
    }

    func play() {
        guard let player = services.player else { return }
        if !services.hasRadio, player.item == nil, player.queue.count == 0 { return playEverything(isShuffled: false) }
        services.playOn()
    }

    func playPause() { services.wantsToPlay ? services.pausePlaying() : play() }

    // MARK: - What takes time

    /// A word of a setting; without one a switch is turned over, a level moved, and of a choice the screen is opened.
    private func set(_ action: Action) -> PendingWork? {
        guard let key = action.word("setting") else { return nil }
        guard let setting = SettingTable.setting(key) else {
            services.note("there is no setting “\(key)”")
            return nil
        }
        if let word = action.word("to") { return outcome(settings.set(key, to: word)) }
        switch setting.kind {
        case .toggle: return outcome(settings.turnOver(setting))
        case .level: return outcome(settings.move(setting, by: action.number("by") ?? 1))
        case .choice:
            open("setting", ["setting": .text(key)])
        case .screen(let name): open(name, ["setting": .text(key)])
        }
        return nil
    }

    private func outcome(_ outcome: SettingOutcome) -> PendingWork? {
        switch outcome {
        case .done: services.onChange()
        case .refused(let why): open("actionFailed", ["reason": .text(why)])
        case .working(let work): return work
        }
        return nil
    }

    /// Ends with the scan. Who leaves meanwhile leaves the scan running: it harms nothing.
    private func scan() -> PendingWork? {
        let work = PendingWork()
        services.scan { work.end() }
        return work
    }

    // MARK: - Steps

    /// A place in the queue, or a track among the rows it stands in.
    private func play(_ action: Action, _ player: Player) {
        if let position = action.count("position") { return player.jump(toPlace: position) }
        guard let track = action.key("track") else { return play() }
        let tracks = action.source.map { records.tracks(of: $0) } ?? [track]
        let items = tracks.compactMap { records.item(ofTrack: $0) }
        guard let item = records.item(ofTrack: track) else { return }
        let index = items.firstIndex(of: item)
        services.play(index == nil ? [item] : items, from: index ?? 0, isShuffled: player.queue.isShuffled)
    }

    /// What a row is of: an artist or an album opens, a track plays, and its album from there on.
    private func show(_ action: Action, _ player: Player) {
        for name in ["artist", "album"] {
            if let key = action.key(name) { return open(name, [name: .key(key)]) }
        }
        guard let track = action.key("track"), let album = records.album(ofTrack: track) else { return }
        let source = SourceReference("tracksOf", ["album": .key(album)])
        play(Action("play", ["track": .value(.key(track)), "from": .source(source)]), player)
    }

    private func playAll(_ action: Action, isShuffled: Bool) {
        guard let source = action.source else { return playEverything(isShuffled: isShuffled) }
        start(records.tracks(of: source).compactMap { records.item(ofTrack: $0) }, isShuffled: isShuffled)
    }

    /// A car's play button always plays: everything that is here, the album added last first.
    private func playEverything(isShuffled: Bool) {
        let tracks = records.tracks(of: SourceReference("albums", sort: "added"))
        start(tracks.compactMap { records.itemAtHand(ofTrack: $0) }, isShuffled: isShuffled)
    }

    private func start(_ items: [QueueItem], isShuffled: Bool) {
        guard !items.isEmpty else { return open("nothingToPlay", [:]) }
        services.play(items, from: isShuffled ? Int.random(in: items.indices) : 0, isShuffled: isShuffled)
    }

    /// What is put into the queue is not seen there: it is said.
    private func queue(_ items: [QueueItem], _ put: ([QueueItem]) -> Void) {
        guard !items.isEmpty else { return open("nothingToPlay", [:]) }
        put(items)
        open("playlistAdded", ["name": .text(records.strings.string(for: .key("button.upNext")))])
    }

    /// Into the playlist that is named, or into a new one; then back to where one came from.
    private func addToPlaylist(_ action: Action) {
        let items = items(action)
        var name: String?
        if let playlist = action.key("playlist") {
            name = services.add(items, toPlaylist: playlist)
        } else if let wanted = action.word("name") {
            name = services.makePlaylist(wanted, items)
        }
        guard let name else { return }
        back()
        open("playlistAdded", ["name": .text(name)])
    }

    private func items(_ action: Action) -> [QueueItem] {
        if action.key("track") == nil, action.key("album") == nil, let playlist = action.key("playlist") {
            return records.tracks(of: SourceReference("tracksOf", ["playlist": .key(playlist)]))
                .compactMap { records.item(ofTrack: $0) }
        }
        if let album = action.key("album") {
            return records.tracks(of: SourceReference("tracksOf", ["album": .key(album)]))
                .compactMap { records.item(ofTrack: $0) }
        }
        return action.key("track").flatMap { records.item(ofTrack: $0) }.map { [$0] } ?? []
    }

    private func like(_ action: Action, _ player: Player) {
        let playing = services.hasRadio ? nil : player.item
        let item = action.key("track").flatMap { records.item(ofTrack: $0) } ?? playing
        if let item { services.toggleLike(item) }
    }

    private func shuffle(_ action: Action, _ player: Player) {
        let wanted = action.word("to").map { $0 == "on" } ?? !player.queue.isShuffled
        player.setShuffled(wanted, seed: services.makeSeed())
    }

    /// The case that is named, or the one behind the present one.
    private func next<Value: RawRepresentable & Equatable>(_ action: Action, _ all: [Value], _ present: Value) -> Value
    where Value.RawValue == String {
        if let word = action.word("to"), let value = Value(rawValue: word) { return value }
        let index = all.firstIndex(of: present) ?? 0
        return all[(index + 1) % all.count]
    }
}

extension Action {
    func key(_ name: String) -> Int32? {
        if case .value(.key(let key))? = arguments[name] { key } else { nil }
    }

    func count(_ name: String) -> Int? {
        switch arguments[name] {
        case .value(.count(let count))?: count
        case .number(let number)?: Int(exactly: number.rounded())
        default: nil
        }
    }

    func number(_ name: String) -> Double? {
        switch arguments[name] {
        case .number(let number)?: number
        case .value(.count(let count))?: Double(count)
        default: nil
        }
    }

    func word(_ name: String) -> String? {
        switch arguments[name] {
        case .word(let word)?, .value(.text(let word))?: word
        default: nil
        }
    }

    var source: SourceReference? {
        if case .source(let source)? = arguments["from"] { source } else { nil }
    }
}

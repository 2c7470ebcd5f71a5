// What a press in a document does. Main thread; each action returns at once, the player and the workers do the rest.

import AudioCore
import TemplateKit

/// The actions of the catalogue, by their words.
@MainActor
struct ActionPerformer {
    let services: AppServices
    let records: ScreenRecords

    func perform(_ action: Action) {
        guard let player = services.player else { return }
        switch action.name {
        case "play": play(action, player)
        case "playAll": playAll(action, isShuffled: false)
        case "shuffleAll": playAll(action, isShuffled: true)
        case "playNext": player.playNext(items(action))
        case "enqueue": player.enqueue(items(action))
        case "remove": if let position = action.count("position") { player.remove(atPlace: position) }
        case "like": like(action, player)
        case "playPause": playPause()
        case "previous": player.previous()
        case "next": player.next()
        case "loudness": player.settings.loudness = next(action, LoudnessStrength.allCases, player.settings.loudness)
        case "shuffle": shuffle(action, player)
        case "repeat": player.setRepeat(next(action, RepeatMode.allCases, player.queue.repeatMode))
        case "volume": if let decibels = action.number("to") { player.settings.volume = Decibels(decibels) }
        case "seek": if let seconds = action.number("to") { player.seek(to: seconds) }
        case "sleep": player.setSleepTimer(minutes: action.number("minutes") ?? 0)
        case "scan": services.scan()
        case "demo": services.playDemo()
        case "output": if let device = action.word("device") { services.use(device: device) }
        default: services.note("the action “\(action.name)” is not in this version")
        }
    }

    func play() {
        guard let player = services.player else { return }
        if player.item == nil, player.queue.count == 0 { return playEverything(isShuffled: false) }
        player.play()
    }

    func playPause() {
        guard let player = services.player else { return }
        player.wantsToPlay && !player.isAwaiting ? player.pause() : play()
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

    private func playAll(_ action: Action, isShuffled: Bool) {
        guard let source = action.source else { return playEverything(isShuffled: isShuffled) }
        let items = records.tracks(of: source).compactMap { records.item(ofTrack: $0) }
        guard !items.isEmpty else { return }
        services.play(items, from: isShuffled ? Int.random(in: items.indices) : 0, isShuffled: isShuffled)
    }

    /// A car's play button always plays: everything that is here, the album added last first.
    private func playEverything(isShuffled: Bool) {
        let tracks = records.tracks(of: SourceReference("albums", sort: "added"))
        let items = tracks.compactMap { records.itemAtHand(ofTrack: $0) }
        guard !items.isEmpty else { return }
        services.play(items, from: isShuffled ? Int.random(in: items.indices) : 0, isShuffled: isShuffled)
    }

    private func items(_ action: Action) -> [QueueItem] {
        if let album = action.key("album") {
            return records.tracks(of: SourceReference("tracksOf", ["album": .key(album)]))
                .compactMap { records.item(ofTrack: $0) }
        }
        return action.key("track").flatMap { records.item(ofTrack: $0) }.map { [$0] } ?? []
    }

    private func like(_ action: Action, _ player: Player) {
        let item = action.key("track").flatMap { records.item(ofTrack: $0) } ?? player.item
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

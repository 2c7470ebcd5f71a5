// What becomes known of loudness after a track was opened: tags are read beforehand only when they count. Main thread.

extension Player {
    /// Things whose files are open, this one and those ahead, with what is known of their loudness.
    public var openLoudness: [QueueItem: TrackLoudness] {
        Dictionary(
            machine.openLoads.map { ($0.item, $0.info?.loudness ?? .unknown) }, uniquingKeysWith: { first, _ in first })
    }

    /// Makes `loudness` what counts for `item` wherever it is open: heard within a buffer, without a step.
    public func learn(_ loudness: TrackLoudness, of item: QueueItem) {
        guard let known = openLoudness[item], known != loudness else { return }
        for serial in machine.learn(loudness, of: item) { renderer.learn(loudness, ofSerial: serial) }
        onChange()
    }
}

extension PlayerStateMachine {
    /// The loads whose files are open.
    var openLoads: [Load] { ((load.map { [$0] } ?? []) + ahead).filter { $0.info != nil } }

    /// - Returns: the serials of the loads concerned.
    mutating func learn(_ loudness: TrackLoudness, of item: QueueItem) -> [Int32] {
        var serials: [Int32] = []
        if load?.item == item, let serial = load?.serial {
            load?.info?.loudness = loudness
            serials.append(serial)
        }
        for place in ahead.indices where ahead[place].item == item {
            ahead[place].info?.loudness = loudness
            serials.append(ahead[place].serial)
        }
        return serials
    }
}

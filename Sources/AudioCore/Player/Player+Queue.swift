// The player and its queue: what follows, and what becomes of tracks that cannot be played. Main thread.

extension Player {
    /// Tells the decoder side what follows, so that it can be joined without a gap.
    func plan() {
        guard machine.item != nil, machine.item == queue.current else { return }
        if queue.repeatMode == .one { return handle(.setUpcoming(.lap)) }
        let items = queue.peekNext(atMost: machine.wantedAhead).prefix { !refused.contains($0) }
        handle(.setUpcoming(items.first.map { .item($0) } ?? .nothing, then: Array(items.dropFirst())))
    }

    func load(seconds: Double, play: Bool) {
        guard let item = queue.current else { return }
        handle(.load(item: item, seconds: seconds, play: play))
        plan()
    }

    /// The listener did something: what was refused may have come back.
    func forgetRefusals() {
        refused = []
    }

    func advanced() {
        _ = queue.advance(.trackEnded)
        plan()
    }

    func upcomingFailed() {
        refused.formUnion(machine.ahead.filter { $0.phase == .failed }.map(\.item))
    }

    func currentFailed() {
        if let item = machine.item { refused.insert(item) }
        goOn(play: machine.wantsToPlay)
    }

    func ended() {
        if let next = queue.peekNext(), refused.contains(next) { return goOn(play: true) }
        onEnd()
    }

    /// To the next track that was not refused; the end of the queue when there is none.
    private func goOn(play: Bool) {
        for _ in 0..<queue.count {
            guard let next = queue.advance(.nextPressed) else { break }
            if !refused.contains(next) { return load(seconds: 0, play: play) }
        }
        handle(.unload)
        onEnd()
    }
}

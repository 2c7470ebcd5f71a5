// What a listener can do. Main thread; every call returns at once.

extension Player {
    /// Seconds into the current track at which `previous` starts it over instead of leaving it.
    static let restartThreshold = 3.0

    /// Replaces the queue and plays its current item from its start.
    public func playQueue(_ queue: PlayQueue, seconds: Double = 0, play: Bool = true) {
        forgetRefusals()
        self.queue = queue
        load(seconds: seconds, play: play)
    }

    /// Puts a fuller queue around what is playing; nothing is interrupted. Its current item must be the one playing,
    /// otherwise it only comes next.
    public func adoptQueue(_ queue: PlayQueue) {
        self.queue = queue
        plan()
        onChange()
    }

    /// Opens the device ahead of the file, for music of this shape.
    public func prepareOutput(_ request: OutputRequest) {
        handle(.prepareOutput(request))
    }

    public func play() {
        forgetRefusals()
        if machine.item == nil { return load(seconds: 0, play: true) }
        if machine.hasEnded, queue.repeatMode == .off, queue.peekNext() == nil, queue.count > 1 {
            // The whole queue has been heard: it begins again.
            queue.jump(to: queue.order.index(at: 0))
            return load(seconds: 0, play: true)
        }
        handle(.play)
        plan()
    }

    public func pause(by reason: PauseReason = .user) {
        handle(.pause(reason))
    }

    /// Tries again whether what is awaited is there; nothing that is seen changes when it is not.
    public func retry() {
        forgetRefusals()
        handle(.retry)
        plan()
    }

    /// Gives up what is awaited: the music stays paused, and plays when play is pressed.
    public func stopWaiting() {
        handle(.stopWaiting)
    }

    /// The output opens this device from now on: what plays goes on there, what waits for another one tries it at once.
    public func use(device: String) {
        output.use(device: device)
        isAwaiting ? play() : handle(.moveOutput)
    }

    public func togglePlay() {
        machine.wantsToPlay && !isAwaiting ? pause() : play()
    }

    /// Another track plays at once: this one does, would, or was heard to its end.
    private var goesOn: Bool { machine.wantsToPlay || machine.isAwaiting || machine.hasEnded }

    public func next() {
        forgetRefusals()
        guard queue.advance(.nextPressed) != nil else { return }
        load(seconds: 0, play: goesOn)
    }

    /// Starts the track over, or goes back when it has only just begun.
    public func previous() {
        forgetRefusals()
        if position < Self.restartThreshold, queue.previous() != nil {
            load(seconds: 0, play: goesOn)
        } else {
            seek(to: 0)
        }
    }

    /// Plays the item at `index` of the queue.
    public func jump(to index: Int) {
        guard (0..<queue.count).contains(index) else { return }
        forgetRefusals()
        queue.jump(to: index)
        load(seconds: 0, play: true)
    }

    /// - Parameter seconds: clamped to the track.
    public func seek(to seconds: Double) {
        handle(.seek(seconds: seconds))
    }

    public func setShuffled(_ isShuffled: Bool, seed: UInt64) {
        queue.setShuffled(isShuffled, seed: seed)
        plan()
        onChange()
    }

    public func setRepeat(_ mode: RepeatMode) {
        queue.repeatMode = mode
        plan()
        onChange()
    }

    /// Stops the music after so many minutes; 0 never.
    public func setSleepTimer(minutes: Double) {
        coordinator.setSleepTimer(seconds: minutes > 0 ? minutes * 60 : nil)
        onChange()
    }

    /// Seconds until the sleep timer stops the music; nil when it is not set.
    public var sleepRemaining: Double? { coordinator.sleepRemaining }

    /// Ends everything: the device is silent and closed, the threads are gone. Last call.
    public func shutDown() {
        output.shutDown()
        decoder.shutDown()
    }
}

// MARK: - Editing the queue

extension Player {
    /// Plays the item at a place of the play order: a row of "Up next".
    public func jump(toPlace place: Int) {
        guard (0..<queue.count).contains(place) else { return }
        jump(to: queue.order.index(at: place))
    }

    /// Puts items behind the one that plays.
    public func playNext(_ items: [QueueItem]) {
        edit { $0.insertNext(items) }
    }

    /// Puts items behind everything else.
    public func enqueue(_ items: [QueueItem]) {
        edit { $0.append(items) }
    }

    /// Takes the item at a place of the play order out; the one that plays stays.
    public func remove(atPlace place: Int) {
        guard (0..<queue.count).contains(place), place != queue.order.position else { return }
        edit { $0.remove(at: $0.order.index(at: place)) }
    }

    private func edit(_ body: (inout PlayQueue) -> Void) {
        let wasEmpty = queue.count == 0
        body(&queue)
        if wasEmpty, machine.item == nil { load(seconds: 0, play: true) } else { plan() }
        onChange()
    }
}

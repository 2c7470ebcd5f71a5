// Where music comes from: the folders of this run, what is in them, and what comes and goes while it runs. Main thread;
// a worker does the looking.

import AudioCore

extension AppServices {
    /// Looks up what there is to play: what was named, or the folders of music with the queue of the run before.
    func gather(_ state: LoadedState?) {
        isGathering = true
        // Before the look, so that nothing is missed that comes during it.
        if watchesMounts { watchMounts() }
        let options = options
        let inbox = inbox
        _ = NamedThread("gatherer") {
            guard let state else { return inbox.post(.gathered(.named(options.playing))) }
            inbox.post(.gathered(.folders(options, state: state) { inbox.post(.fault($0)) }))
        }
    }

    /// What there is to play is known for the first time.
    func gathered(_ queue: GatheredQueue) {
        isLoading = false
        isGathering = false
        guard let player else { return }
        learn(queue)
        for fault in queue.faults(isTransient: options.isTransient) { onFault(fault) }
        if !options.isTransient {
            let areNamed = !options.music.isEmpty || config.music?.isEmpty == false
            lack = queue.lack(in: musicPlaces, areNamed: areNamed || wantsDemo)
            tellEqualizerFault()
        }
        // Whether the demo stands in for it is known when the library is.
        if !wantsDemo { tellLack() }
        keeper?.described(queue)
        owner = queue.owner
        if let item = player.item {
            player.adoptQueue(QueueRestoring.queue(queue, around: item, repeatMode: player.queue.repeatMode))
        } else if options.isTransient {
            if queue.music.items.isEmpty { onEnd() }
            player.playQueue(PlayQueue(items: queue.music.items), seconds: options.start)
        } else {
            everything = queue.everything
            if mustPlay || wantsDemo && isOnlyDemo(everything) { playWithoutScreen() }
        }
        openLibrary(queue)
        phase = .ready
        onRootChange()
        lookAgainIfNeeded()
    }

    /// From now on what is mounted is looked into by itself.
    private func watchMounts() {
        let inbox = inbox
        mounts = MountWatch { [weak self] places in
            inbox.post(.perform { self?.mountsChanged(places) })
        }
    }

    /// A script has pulled a volume out, or plugged it in.
    func storageChanged() {
        lookForMusic()
        onChange()
    }

    /// Looks for folders that have come, and in all of them for what has changed; a queue of which a part was out is
    /// whole again when that part is there.
    /// - Parameter done: called once all has been looked at.
    func lookForMusic(then done: (@MainActor () -> Void)? = nil) {
        guard let last = lastGathering else {
            done?()
            return
        }
        if let done { awaitingLook.append(done) }
        guard !isGathering else {
            mustGatherAgain = true
            return
        }
        isGathering = true
        let described = keeper?.awaited
        // While nothing plays, all there is has to be known.
        let isWanted = described != nil || player?.item == nil
        let (options, config, known, demo) = (options, config, musicFolders, demoInUse)
        let inbox = inbox
        _ = NamedThread("gatherer") { [weak self] in
            var folders = MusicFolders.resolve(options, config, remembered: known)
            if let demo, !folders.contains(demo) { folders.append(demo) }
            let queue = isWanted ? last.again(folders, described) : nil
            inbox.post(.perform { self?.lookedForMusic(folders, queue) })
        }
    }

    // MARK: - Steps

    private func mountsChanged(_ places: Set<RawPath>) {
        guard lastGathering != nil else { return mustGatherAgain = true }
        if places.contains(where: { MusicFolders.mayHoldMusic($0, musicFolders) }) { lookForMusic() }
    }

    private func lookedForMusic(_ folders: [RawPath], _ queue: GatheredQueue?) {
        isGathering = false
        musicFolders = folders
        library.use(roots: folders)
        let bodies = awaitingLook
        awaitingLook = []
        for body in bodies { library.afterScan(body) }
        if let queue { adopt(queue) }
        onChange()
        onRootChange()
        lookAgainIfNeeded()
    }

    /// What came during a look may have been passed over by it.
    private func lookAgainIfNeeded() {
        guard mustGatherAgain else { return }
        mustGatherAgain = false
        lookForMusic()
    }

    private func adopt(_ queue: GatheredQueue) {
        guard let player else { return }
        learn(queue)
        guard let item = player.item else {
            everything = queue.everything
            if mustPlay { playWithoutScreen() }
            return
        }
        // What was chosen meanwhile stays.
        guard keeper?.awaited != nil, queue.described != nil else { return }
        keeper?.described(queue)
        player.adoptQueue(QueueRestoring.queue(queue, around: item, repeatMode: player.queue.repeatMode))
    }

    private func learn(_ queue: GatheredQueue) {
        words.learn(queue.music.facts)
        opening.learn(queue.music.gains)
        checkResumedLoudness()
        if let keeper { loadSounds(keeper.soundFolder) }
        for problem in queue.music.problems { fail(problem) }
        if !options.isTransient { lastGathering = queue }
    }

    private func openLibrary(_ queue: GatheredQueue) {
        musicFolders = queue.folders
        guard let cache = queue.cache else { return }
        library.onChange = { [weak self] in self?.libraryChanged() }
        library.onNote = { [weak self] in self?.onNote($0) }
        library.start(roots: queue.folders, cache: cache)
    }

    private func libraryChanged() {
        lookup.use(library.snapshot) { [weak self] in
            // What is kept by address is found by other keys now.
            self?.ownerRevision += 1
            self?.onChange()
            self?.onRootChange()
        }
        updateBranches()
        playDemoIfWanted()
        onChange()
        onRootChange()
    }

    /// Playlist files are looked for after each scan: it was the scan that saw what else has changed.
    private func updateBranches() {
        let looks = library.isLoaded && !library.isScanning && library.report != nil && wasScanning
        wasScanning = library.isScanning
        branches.use(library.snapshot, roots: musicFolders, looks: looks) { [weak self] in
            self?.onChange()
            self?.onRootChange()
        }
    }
}

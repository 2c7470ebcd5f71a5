// Playing the demo collection, which is written first when it is not there. Main thread.

import AudioCore

extension AppServices {
    /// Writes the demo collection and plays it.
    func playDemo() {
        guard let folder = demoFolder else {
            return fail(AudioError(.notSupported, "no folder for the demo collection: HOME is not set"))
        }
        let changed: @MainActor () -> Void = { [weak self] in
            self?.onChange()
            self?.onRootChange()
        }
        demo.start(in: folder, changed: changed) { [weak self] outcome in
            self?.finishDemo(folder, outcome)
            changed()
            if case .failure(let error) = outcome { self?.onDemoFailure(error) }
        }
    }

    private func finishDemo(_ folder: RawPath, _ outcome: DemoMaker.Outcome) {
        switch outcome {
        case .failure(let error): fail(error)
        case .success(let music):
            for problem in music.problems { fail(problem) }
            words.learn(music.facts)
            if !music.items.isEmpty { play(music.items, from: 0, isShuffled: false) }
            demoInUse = folder
            lookForMusic()
        }
    }

    /// The run is to be heard even without any music of the owner's, and there is none.
    func playDemoIfWanted() {
        guard wantsDemo, !library.isScanning, library.isLoaded else { return }
        guard hasNoMusic else { return tellLack() }
        wantsDemo = false
        let folder = demoFolder.map { " in \($0.shown)" } ?? ""
        tellLack(", so the demo collection is composed\(folder); it plays in some seconds")
        playDemo()
    }

    /// Says once that no music was found.
    func tellLack(_ consequence: String = "") {
        guard let line = lack else { return }
        lack = nil
        onFault(line + consequence)
    }

    /// Nothing but the demo collection was found.
    func isOnlyDemo(_ items: [QueueItem]) -> Bool {
        guard let folder = demoFolder, !items.isEmpty else { return false }
        return items.allSatisfy { $0.path.isWithin(folder) }
    }
}

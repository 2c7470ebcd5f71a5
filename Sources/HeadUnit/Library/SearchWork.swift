// The worker of the search: one thread while something is asked, none else. Only the latest question is answered.

import AudioCore
import MusicLibrary
import Synchronization

/// Looks through a snapshot. Its index is made once and kept until another snapshot is asked about.
final class SearchWork: Sendable {
    struct Question: Sendable {
        var number: Int
        var text: String
        var snapshot: LibrarySnapshot
    }

    private struct State {
        var question: Question?
        var isRunning = false
    }

    private let state = Mutex(State())
    /// The number of the latest question; whoever works on an older one gives up.
    private let latest = Atomic(0)
    /// The worker's own between two questions.
    private let index = Mutex<(snapshot: LibrarySnapshot, index: LibrarySearchIndex)?>(nil)

    /// - Parameter answer: called on the worker's thread, with nil when there is nothing to look for in the text; not at
    ///   all when another question has come meanwhile.
    func ask(_ question: Question, answer: @escaping @Sendable (Int, LibraryMatches?) -> Void) {
        latest.store(question.number, ordering: .relaxed)
        let mustStart = state.withLock { state in
            state.question = question
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if mustStart { _ = NamedThread("search") { [self] in run(answer) } }
    }

    private func run(_ answer: @Sendable (Int, LibraryMatches?) -> Void) {
        while let question = next() {
            let index = index(of: question.snapshot)
            let isOld = { self.latest.load(ordering: .relaxed) != question.number }
            guard !isOld() else { continue }
            let matches = index.matches(question.text, isCancelled: isOld)
            if !isOld() { answer(question.number, matches) }
        }
    }

    private func next() -> Question? {
        state.withLock { state in
            defer { state.question = nil }
            if state.question == nil { state.isRunning = false }
            return state.question
        }
    }

    private func index(of snapshot: LibrarySnapshot) -> LibrarySearchIndex {
        if let known = index.withLock({ $0?.snapshot === snapshot ? $0?.index : nil }) { return known }
        let made = LibrarySearchIndex(snapshot)
        index.withLock { $0 = (snapshot, made) }
        return made
    }
}

// What is looked for in the library, and what came of it. Main thread; the looking is a worker's.

import MusicLibrary

/// One search at a time: the text typed last. What was found for the text before it stays until the answer is here.
@MainActor
public final class LibrarySearch {
    /// Called when an answer has come.
    var onAnswer: @MainActor () -> Void = {}
    /// The last answer; empty for an empty text.
    private(set) var matches = LibraryMatches()
    /// A question is not answered yet.
    public var isBusy: Bool { asked != answered }

    private let post: LibraryService.Post
    private let work = SearchWork()
    private var question: (text: String, snapshot: LibrarySnapshot)?
    private var asked = 0
    private var answered = 0

    init(post: @escaping LibraryService.Post) { self.post = post }

    /// Has the matches of `text` looked up, unless they have been. An empty text has none; its question prepares the
    /// index, so that the first letter is answered as fast as the others.
    func ask(_ text: String, in snapshot: LibrarySnapshot) {
        guard question?.text != text || question?.snapshot !== snapshot else { return }
        question = (text, snapshot)
        if text.isEmpty { matches = LibraryMatches() }
        asked += 1
        let post = post
        work.ask(SearchWork.Question(number: asked, text: text, snapshot: snapshot)) { [weak self] number, matches in
            post { self?.receive(number, matches ?? LibraryMatches()) }
        }
    }

    private func receive(_ number: Int, _ matches: LibraryMatches) {
        guard number == asked else { return }
        answered = number
        guard matches != self.matches else { return }
        self.matches = matches
        onAnswer()
    }
}

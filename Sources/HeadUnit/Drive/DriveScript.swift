// Reads a drive script: a line a step, and the words of a line. A value.

/// A script, ready to be run.
struct DriveScript {
    struct Line: Equatable {
        /// From 1.
        var number: Int
        var step: DriveStep
    }

    var name: String
    var lines: [Line] = []

    /// - Throws: the first line that cannot be read: `SCRIPT:LINE: what is wrong (what would be right)`.
    init(name: String, text: String) throws(UsageError) {
        self.name = name
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: { $0.isNewline })
        for (index, line) in lines.enumerated() {
            let words = try Self.words(line, at: "\(name):\(index + 1)")
            guard let first = words.first else { continue }
            do throws(UsageError) {
                self.lines.append(Line(number: index + 1, step: try Self.step(first, Array(words.dropFirst()))))
            } catch {
                throw UsageError("\(name):\(index + 1): \(error.message)")
            }
        }
    }

    /// A word of a line; a quoted one is text even if it looks like something else.
    struct Word {
        var text: String
        var isQuoted: Bool
        /// The line from this word on, as it was written, up to a comment.
        var rest = ""
        /// Where it starts and ends in the line.
        var place: Range<String.Index>
    }

    private static func words(_ line: Substring, at place: String) throws(UsageError) -> [Word] {
        var words: [Word] = []
        var rest = line.drop { $0.isWhitespace }
        while let first = rest.first, first != "#" || isElement(rest, words) {
            let start = rest.startIndex
            if first == "\"" {
                let inside = rest.dropFirst()
                var text = ""
                var end = inside.startIndex
                var isClosed = false
                while end < inside.endIndex {
                    if inside[end] == "\"" {
                        isClosed = true
                        break
                    }
                    if inside[end] == "\\", inside.index(after: end) < inside.endIndex {
                        end = inside.index(after: end)
                    }
                    text.append(inside[end])
                    end = inside.index(after: end)
                }
                guard isClosed else { throw UsageError("\(place): a text that does not end (right would be \"…\")") }
                rest = inside[inside.index(after: end)...]
                words.append(Word(text: text, isQuoted: true, place: start..<rest.startIndex))
            } else {
                rest = rest[end(ofWordAt: start, in: line)...]
                let place = start..<rest.startIndex
                words.append(Word(text: String(line[place]), isQuoted: false, place: place))
            }
            rest = rest.drop { $0.isWhitespace }
        }
        if let end = words.last?.place.upperBound {
            for index in words.indices { words[index].rest = String(line[words[index].place.lowerBound..<end]) }
        }
        return words
    }

    /// A text inside JSON may hold blanks, and so may the brackets of a path: `[label=Now playing]`.
    private static func end(ofWordAt start: String.Index, in line: Substring) -> String.Index {
        var index = start
        while index < line.endIndex, !line[index].isWhitespace {
            let behind = line[line.index(after: index)...]
            let close: Character? = line[index] == "[" ? "]" : line[index] == "\"" ? "\"" : nil
            if let close, let found = behind.firstIndex(of: close) {
                index = line.index(after: found)
            } else {
                index = line.index(after: index)
            }
        }
        return index
    }

    /// `tap #row:12` is an element, not the start of a comment.
    private static func isElement(_ rest: Substring, _ words: [Word]) -> Bool {
        words.count == 1 && words[0].text == "tap" && rest.dropFirst().first.map { !$0.isWhitespace } == true
    }
}

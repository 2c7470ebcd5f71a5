// Places the runs of a line side by side; measuring and drawing share it, so they agree. Main thread.

import Scene

/// A run, or a digit in its cell, with its place from the pen's start.
struct LinePiece {
    var font: FontHandle
    var size: Int
    var text: String
    var script: String
    var isRightToLeft: Bool
    var x: Int
    var width: Int
    /// Pixels it is lifted above the line's baseline.
    var raise = 0
}

struct LinePieces {
    var pieces: [LinePiece] = []
    /// Pixels from the pen's start to its end.
    var width = 0
    /// Pixels of the main font's line, and down to its baseline.
    var lineHeight: Int
    var baseline: Int
    /// Some of it waits for its font.
    var isPending = false

    @MainActor
    init(_ text: String, style: TextStyle, fonts: FontBook) {
        let main = fonts.main(style.weight, size: style.size)
        main.prepare(size: main.size)
        lineHeight = main.height
        baseline = main.ascent
        let size = main.size
        for run in TextRuns.make(text, style: style, fonts: fonts) {
            switch run.choice {
            case .pending:
                isPending = true
                // Han, kana and hangul are as wide as high: the line hardly moves when the font comes.
                width += run.text.count * size
            case .main, .none:
                if style.hasEqualDigits, !run.isRightToLeft {
                    addWithEqualDigits(run, main)
                } else {
                    add(run.text, main, size: size, run)
                }
            case .other(let file):
                if let font = fonts.other(file) { add(run.text, font, size: size, run) }
            }
        }
    }

    private mutating func add(_ text: String, _ font: FontHandle, size: Int, _ run: TextRun) {
        font.prepare(size: size, script: run.script.tag, isRightToLeft: run.isRightToLeft)
        let piece = LinePiece(
            font: font, size: size, text: text, script: run.script.tag, isRightToLeft: run.isRightToLeft, x: width,
            width: font.width(of: text))
        pieces.append(piece)
        width += piece.width
    }

    /// Every digit in a cell as wide as the widest; a colon between digits stands at their middle.
    private mutating func addWithEqualDigits(_ run: TextRun, _ font: FontHandle) {
        let cell = "0123456789".unicodeScalars.reduce(0) { max($0, font.box($1)?.advance ?? 0) }
        var word = ""
        let characters = Array(run.text)
        for (index, character) in characters.enumerated() {
            let isDigit = character >= "0" && character <= "9"
            let isColon =
                character == ":" && index > 0 && index + 1 < characters.count
                && Self.isDigit(characters[index - 1]) && Self.isDigit(characters[index + 1])
            if !isDigit, !isColon {
                word.append(character)
                continue
            }
            flush(&word, font, run)
            add(String(character), font, size: font.size, run)
            guard let last = pieces.indices.last else { continue }
            if isDigit {
                pieces[last].x += (cell - pieces[last].width) / 2
                width += cell - pieces[last].width
            } else if let colon = font.box(":"), let zero = font.box("0") {
                pieces[last].raise = (zero.top + zero.bottom - colon.top - colon.bottom) / 2
            }
        }
        flush(&word, font, run)
    }

    private mutating func flush(_ word: inout String, _ font: FontHandle, _ run: TextRun) {
        if !word.isEmpty { add(word, font, size: font.size, run) }
        word = ""
    }

    private static func isDigit(_ character: Character) -> Bool { character >= "0" && character <= "9" }
}

// Splits a line into runs of one font, one script and one direction, in the order they are seen. Main thread.

import Scene

/// A piece of text that one call of HarfBuzz shapes.
struct TextRun: Hashable {
    var text: String
    var choice: FontBook.Choice
    var script: Script
    var level: Int8

    var isRightToLeft: Bool { level & 1 == 1 }
}

@MainActor
enum TextRuns {
    /// Scalars of a line that are ever shaped: more than any panel shows.
    static let scalarLimit = 512

    /// The runs of a line from left to right.
    static func make(_ text: String, style: TextStyle, fonts: FontBook) -> [TextRun] {
        let line = cleaned(text)
        if line.isEmpty { return [] }
        if line.utf8.allSatisfy({ $0 < 0x7F }) {
            return [TextRun(text: line, choice: .main, script: .latin, level: 0)]
        }
        let runs = logicalRuns(line, style: style, fonts: fonts)
        return BidiLevels.visualOrder(runs.map(\.level)).map { runs[$0] }
    }

    /// The first part of a long text; short ones are given back as they are, without a copy.
    static func cut(_ text: String) -> String {
        if text.utf8.count <= scalarLimit { return text }
        let end = text.unicodeScalars.index(
            text.unicodeScalars.startIndex, offsetBy: scalarLimit, limitedBy: text.unicodeScalars.endIndex)
        return end.map { String(text.unicodeScalars[..<$0]) } ?? text
    }

    /// The text that is shaped: cut, line ends and tabs as spaces, other control characters left out.
    static func cleaned(_ text: String) -> String {
        let short = cut(text)
        if short.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return short }
        var kept = String.UnicodeScalarView()
        for scalar in short.unicodeScalars {
            switch scalar.value {
            case 0x09...0x0D, 0x85, 0x2028, 0x2029: kept.append(" ")
            case 0..<0x20, 0x7F..<0xA0, 0xFEFF: break
            default: kept.append(scalar)
            }
        }
        return String(kept)
    }

    private static func logicalRuns(_ line: String, style: TextStyle, fonts: FontBook) -> [TextRun] {
        let scalars = Array(line.unicodeScalars)
        let levels = BidiLevels.of(scalars)
        let face = fonts.face(
            hasKana: scalars.contains { Script.of($0) == .kana },
            hasHangul: scalars.contains { Script.of($0) == .hangul })
        var runs: [TextRun] = []
        var script = Script.latin
        var offset = 0
        for cluster in line {
            let level = levels?[offset] ?? 0
            offset += cluster.unicodeScalars.count
            let view = String(cluster).unicodeScalars
            let own = view.lazy.map(Script.of).first { $0 != .common } ?? .common
            if own != .common { script = own }
            let previous = runs.last
            var choice: FontBook.Choice
            if cluster == " ", let previous, previous.level == level, previous.choice != .pending,
                keepsSpace(previous.choice, fonts)
            {
                choice = previous.choice
            } else {
                choice = fonts.choose(view, script: own, style: style, face: face)
            }
            if choice == .none, view.allSatisfy(FontBook.isIgnorable) { choice = previous?.choice ?? .main }
            if let previous, previous.choice == choice, previous.level == level,
                own == .common || own == previous.script
            {
                runs[runs.count - 1].text.append(cluster)
            } else {
                runs.append(TextRun(text: String(cluster), choice: choice, script: script, level: level))
            }
        }
        return runs
    }

    /// A space stays in the run before it, so that words of a run are shaped together.
    private static func keepsSpace(_ choice: FontBook.Choice, _ fonts: FontBook) -> Bool {
        switch choice {
        case .main: true
        case .other(let file): fonts.other(file)?.provides(" ") ?? false
        case .pending, .none: false
        }
    }
}

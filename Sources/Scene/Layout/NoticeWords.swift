// The words of a notice: what happened is told whole, a long name is not. Main thread.

import TemplateKit

/// One line, or two smaller ones; where those do not hold all of it, the names in it are shortened, never the sentence.
@MainActor
struct NoticeWords {
    let lines: [String]
    let style: TextStyle

    /// Characters that are left of a name at least.
    private static let leastName = 4

    init(_ text: Text, width: Int, _ environment: LayoutEnvironment) {
        let fitter = environment.fitter
        let whole = environment.string(text)
        if fitter.width(of: whole, environment.type.lead) <= width {
            (lines, style) = ([whole], environment.type.lead)
            return
        }
        let small = environment.type.secondary
        style = small
        func written(_ characters: Int) -> String { environment.string(text.withNames(of: characters)) }
        func fits(_ words: String) -> Bool { fitter.holds(words, small, width: width, most: 2) }
        var shown = whole
        if !fits(whole), text.longestName > Self.leastName {
            var (kept, tooMany) = (Self.leastName, text.longestName)
            while tooMany - kept > 1 {
                let middle = (kept + tooMany) / 2
                if fits(written(middle)) { kept = middle } else { tooMany = middle }
            }
            shown = written(kept)
        }
        lines = fitter.balanced(shown, small, width: width, most: 2)
    }
}

extension Text {
    /// The fields of type text in it: what people and devices gave their names to.
    private var names: [String] {
        func name(_ value: FieldValue) -> String? {
            if case .text(let name) = value { name } else { nil }
        }
        switch self {
        case .literal: return []
        case .key(_, let values): return values.values.compactMap { name($0) }
        case .pattern(let pieces):
            return pieces.flatMap { piece -> [String] in
                switch piece {
                case .literal: []
                case .key(_, let values): values.values.compactMap { name($0) }
                case .value(let value): name(value).map { [$0] } ?? []
                }
            }
        }
    }

    /// Characters of the longest of them.
    fileprivate var longestName: Int { names.map(\.count).max() ?? 0 }

    /// The same with no name longer than so many characters and an ellipsis.
    fileprivate func withNames(of most: Int) -> Text {
        func cut(_ value: FieldValue) -> FieldValue {
            guard case .text(let name) = value, name.count > most else { return value }
            var kept = name.prefix(most)
            while let last = kept.last, last.isWhitespace || last.isPunctuation { kept.removeLast() }
            return .text(kept + TextFitter.ellipsis)
        }
        switch self {
        case .literal: return self
        case .key(let key, let values): return .key(key, values.mapValues { cut($0) })
        case .pattern(let pieces):
            return .pattern(
                pieces.map { piece in
                    switch piece {
                    case .literal: piece
                    case .key(let key, let values): .key(key, values.mapValues { cut($0) })
                    case .value(let value): .value(cut(value))
                    }
                })
        }
    }
}

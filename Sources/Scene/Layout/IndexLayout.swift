// The letters at the edge of a list. Main thread.

import TemplateKit

/// One slider-like element; its letters thin to dots when they do not fit.
@MainActor
struct IndexLayout {
    static let width = 76.0

    /// Letter numbers with nil for a dot, as many as fit. First and last letter are always there.
    static func thinned(count: Int, capacity: Int) -> [Int?] {
        guard count > 0, capacity > 0 else { return [] }
        if count <= capacity { return Array(0..<count) }
        // Letter, dot, letter, dot, …, letter.
        let shown = max(2, (capacity + 1) / 2)
        guard capacity >= 3 else { return [0] }
        var result: [Int?] = []
        for place in 0..<shown {
            if place > 0 { result.append(nil) }
            result.append((place * (count - 1) + (shown - 1) / 2) / (shown - 1))
        }
        return result
    }

    /// The letter under a finger at `y`.
    static func letter(at y: Int, in frame: Frame, count: Int) -> Int {
        guard count > 0, frame.height > 0 else { return 0 }
        return max(0, min(count - 1, (y - frame.y) * count / frame.height))
    }

    static func draw(
        letters: [IndexLetter], current: Int?, frame: Frame, state: ViewState, pictures: RowPictures? = nil,
        in picture: inout Picture
    ) {
        let inner = Frame(
            x: frame.x, y: frame.y + picture.px(6), width: frame.width, height: frame.height - 2 * picture.px(6))
        let cellHeight = picture.px(22)
        let capacity = max(1, inner.height / max(1, cellHeight))
        let cells =
            pictures?.cells(count: letters.count, capacity: capacity)
            ?? thinned(count: letters.count, capacity: capacity)
        let body = Frame.centered(in: frame, width: picture.px(48), height: inner.height)
        if state.pressed == .index || state.manipulated == .index {
            picture.panel(body, radius: picture.px(24), picture.theme.raised)
        }
        for (place, letter) in cells.enumerated() {
            let top = inner.y + inner.height * place / cells.count
            let bottom = inner.y + inner.height * (place + 1) / cells.count
            let cell = Frame(x: frame.x, y: top, width: frame.width, height: bottom - top)
            if let letter {
                let isCurrent = letter == current
                picture.line(
                    letters[letter].letter, isCurrent ? picture.type.currentLetter : picture.type.letter, cell,
                    isCurrent ? picture.theme.accent : picture.theme.dim, .center)
            } else {
                let side = max(2, picture.px(5))
                let isCurrent = current.map { isBetween($0, cells, place) } ?? false
                picture.panel(
                    .centered(in: cell, width: side, height: side), radius: side / 2,
                    isCurrent ? picture.theme.accent : picture.theme.control)
            }
        }
        var element = Element(
            .index, .index, label: picture.environment.string(.key("index")), frame: frame, area: .content,
            shape: body, shapeRadius: picture.px(24))
        element.value = current.map { letters[$0].letter }
        picture.add(element)
    }

    private static func isBetween(_ letter: Int, _ cells: [Int?], _ place: Int) -> Bool {
        guard place > 0, place + 1 < cells.count, let before = cells[place - 1], let after = cells[place + 1] else {
            return false
        }
        return letter > before && letter < after
    }
}

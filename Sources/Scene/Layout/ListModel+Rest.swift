// How far a list scrolls, where it comes to rest, and the letter it is at. Main thread.

import TemplateKit

extension ListModel {
    func maximumScroll(viewport: Int) -> Int { max(0, height - viewport) }

    /// The place nearest to `y` where a list may come to rest: the top of a row or block, or the very end.
    func rest(near y: Double, viewport: Int) -> Int {
        let last = maximumScroll(viewport: viewport)
        let target = Int(max(0, min(Double(last), y.isFinite ? y : 0)))
        var candidates = [0, last]
        let number = min(firstBlock(below: target), max(0, blocks.count - 1))
        if blocks.indices.contains(number) {
            let block = blocks[number]
            candidates += [block.y, block.bottom]
            let line = max(0, target - block.y) / block.lineHeight
            candidates += [line, line + 1].map { min(block.y + $0 * block.lineHeight, block.bottom) }
        }
        return candidates.filter { $0 >= 0 && $0 <= last }.min { abs($0 - target) < abs($1 - target) } ?? 0
    }

    /// The scroll nearest to `scroll` at which all from `top` to `bottom` is seen, at rest on a row.
    func scroll(showing top: Int, _ bottom: Int, from scroll: Int, viewport: Int) -> Int {
        let last = maximumScroll(viewport: viewport)
        if top >= scroll && bottom <= scroll + viewport { return min(scroll, last) }
        if top < scroll || bottom - top > viewport { return min(top, last) }
        // Downwards: the first row top from which the bottom is seen.
        let least = bottom - viewport
        let number = firstBlock(below: least)
        guard blocks.indices.contains(number) else { return min(least, last) }
        let block = blocks[number]
        var rest = least <= block.y ? block.y : block.bottom
        if block.rowCount > 1, least > block.y {
            rest = block.y + (least - block.y + block.lineHeight - 1) / block.lineHeight * block.lineHeight
        }
        return min(rest <= top ? rest : least, last)
    }

    /// The letter that a row stands under; the first one for rows before it.
    func letter(ofRow row: Int) -> Int? {
        guard !letters.isEmpty else { return nil }
        var low = 0
        var high = letters.count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if letters[middle].row <= row { low = middle } else { high = middle - 1 }
        }
        return low
    }
}

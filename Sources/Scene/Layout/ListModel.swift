// Where everything in a list is, without drawing any of it. Main thread.
// What it costs depends on the number of sections and image rows, never on the number of rows.

import TemplateKit

/// A list cut into blocks from top to bottom; a run of rows is one block, however long it is.
@MainActor
struct ListModel {
    enum Kind: Hashable {
        case header
        case sectionHeader(section: Int)
        /// All rows of a section.
        case rows(section: Int)
        case imageRow(section: Int, index: Int)
        /// All items of a grid.
        case items(section: Int)
    }

    struct Block: Hashable {
        let kind: Kind
        /// Pixels from the top of the content.
        let y: Int
        let height: Int
        /// The number of its first row, counted over all sections.
        let firstRow: Int
        /// Rows, image rows or items in it.
        let rowCount: Int
        /// Pixels from one line of them to the next.
        let lineHeight: Int
        /// Items on each line; rows have lines of their own.
        let columns: Int

        var bottom: Int { y + height }

        /// The top of the line that holds a row of this block.
        func lineTop(ofRow row: Int) -> Int { y + (row - firstRow) / columns * lineHeight }
    }

    let template: ListTemplate
    let blocks: [Block]
    let height: Int
    let rowCount: Int
    let rowHeight: Int
    /// Pixels of the pane that it was made for.
    let paneHeight: Int
    /// The keys of each section when the model was made; a source may have others by the time it is asked again.
    let keys: [[Int32]]
    /// The letters at the edge with their first rows, counted over all sections; empty when the list has no index.
    let letters: [IndexLetter]

    /// - Parameter pane: where it is seen. A row is no higher, and where a section's header and a row do not fit
    ///   together, the rows go without.
    init(_ template: ListTemplate, environment: LayoutEnvironment, pane: Frame) {
        self.template = template
        let metrics = environment.metrics
        let width = pane.width
        let rowHeight = metrics.rowHeight(in: pane.height)
        let headerHeight = metrics.px(52)
        let hasHeaders = pane.height >= headerHeight + rowHeight
        var blocks: [Block] = []
        var y = 0
        var row = 0
        func append(_ kind: Kind, height: Int, rows: Int, lineHeight: Int? = nil, columns: Int = 1) {
            blocks.append(
                Block(
                    kind: kind, y: y, height: height, firstRow: row, rowCount: rows,
                    lineHeight: max(1, lineHeight ?? height), columns: columns))
            y += height
            row += rows
        }
        var letters: [IndexLetter] = []
        var keys: [[Int32]] = []
        let pageHeader = template.header.map { HeaderLayout($0, environment: environment, width: width).height }
        var extra = Self.rest(
            template, over: pane.height, pageHeader: pageHeader, header: hasHeaders ? headerHeight : 0, rowHeight)
        if let pageHeader {
            append(.header, height: pageHeader + extra, rows: 0)
            extra = 0
        }
        for (number, section) in template.sections.enumerated() {
            keys.append(Self.keys(of: section))
            guard section.count > 0 else { continue }
            if section.header != nil, hasHeaders {
                append(.sectionHeader(section: number), height: headerHeight + extra, rows: 0)
                extra = 0
            }
            // A section's own letter stands for all of it; without one, its source says.
            if let letter = section.indexLetter { letters.append(IndexLetter(letter, row: row)) }
            switch section.content {
            case .rows(let reference):
                if section.indexLetter == nil {
                    letters += reference.source.index.map { IndexLetter($0.letter, row: $0.row + row) }
                }
                let count = reference.source.count
                append(.rows(section: number), height: count * rowHeight, rows: count, lineHeight: rowHeight)
            case .items(let items):
                let source = items.reference.source
                letters += source.index.map { IndexLetter($0.letter, row: $0.row + row) }
                let grid = GridLayout(
                    items, metrics: metrics, width: width,
                    hasIndex: template.hasIndex && Self.merged(letters).count > 1)
                append(
                    .items(section: number), height: grid.lineCount(source.count) * grid.lineHeight, rows: source.count,
                    lineHeight: grid.lineHeight, columns: grid.columns)
            case .imageRows(let rows):
                for (index, imageRow) in rows.enumerated() {
                    // One without anything to show counts as a row, and takes no place.
                    let isEmpty = imageRow.elements.isEmpty && imageRow.all == nil
                    let height = isEmpty ? 0 : ImageRowLayout(imageRow, metrics: metrics).height
                    append(.imageRow(section: number, index: index), height: height, rows: 1)
                }
            }
        }
        self.blocks = blocks
        self.height = y
        self.rowCount = row
        self.rowHeight = rowHeight
        paneHeight = pane.height
        self.keys = keys
        self.letters = template.hasIndex ? Self.merged(letters) : []
    }

    /// Pixels that are left of a pane under headers and whole rows, where they are so few that they go to the header.
    private static func rest(
        _ template: ListTemplate, over height: Int, pageHeader: Int?, header: Int, _ rowHeight: Int
    ) -> Int {
        guard let first = template.sections.first(where: { $0.count > 0 }), case .rows = first.content else { return 0 }
        let top = (pageHeader ?? 0) + (first.header == nil ? 0 : header)
        guard top > 0, height > top, first.count * rowHeight > height - top else { return 0 }
        let rest = (height - top) % rowHeight
        return rest * 10 < rowHeight * 3 ? rest : 0
    }

    private static func keys(of section: ListSection) -> [Int32] {
        switch section.content {
        case .rows(let reference): reference.source.keys
        case .imageRows(let rows): rows.map(\.key)
        case .items(let items): items.reference.source.keys
        }
    }

    /// Ascending by row, neighbours with one letter as one.
    private static func merged(_ letters: [IndexLetter]) -> [IndexLetter] {
        var result: [IndexLetter] = []
        for letter in letters where result.last?.letter != letter.letter {
            if let last = result.last, letter.row <= last.row {
                if letter.row == last.row { continue }
            }
            result.append(letter)
        }
        return result
    }

    var hasHeader: Bool { blocks.first?.kind == .header }

    /// The first block that reaches below `y`; the number of blocks when none does.
    func firstBlock(below y: Int) -> Int {
        var low = 0
        var high = blocks.count
        while low < high {
            let middle = (low + high) / 2
            if blocks[middle].bottom > y { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// The block that holds the row, by its number over all sections.
    func block(ofRow row: Int) -> Block? {
        guard row >= 0, row < rowCount else { return nil }
        var low = 0
        var high = blocks.count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if blocks[middle].firstRow <= row { low = middle } else { high = middle - 1 }
        }
        // Headers share the number of the row behind them; that row's block is the last with it.
        return blocks[low].rowCount > 0 ? blocks[low] : nil
    }

    /// Top and height of a row in the content.
    func extent(ofRow row: Int) -> (y: Int, height: Int)? {
        guard let block = block(ofRow: row) else { return nil }
        return (block.lineTop(ofRow: row), min(block.height, block.lineHeight))
    }

    /// The first row whose bottom is below `y`; nil behind the last.
    func row(at y: Int) -> Int? {
        var number = firstBlock(below: y)
        while number < blocks.count {
            let block = blocks[number]
            if block.rowCount > 0 {
                return block.firstRow + max(0, y - block.y) / block.lineHeight * block.columns
            }
            number += 1
        }
        return nil
    }

    /// What a row shows; nil while it has not come.
    func content(ofRow row: Int) -> Row? {
        guard let block = block(ofRow: row), case .rows(let section) = block.kind,
            case .rows(let reference) = template.sections[section].content
        else { return nil }
        let index = row - block.firstRow
        return index < reference.source.count ? reference.source.row(at: index) : nil
    }

    func isItem(_ row: Int) -> Bool {
        if case .items = block(ofRow: row)?.kind { return true }
        return false
    }

    /// An item of a grid; nil while it has not come.
    func item(_ row: Int) -> GridItem? {
        guard let block = block(ofRow: row), case .items(let section) = block.kind,
            case .items(let items) = template.sections[section].content
        else { return nil }
        let index = row - block.firstRow
        return index < items.reference.source.count ? items.reference.source.item(at: index) : nil
    }

    /// The rows that share a line with this one.
    func line(ofRow row: Int) -> Range<Int> {
        guard let block = block(ofRow: row) else { return row..<row + 1 }
        let start = row - (row - block.firstRow) % block.columns
        return start..<min(start + block.columns, block.firstRow + block.rowCount)
    }

    func imageRow(_ row: Int) -> ImageRow? {
        guard let block = block(ofRow: row), case .imageRow(let section, let index) = block.kind,
            case .imageRows(let rows) = template.sections[section].content
        else { return nil }
        return rows[index]
    }
}

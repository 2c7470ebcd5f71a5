// Rows by their keys: what a refresh keeps its place by. Main thread.

import TemplateKit

extension ListModel {
    /// The key of a row within its section.
    func key(ofRow row: Int) -> Int32? {
        guard let block = block(ofRow: row) else { return nil }
        switch block.kind {
        case .rows(let section), .items(let section):
            let index = row - block.firstRow
            return keys[section].indices.contains(index) ? keys[section][index] : nil
        case .imageRow(let section, let index): return keys[section][index]
        case .header, .sectionHeader: return nil
        }
    }

    /// The number of the row of that section with that key.
    func row(section: Int, key: Int32) -> Int? {
        guard keys.indices.contains(section), let index = keys[section].firstIndex(of: key) else { return nil }
        for block in blocks {
            switch block.kind {
            case .rows(section), .items(section): return index < block.rowCount ? block.firstRow + index : nil
            case .imageRow(section, index): return block.firstRow
            default: continue
            }
        }
        return nil
    }

    func section(ofRow row: Int) -> Int? {
        switch block(ofRow: row)?.kind {
        case .rows(let section), .imageRow(let section, _), .items(let section): section
        default: nil
        }
    }

    /// Where a row of an older model of this list is now; nil when it has gone.
    func row(of old: Int, in oldModel: ListModel) -> Int? {
        guard let section = oldModel.section(ofRow: old), let key = oldModel.key(ofRow: old) else { return nil }
        for candidate in sections(like: section, of: oldModel) {
            if let row = row(section: candidate, key: key) { return row }
        }
        return nil
    }

    /// Keys are unique within a section only: the sections to look in, the likeliest first.
    private func sections(like section: Int, of old: ListModel) -> [Int] {
        let header = old.template.sections[section].header
        let mine = template.sections
        let all = Array(mine.indices)
        let sameHeader = all.filter { mine[$0].header == header }
        if mine.indices.contains(section), mine[section].header == header {
            return [section] + sameHeader.filter { $0 != section }
        }
        return sameHeader.isEmpty ? all : sameHeader
    }

    /// An element of an older model, where it is now. What has gone is taken by the row that is now in its place.
    func element(of old: ElementID, in oldModel: ListModel) -> ElementID? {
        guard let oldRow = old.row else { return old }
        guard rowCount > 0 else { return nil }
        guard let row = row(of: oldRow, in: oldModel) else {
            let place = min(oldRow, rowCount - 1)
            return isItem(place) ? .item(place) : .row(place)
        }
        if isItem(row) { return .item(row) }
        guard case .image(_, let item) = old, let before = oldModel.imageRow(oldRow), let now = imageRow(row) else {
            return old.inRow(row)
        }
        if item >= before.elements.count { return .image(row: row, item: now.elements.count) }
        let key = before.elements[item].key
        let place = now.elements.firstIndex { $0.key == key } ?? min(item, now.elements.count - 1)
        return place >= 0 ? .image(row: row, item: place) : .row(row)
    }

    /// Nothing is known of the rows yet.
    var isLoading: Bool {
        if template.loading != nil && rowCount == 0 { return true }
        return rowCount == 0
            && template.sections.contains {
                $0.source?.isLoading == true
            }
    }
}

// APEv1 and APEv2 tags at the end of a file. Workers.

import AudioCore

/// Reads an APE tag from its footer (hydrogenaud.io wiki, APE Tags Header, APE Tag Item): 32 bytes of `APETAGEX`,
/// version, size of items and footer, item count and flags, all little-endian.
enum APETagReader {
    private static let footerLength = 32
    private static let maximumItemCount = 1000

    /// The tag that ends at `end`, and where it begins with its header; nil when there is none.
    static func read(_ window: SourceWindow, end: Int64) throws(AudioError) -> (fields: TagFields, start: Int64)? {
        let footer = try window.bytes(at: end - Int64(footerLength), count: footerLength)
        guard footer.hasASCII("APETAGEX"), let version = footer.littleEndian(at: 8),
            let size = footer.littleEndian(at: 12), let count = footer.littleEndian(at: 16),
            let flags = footer.littleEndian(at: 20), (1000...2999).contains(version), size >= footerLength,
            Int64(size) <= end
        else { return nil }
        let itemsStart = end - Int64(size)
        let hasHeader = flags & 0x8000_0000 != 0
        let start = hasHeader ? max(0, itemsStart - Int64(footerLength)) : itemsStart
        var items = Items(window: window, isAPEv1: version < 2000)
        try items.read(from: itemsStart, to: end - Int64(footerLength), count: min(count, maximumItemCount))
        return (items.fields, start)
    }

    private struct Items {
        let window: SourceWindow
        let isAPEv1: Bool
        var fields = TagFields()

        /// An item is value length, flags, key, zero, value.
        mutating func read(from start: Int64, to end: Int64, count: Int) throws(AudioError) {
            var offset = start
            for _ in 0..<count {
                // 255 is the longest key.
                let head = try window.bytes(at: offset, count: Int(min(8 + 256, end - offset)))
                guard let length = head.littleEndian(at: 0), let flags = head.littleEndian(at: 4),
                    let zero = head.dropFirst(8).firstIndex(of: 0)
                else { return }
                let key = String(decoding: head[8..<zero], as: UTF8.self).uppercased()
                let value = offset + Int64(zero) + 1
                guard Int64(length) <= end - value else { return }
                try readItem(key: key, at: value, length: length, kind: flags >> 1 & 3)
                offset = value + Int64(length)
            }
        }

        /// Kinds: 0 text in UTF-8, several values parted by zeros; 1 binary; 2 a link.
        private mutating func readItem(key: String, at offset: Int64, length: Int, kind: Int) throws(AudioError) {
            if kind == 1 {
                try addPicture(key: key, at: offset, length: length)
            } else if kind == 0, length <= TagFields.maximumLength(of: key) {
                for value in try window.bytes(at: offset, count: length).split(separator: 0) {
                    let bytes = Array(value)
                    let text = isAPEv1 ? LegacyText.decode(bytes) : LegacyText.decodeDeclaredUTF8(bytes)
                    fields.add(text, to: key)
                }
            }
        }

        /// A picture is a file name, a zero, and the file.
        private mutating func addPicture(key: String, at offset: Int64, length: Int) throws(AudioError) {
            guard key.hasPrefix("COVER ART (") else { return }
            let head = try window.bytes(at: offset, count: min(length, 1024))
            guard let zero = head.firstIndex(of: 0) else { return }
            let type = key == "COVER ART (FRONT)" ? EmbeddedPicture.frontCover : key == "COVER ART (BACK)" ? 4 : 0
            fields.add(
                EmbeddedPicture(
                    offset: offset + Int64(zero) + 1, storedLength: length - zero - 1, pictureType: type))
        }
    }
}

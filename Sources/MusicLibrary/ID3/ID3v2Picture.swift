// Attached pictures of ID3v2: the few fields in front of the data. Values; any thread.

/// The head of an `APIC` payload (ID3v2.4 frames, section 4.14) or of `PIC` (ID3v2.2, section 4.15).
struct ID3v2Picture {
    let mimeType: String?
    let pictureType: Int
    /// Where the data begins in the payload.
    let dataOffset: Int

    /// Bytes of the payload worth reading to find its data.
    static let headLength = 4096

    /// - Parameter head: the first bytes of the payload. Nil when they do not lead to data, or only to an address.
    init?(_ head: [UInt8], version: Int) {
        guard let encoding = head.first else { return nil }
        var next = 1
        if version == 2 {
            guard head.count >= 4 else { return nil }
            let format = String(decoding: head[1..<4], as: UTF8.self).lowercased()
            mimeType = format == "-->" ? "-->" : "image/" + (format == "jpg" ? "jpeg" : format)
            next = 4
        } else {
            guard let zero = head.dropFirst().firstIndex(of: 0) else { return nil }
            let mime = String(decoding: head[1..<zero], as: UTF8.self).lowercased()
            mimeType = mime.isEmpty ? nil : mime
            next = zero + 1
        }
        guard mimeType != "-->", next < head.count else { return nil }
        pictureType = Int(head[next])
        let described = Array(head[(next + 1)...])
        let stated = ID3v2Text.description(described, encoding: encoding)?.next
        // Some writers end a UTF-16 description in one zero, or in none; then the picture's own first bytes tell.
        let searched = described[..<(stated ?? described.count)]
        var start = stated
        if !(stated.map { Self.isImage(described, at: $0) } ?? false) {
            start = searched.indices.first { Self.isImage(described, at: $0) } ?? stated
        }
        guard let start else { return nil }
        dataOffset = next + 1 + start
    }

    private static func isImage(_ bytes: [UInt8], at offset: Int) -> Bool {
        bytes[offset...].starts(with: [0xFF, 0xD8, 0xFF]) || bytes[offset...].starts(with: [0x89, 0x50, 0x4E, 0x47])
    }
}

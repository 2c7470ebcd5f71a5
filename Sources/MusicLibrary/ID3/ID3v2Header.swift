// The ten bytes that begin an ID3v2 tag, or end an appended one. Values; any thread.

/// An ID3v2 header or footer (ID3v2.4 structure, sections 3.1 and 3.4).
struct ID3v2Header {
    static let length = 10

    /// 2, 3 or 4.
    let version: Int
    let isUnsynchronised: Bool
    let hasExtendedHeader: Bool
    let hasFooter: Bool
    /// Bytes between header and footer, as claimed.
    let bodyLength: Int

    /// - Parameter mark: `ID3` of a header, `3DI` of a footer.
    init?(_ bytes: [UInt8], mark: StaticString = "ID3") {
        guard bytes.count >= Self.length, bytes.hasASCII(mark), (2...4).contains(bytes[3]), bytes[4] != 0xFF,
            let bodyLength = bytes.syncsafe(at: 6)
        else { return nil }
        let flags = bytes[5]
        version = Int(bytes[3])
        // Version 2.2 has a flag for a compression that was never defined.
        guard version != 2 || flags & 0x40 == 0 else { return nil }
        isUnsynchronised = flags & 0x80 != 0
        hasExtendedHeader = version >= 3 && flags & 0x40 != 0
        hasFooter = version == 4 && flags & 0x10 != 0
        self.bodyLength = bodyLength
    }

    /// Bytes from the first of the header to the last of the footer.
    var totalLength: Int64 {
        Int64(Self.length + bodyLength + (hasFooter ? Self.length : 0))
    }
}

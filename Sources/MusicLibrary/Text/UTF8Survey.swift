// How much of some bytes is UTF-8: what the text detector decides by. Values; any thread.

/// Counts over bytes that may or may not be UTF-8.
struct UTF8Survey {
    /// Well-formed sequences of two bytes or more.
    private(set) var multibyteCount = 0
    /// Maximal ill-formed stretches.
    private(set) var errorCount = 0
    /// Where the first ill-formed stretch begins; the byte count when there is none.
    private(set) var validPrefix = 0
    /// The only fault is a character cut off by the end of the bytes.
    private(set) var isCutAtEnd = false

    init(_ bytes: [UInt8]) {
        var parser = UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var offset = 0
        while true {
            switch parser.parseScalar(from: &iterator) {
            case .valid(let encoded):
                if encoded.count > 1 { multibyteCount += 1 }
                offset += encoded.count
            case .error(let length):
                errorCount += 1
                if errorCount == 1 {
                    validPrefix = offset
                    isCutAtEnd = offset + length == bytes.count && Self.isLead(bytes[offset])
                } else {
                    isCutAtEnd = false
                }
                offset += length
            case .emptyInput:
                if errorCount == 0 { validPrefix = bytes.count }
                return
            }
        }
    }

    private static func isLead(_ byte: UInt8) -> Bool {
        (0xC2...0xF4).contains(byte)
    }
}

// SHOUTcast's metadata between the bytes of the sound. A value; the fetching thread.

/// Takes a body apart: after every `interval` bytes of sound comes one byte L, then 16 L bytes of metadata, padded with
/// zeros. L = 0: nothing has changed.
struct ICYDemultiplexer {
    /// What a piece of the body is.
    enum Piece: Equatable {
        /// The bytes at this range of what was given are sound.
        case sound(Range<Int>)
        /// A whole block of metadata, without the padding; never empty.
        case metadata([UInt8])
    }

    /// Bytes of sound between two blocks; nil when there are no blocks.
    private let interval: Int?
    /// Bytes of sound up to the next block.
    private var left: Int
    /// Bytes of the block that are still to come; nil outside a block.
    private var missing: Int?
    private var block: [UInt8] = []

    init(interval: Int?) {
        self.interval = interval
        left = interval ?? 0
    }

    /// Calls `body` with each piece of `bytes`, in order. A block may be cut anywhere.
    mutating func feed(_ bytes: UnsafeRawBufferPointer, _ body: (Piece) -> Void) {
        guard let interval else {
            if !bytes.isEmpty { body(.sound(0..<bytes.count)) }
            return
        }
        var place = 0
        while place < bytes.count {
            if let missing {
                let count = min(missing, bytes.count - place)
                block.append(contentsOf: bytes[place..<(place + count)])
                place += count
                self.missing = missing - count
                if missing == count { endBlock(body) }
            } else if left > 0 {
                let count = min(left, bytes.count - place)
                body(.sound(place..<(place + count)))
                place += count
                left -= count
            } else {
                left = interval
                if bytes[place] > 0 { missing = Int(bytes[place]) * 16 }
                place += 1
            }
        }
    }

    private mutating func endBlock(_ body: (Piece) -> Void) {
        missing = nil
        while block.last == 0 { block.removeLast() }
        if !block.isEmpty { body(.metadata(block)) }
        block = []
    }
}

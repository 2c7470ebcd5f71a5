// What is wrong in a file, and where. A value; any thread.

/// One fault: `FILE:LINE:COLUMN: what is wrong (what would be right)`.
public struct DocumentFault: Error, Hashable, Sendable, CustomStringConvertible {
    public let file: String
    /// From 1.
    public let line: Int
    /// From 1, in characters (Unicode scalars; a tab is one).
    public let column: Int
    /// What is wrong, and in brackets what would be right.
    public let message: String

    public init(file: String, line: Int, column: Int, message: String) {
        self.file = file
        self.line = line
        self.column = column
        self.message = message
    }

    /// What is reported of one file; a file with more is of another kind altogether.
    public static let mostPerFile = 100

    /// The last part of the file's path.
    public var fileName: String { file.split(separator: "/").last.map(String.init) ?? file }

    /// The line for a screen, where a whole path would leave no room for the place.
    public var brief: String { "\(fileName):\(line):\(column): \(message)" }

    public var description: String { "\(file):\(line):\(column): \(message)" }
}

/// The bytes of a file with the starts of its lines.
public struct SourceText: Sendable {
    public let file: String
    public let bytes: [UInt8]
    private let lineStarts: [Int]

    /// `file` is the name that faults carry.
    public init(file: String, bytes: [UInt8]) {
        self.file = file
        self.bytes = bytes
        var starts = [0]
        bytes.withUnsafeBufferPointer { bytes in
            var offset = 0
            while offset < bytes.count {
                if bytes[offset] == UInt8(ascii: "\n") { starts.append(offset + 1) }
                offset += 1
            }
        }
        self.lineStarts = starts
    }

    /// Line and column, from 1, of the byte at `offset`; the end of the file for one behind it.
    public func place(of offset: Int) -> (line: Int, column: Int) {
        let offset = max(0, min(offset, bytes.count))
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        var start = lineStarts[low]
        if low == 0 && bytes.starts(with: JSONParser.byteOrderMark) { start = min(3, offset) }
        // A continuation byte belongs to the character before it.
        let column = bytes.withUnsafeBufferPointer { bytes in
            var column = 1
            while start < offset {
                if bytes[start] & 0xC0 != 0x80 { column += 1 }
                start += 1
            }
            return column
        }
        return (low + 1, column)
    }

    public func fault(at offset: Int, _ message: String) -> DocumentFault {
        let (line, column) = place(of: offset)
        return DocumentFault(file: file, line: line, column: column, message: message)
    }
}

// The bytes of a snapshot: JSON with a version and a checksum. Any thread.

import AudioCore
import FoundationEssentials

/// A snapshot file is one JSON object in two parts. The first line is
/// `{"version":1,"checksum":"89ABCDEF","value":`, the rest is the value and `}`.
/// The checksum is the CRC-32 of everything behind the first line feed but the space at the end. Who edits a file by
/// hand takes the member `checksum` out.
enum SnapshotText {
    static func bytes(of value: some Encodable, version: Int) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        let body = Array(try encoder.encode(value)) + Array("}".utf8)
        let head = Array("{\"version\":\(version),\"checksum\":\"".utf8) + Checksum.text(body[...])
        return head + Array("\",\"value\":\n".utf8) + body + [lineFeed]
    }

    static func read<Value: Decodable>(
        _ bytes: [UInt8], as type: Value.Type, version: Int
    ) -> GenerationReading<Value> {
        guard !bytes.isEmpty else { return .damaged(why: "it is empty") }
        guard let head = try? JSONReading.decode(Head.self, from: bytes) else {
            return .damaged(why: "it is no JSON object with a version")
        }
        if let checksum = head.checksum, Array(checksum.utf8) != Checksum.text(body(of: bytes)) {
            return .damaged(why: "its checksum is wrong")
        }
        if head.version > version { return .newer(what: "version \(head.version), known is \(version)") }
        guard head.version >= 1 else { return .damaged(why: "its version is \(head.version)") }
        do {
            return .good(try JSONReading.decode(Envelope<Value>.self, from: bytes).value)
        } catch let error as UnknownKindError {
            return .newer(what: "it holds \"\(error.kind)\"")
        } catch let error as DecodingError {
            let why = "its content is not what it should be"
            return .damaged(why: DecodingFault(error).words(after: Self.valuePath).map { "\(why): \($0)" } ?? why)
        } catch {
            return .damaged(why: "its content is not what it should be")
        }
    }

    /// Keys around the value, which mean nothing to people.
    private static let valuePath = 1
    private static let lineFeed = UInt8(ascii: "\n")

    private static func body(of bytes: [UInt8]) -> ArraySlice<UInt8> {
        guard let cut = bytes.firstIndex(of: lineFeed) else { return [] }
        var body = bytes[(cut + 1)...]
        while let last = body.last, last == lineFeed || last == UInt8(ascii: " ") { body.removeLast() }
        return body
    }

    private struct Head: Decodable {
        var version: Int
        var checksum: String?
    }

    private struct Envelope<Value: Decodable>: Decodable {
        var value: Value
    }
}

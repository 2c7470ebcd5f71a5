// The bytes of `resume.json`. Values; any thread.

import AudioCore
import FoundationEssentials
import Radio

/// `resume.json` always has 7748 bytes and is one JSON object: the facts, spaces, `"checksum"` (CRC-32 of everything
/// in front of that member), and `"positions"`, an array of two strings that are the slots.
///
/// The slots stand at fixed offsets, each in a 512-byte sector of its own, and in another 4 KiB block than the facts
/// of any usual track: what is written in place every few seconds shares nothing with what is not.
enum ResumeLayout {
    static let version = 1
    static let slotOffsets = [7168, 7680]
    static let size = 7748

    private static let checksumKey = Array(",\"checksum\":\"".utf8)
    private static let positionsKey = Array("\",\"positions\":[\"".utf8)
    private static let end = Array("\"]}\n".utf8)
    private static let space = UInt8(ascii: " ")
    /// Bytes for the facts, their spaces included.
    static let factsSize = slotOffsets[0] - checksumKey.count - 8 - positionsKey.count
    /// Names that are not cut because half a name names something else; longer ones are left out.
    private static let nameLimit = 256
    private static let addressLimit = 2048

    /// What the file says.
    struct Content: Hashable, Sendable {
        var point: ResumePoint
        /// Counts the rewrites of the file.
        var serial: UInt64
        /// The sequence number of the newest slot.
        var sequence: UInt64
    }

    /// The file, and whether the item had to be left out because its path is too long.
    static func bytes(of content: Content) throws -> (bytes: [UInt8], isItemKept: Bool) {
        var point = content.point
        point.thumbnail = point.thumbnail.flatMap { $0.utf8.count <= nameLimit ? $0 : nil }
        point.device = point.device.flatMap { $0.utf8.count <= nameLimit ? $0 : nil }
        point.loudness = point.loudness.clipped(toJSONBytes: nameLimit)
        point.station = point.station.flatMap { fitting($0) }
        for isItemKept in [true, false] {
            if !isItemKept { point.item = nil }
            for limit in [1024, 512, 256, 128, 0] {
                point.title = content.point.title?.clipped(toJSONBytes: limit)
                point.artist = content.point.artist?.clipped(toJSONBytes: limit)
                point.album = content.point.album?.clipped(toJSONBytes: limit)
                let facts = try encoded(Facts(serial: content.serial, point: point))
                guard facts.count < factsSize else { continue }
                let slot = PositionSlot(
                    sequence: content.sequence, serial: content.serial, progress: content.point.progress)
                return (assembled(facts, slot), isItemKept)
            }
        }
        preconditionFailure("facts without texts are larger than their room")
    }

    /// Half an address is none, so a station whose address is longer is left out.
    private static func fitting(_ station: Station) -> Station? {
        guard station.address.clipped(toJSONBytes: addressLimit) == station.address else { return nil }
        var station = station
        station.name = station.name.clipped(toJSONBytes: nameLimit)
        station.charset = station.charset.flatMap { $0.utf8.count <= nameLimit / 6 ? $0 : nil }
        return station
    }

    static func read(_ bytes: [UInt8]) -> GenerationReading<Content> {
        guard !bytes.isEmpty else { return .damaged(why: "it is empty") }
        guard bytes.count >= slotOffsets[0], bytes[factsSize...].starts(with: checksumKey) else {
            // Not our layout: a newer version's, or damage.
            let head = try? JSONReading.decode(Head.self, from: bytes)
            if let head, head.version > version { return newer(head.version) }
            return .damaged(why: "it is cut off or not a resume point")
        }
        let facts = bytes[..<factsSize]
        let checksum = bytes[(factsSize + checksumKey.count)...].prefix(8)
        guard Array(checksum) == Checksum.text(facts) else { return .damaged(why: "its checksum is wrong") }
        let text = Array(facts.prefix(through: facts.lastIndex { $0 != space } ?? 0)) + Array("}".utf8)
        if let facts = try? JSONReading.decode(Facts.self, from: text), facts.version == version {
            return withProgress(facts, bytes)
        }
        let head = try? JSONReading.decode(Head.self, from: text)
        if let head, head.version > version { return newer(head.version) }
        return .damaged(why: "its content is not what it should be")
    }

    private static func newer(_ version: Int) -> GenerationReading<Content> {
        .newer(what: "version \(version), known is \(Self.version)")
    }

    private static func withProgress(_ facts: Facts, _ bytes: [UInt8]) -> GenerationReading<Content> {
        var content = Content(point: facts.point, serial: facts.serial, sequence: 0)
        let slots = slotOffsets.compactMap { offset in
            PositionSlot(bytes[min(offset, bytes.count)..<min(offset + PositionSlot.size, bytes.count)])
        }
        let newest = slots.filter { $0.serial == facts.serial }.max { $0.sequence < $1.sequence }
        if let newest {
            content.point.progress = newest.progress
            content.sequence = newest.sequence
        }
        if bytes.count != size { return .salvaged(content, why: "it has \(bytes.count) bytes instead of \(size)") }
        if newest == nil { return .salvaged(content, why: "both positions are unreadable") }
        return .good(content)
    }

    private static func assembled(_ facts: [UInt8], _ slot: PositionSlot) -> [UInt8] {
        var bytes = facts + [UInt8](repeating: space, count: factsSize - facts.count)
        bytes += checksumKey + Checksum.text(bytes[...]) + positionsKey
        let blank = [UInt8](repeating: space, count: PositionSlot.size)
        let isFirst = index(ofSlot: slot.sequence) == 0
        bytes += (isFirst ? slot.bytes : blank) + Array("\",".utf8)
        bytes += [UInt8](repeating: space, count: slotOffsets[1] - bytes.count - 1) + [UInt8(ascii: "\"")]
        bytes += (isFirst ? blank : slot.bytes) + end
        precondition(bytes.count == size)
        return bytes
    }

    /// Slots alternate, so the newest one is never written over.
    static func index(ofSlot sequence: UInt64) -> Int { Int(sequence % 2) }

    /// The facts as an object without its closing brace.
    private static func encoded(_ facts: Facts) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(facts).dropLast())
    }

    private struct Head: Decodable {
        var version: Int
    }

    /// The members of the resume point, and these two.
    private struct Facts: Codable {
        private enum CodingKeys: String, CodingKey {
            case version, serial
        }

        var version = ResumeLayout.version
        var serial: UInt64
        var point: ResumePoint

        init(serial: UInt64, point: ResumePoint) {
            self.serial = serial
            self.point = point
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            version = try values.decode(Int.self, forKey: .version)
            serial = try values.decode(UInt64.self, forKey: .serial)
            point = try ResumePoint(from: decoder)
        }

        func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(version, forKey: .version)
            try values.encode(serial, forKey: .serial)
            try point.encode(to: encoder)
        }
    }
}

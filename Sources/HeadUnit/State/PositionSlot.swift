// 64 bytes that hold where the music is. Values; any thread.

import AudioCore

/// A position slot: printable ASCII, so that it can stand inside a JSON string.
/// `0000000000000042 0000000000000007 000000123456 playing  89ABCDEF`: sequence number and serial of the facts in
/// hexadecimal, position in decimal milliseconds, status (or who paused), CRC-32 of the 56 bytes in front of it.
struct PositionSlot: Hashable, Sendable {
    static let size = 64

    /// Where in the track, and whether it sounds.
    struct Progress: Hashable, Sendable {
        /// Milliseconds.
        var position: Int
        var status: ResumePoint.Status
        var pausedBy: PauseReason?

        init(position: Int, status: ResumePoint.Status, pausedBy: PauseReason?) {
            self.position = Self.valid(position)
            self.status = status
            self.pausedBy = status == .paused ? pausedBy : nil
        }

        /// A position as twelve digits can hold it.
        static func valid(_ position: Int) -> Int { max(0, min(position, 999_999_999_999)) }

        fileprivate var word: String { pausedBy?.rawValue ?? status.rawValue }

        fileprivate init?(position: Int, word: String) {
            if let pausedBy = PauseReason(rawValue: word) {
                self.init(position: position, status: .paused, pausedBy: pausedBy)
            } else if let status = ResumePoint.Status(rawValue: word) {
                self.init(position: position, status: status, pausedBy: nil)
            } else {
                return nil
            }
        }
    }

    /// Counts the slots written; the higher one is the newer.
    var sequence: UInt64
    /// The serial of the facts it belongs to: a slot of an earlier track is not taken for this one's.
    var serial: UInt64
    var progress: Progress

    init(sequence: UInt64, serial: UInt64, progress: Progress) {
        self.sequence = sequence
        self.serial = serial
        self.progress = progress
    }

    /// The slot in 64 bytes; nil when they hold none: damaged, torn, or blank.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count == Self.size else { return nil }
        let start = bytes.startIndex
        func field(_ range: Range<Int>) -> ArraySlice<UInt8> {
            bytes[(start + range.lowerBound)..<(start + range.upperBound)]
        }
        guard Array(field(56..<64)) == Checksum.text(field(0..<56)),
            let sequence = FixedWidth.number(field(0..<16), radix: 16),
            let serial = FixedWidth.number(field(17..<33), radix: 16),
            let position = FixedWidth.number(field(34..<46), radix: 10),
            let progress = Progress(
                position: Int(position), word: String(decoding: field(47..<55).filter { $0 != 32 }, as: UTF8.self))
        else { return nil }
        self.init(sequence: sequence, serial: serial, progress: progress)
    }

    var bytes: [UInt8] {
        let space = UInt8(ascii: " ")
        let digits = Array(String(progress.position).utf8)
        let word = Array(progress.word.utf8)
        var bytes = FixedWidth.hexadecimal(sequence, digits: 16) + [space]
        bytes += FixedWidth.hexadecimal(serial, digits: 16) + [space]
        bytes += [UInt8](repeating: UInt8(ascii: "0"), count: 12 - digits.count) + digits + [space]
        bytes += word + [UInt8](repeating: space, count: 9 - word.count)
        return bytes + Checksum.text(bytes[...])
    }
}

// What streams an Ogg file holds, by the first packets in it. Values; any thread.

/// The pages that begin the streams of an Ogg file (RFC 3533, sections 4 and 6): they all stand in front.
struct OggHeads {
    enum Coding: Equatable {
        case vorbis, opus, flac, speex
    }

    /// The first stream of sound, and the offset of its first packet from the start of the head; nil without one.
    private(set) var sound: (coding: Coding, packet: Int)?

    private static let mostStreams = 16
    private static let pageHeader = 27

    static func isOgg(_ head: [UInt8]) -> Bool {
        head.starts(with: "OggS".utf8)
    }

    init(_ head: [UInt8]) {
        var offset = 0
        for _ in 0..<Self.mostStreams where sound == nil {
            guard offset + Self.pageHeader <= head.count, Self.isOgg(Array(head[offset..<(offset + 4)])),
                head[offset + 5] & 2 != 0
            else { return }
            let segmentCount = Int(head[offset + 26])
            let packet = offset + Self.pageHeader + segmentCount
            guard packet <= head.count else { return }
            let length = head[(offset + Self.pageHeader)..<packet].reduce(0) { $0 + Int($1) }
            if let coding = Self.coding(head[packet...]) { sound = (coding, packet) }
            offset = packet + length
        }
    }

    /// Vorbis I, section 4.2.1; RFC 7845, section 5.1; RFC 9639, section 10.1; the Speex manual, "Ogg file format".
    private static func coding(_ packet: ArraySlice<UInt8>) -> Coding? {
        if packet.starts(with: [1] + Array("vorbis".utf8)) { return .vorbis }
        if packet.starts(with: "OpusHead".utf8) { return .opus }
        if packet.starts(with: [0x7F] + Array("FLAC".utf8)) { return .flac }
        return packet.starts(with: "Speex   ".utf8) ? .speex : nil
    }
}

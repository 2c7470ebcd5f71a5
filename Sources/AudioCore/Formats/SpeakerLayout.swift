// Where the channels of a stream belong in a room. Values; any thread.

/// A place of a loudspeaker; raw values are the bits of WAVEFORMATEXTENSIBLE's `dwChannelMask` (Microsoft, ksmedia.h,
/// `SPEAKER_FRONT_LEFT` …), which are those of RFC 9639, section 8.6.2, and the first of FFmpeg's channel layouts.
public enum Speaker: UInt8, Hashable, Sendable, CaseIterable {
    case frontLeft, frontRight, frontCentre, lowFrequency, backLeft, backRight
    case frontLeftOfCentre, frontRightOfCentre, backCentre, sideLeft, sideRight
    case topCentre, topFrontLeft, topFrontCentre, topFrontRight, topBackLeft, topBackCentre, topBackRight
}

/// For each channel of a stream, in its order, where it belongs.
public struct SpeakerLayout: Hashable, Sendable {
    /// Nil for a channel that belongs to no place we know.
    public let speakers: [Speaker?]

    public init(_ speakers: [Speaker?]) {
        self.speakers = speakers
    }

    /// The channels of a mask, which stand in the order of its bits. Channels beyond them belong nowhere; a mask of 0
    /// says nothing and gives the standard layout.
    public init(mask: UInt64, channels: Int) {
        guard mask != 0 else {
            self = .standard(channels)
            return
        }
        var speakers: [Speaker?] = []
        for bit in 0..<64 where mask >> UInt64(bit) & 1 == 1 && speakers.count < channels {
            speakers.append(Speaker(rawValue: UInt8(bit)))
        }
        self.speakers = speakers + Array(repeating: nil, count: max(0, channels - speakers.count))
    }

    public var channels: Int { speakers.count }

    /// What so many channels are when nothing is said: FLAC's orders (RFC 9639, 9.1.3), which are those of WAVE's
    /// default positions. Beyond eight there is no agreed order: the first two are the pair in front.
    public static func standard(_ channels: Int) -> SpeakerLayout {
        let known: [Speaker?] =
            switch channels {
            case 1: [.frontCentre]
            case 3: [.frontLeft, .frontRight, .frontCentre]
            case 4: [.frontLeft, .frontRight, .backLeft, .backRight]
            case 5: [.frontLeft, .frontRight, .frontCentre, .backLeft, .backRight]
            case 6: [.frontLeft, .frontRight, .frontCentre, .lowFrequency, .backLeft, .backRight]
            case 7: [.frontLeft, .frontRight, .frontCentre, .lowFrequency, .backCentre, .sideLeft, .sideRight]
            case 8:
                [
                    .frontLeft, .frontRight, .frontCentre, .lowFrequency, .backLeft, .backRight, .sideLeft, .sideRight,
                ]
            default: [.frontLeft, .frontRight]
            }
        return SpeakerLayout(known + Array(repeating: nil, count: max(0, channels - known.count)))
    }
}

// The order of channels of Ogg's codecs and the one every codec here gives. Pure functions; the codec's thread.

/// Vorbis' channel order (Vorbis I, section 4.3.9; Opus has the same, RFC 7845, section 5.1.1.2) against WAVE's, which
/// is FLAC's too.
enum SpeakerOrder {
    /// For each channel in WAVE's order, its number in Vorbis' order; nil when the two are the same.
    static func fromVorbis(_ channels: Int) -> [Int]? {
        switch channels {
        case 3: [0, 2, 1]
        case 5: [0, 2, 1, 3, 4]
        case 6: [0, 2, 1, 5, 3, 4]
        // In front of the sides stands the centre of the back.
        case 7: [0, 2, 1, 6, 5, 3, 4]
        // The pair of the back in front of the sides.
        case 8: [0, 2, 1, 7, 5, 6, 3, 4]
        default: nil
        }
    }
}

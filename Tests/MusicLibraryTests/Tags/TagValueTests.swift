// Numbers, dates, genres and gains as taggers write them.

import MusicLibrary
import Testing

@Suite("What tag texts mean")
struct TagValueTests {
    static let gains: [(String, Double?)] = [
        ("-7.03 dB", -7.03), ("-7.03", -7.03), ("+3.50 dB", 3.5), ("-7,03 dB", -7.03), (" 1.5DB ", 1.5), ("0", 0),
        ("\u{2212}2 dB", -2), ("+ 2.5 dB", 2.5), ("-  2,5", -2.5), ("+ -1", nil), ("+", nil), ("- dB", nil),
        ("nan", nil), ("inf dB", nil), ("-inf", nil), ("1e999", nil), ("38043", nil),
        ("-61", nil), ("60", 60), ("", nil), ("dB", nil), ("0x1p3", nil), ("-7.03 dB extra", nil), ("1.2.3", nil),
    ]

    @Test("gains are read tolerantly, absurd ones are ignored", arguments: gains)
    func gain(text: String, expected: Double?) throws {
        #expect(try tags(flacFile(["REPLAYGAIN_TRACK_GAIN=\(text)"])).gain?.track == expected)
    }

    static let peaks: [(String, Double?)] = [
        ("0.988553", 0.988553), ("1.4", 1.4), ("0,5", 0.5), ("0", nil), ("0.000000", nil), ("-0.5", nil), ("nan", nil),
        ("32767", nil),
    ]

    @Test("peaks above full scale stay, zero and negative ones are ignored", arguments: peaks)
    func peak(text: String, expected: Double?) throws {
        let tags = try tags(flacFile(["REPLAYGAIN_TRACK_GAIN=-1", "REPLAYGAIN_TRACK_PEAK=\(text)"]))
        #expect(tags.gain?.trackPeak == expected)
        #expect(tags.gain?.track == -1)
    }

    @Test("a peak without a gain says nothing")
    func peakAlone() throws {
        #expect(try tags(flacFile(["REPLAYGAIN_TRACK_PEAK=0.5"])).gain == nil)
    }

    static let r128Texts: [(String, Double?)] = [
        ("0", 5), ("-1280", 0), ("256", 6), ("-32768", -123), ("32768", nil), ("1.5", nil), ("x", nil),
    ]

    @Test("R128 gains are 1/256 dB to -23 LUFS", arguments: r128Texts)
    func r128(text: String, expected: Double?) throws {
        let gain = try tags(flacFile(["R128_TRACK_GAIN=\(text)"])).gain
        #expect(gain?.track == expected)
        #expect(gain?.origin == (expected == nil ? nil : .r128))
        let both = try tags(flacFile(["R128_TRACK_GAIN=\(text)", "REPLAYGAIN_TRACK_GAIN=-2"])).gain
        #expect(both == TrackGain(track: -2))
    }

    static let numbers: [(text: String, track: Int?, total: Int?)] = [
        ("3", 3, nil), ("03/12", 3, 12), ("3 / 12", 3, 12), ("3 of 12", 3, 12), ("0/12", nil, 12), ("/12", nil, 12),
        ("A1", nil, nil), ("0", nil, nil), ("99999999999999999999", nil, nil), ("-3", nil, nil), ("7.", 7, nil),
    ]

    @Test("track numbers and totals", arguments: numbers)
    func number(_ example: (text: String, track: Int?, total: Int?)) throws {
        let tags = try tags(flacFile(["TRACKNUMBER=\(example.text)"]))
        #expect(tags.track == example.track)
        #expect(tags.trackTotal == example.total)
    }

    static let years: [(String, Int?)] = [
        ("1998", 1998), ("1998-05-03T10:00", 1998), ("03.05.1998", 1998), ("19980503", 1998), ("98", nil),
        ("0000", nil),
        ("May 1998", 1998), ("12345", nil), ("", nil), ("9999", nil),
    ]

    @Test("years out of dates in any order", arguments: years)
    func year(text: String, expected: Int?) throws {
        #expect(try tags(flacFile(["DATE=\(text)"])).year == expected)
        #expect(try tags(flacFile(["DATE=soon", "YEAR=\(text)"])).year == expected)
    }

    @Test("the genre table ends at 191")
    func genres() {
        #expect(Genres.name(0) == "Blues")
        #expect(Genres.name(79) == "Hard Rock")
        #expect(Genres.name(80) == "Folk")
        #expect(Genres.name(125) == "Dance Hall")
        #expect(Genres.name(148) == "Abstract")
        #expect(Genres.name(191) == "Psybient")
        #expect(Genres.name(192) == nil)
        #expect(Genres.name(-1) == nil)
    }
}

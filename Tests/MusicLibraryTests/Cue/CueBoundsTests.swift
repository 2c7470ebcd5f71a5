// How the audio of files is shared out among the tracks of a cue sheet, to the sample.

import MusicLibrary
import Testing

@Suite("Bounds of cue tracks")
struct CueBoundsTests {
    @Test("INDEX 00 belongs to the end of the track before, in the same file; the first track begins with its own")
    func pregap() {
        let sheet = sheet(
            "FILE \"a.wav\" WAVE", "TRACK 01 AUDIO", "INDEX 00 00:00:00", "INDEX 01 00:02:00", "TRACK 02 AUDIO",
            "INDEX 00 01:00:00", "INDEX 01 01:02:00")
        #expect(sheet.places == [Place(1, "a.wav", 0, 4650), Place(2, "a.wav", 4650, nil)])
    }

    @Test(
        "audio in front of the first track is its beginning, and from 4 s on a track in front of it",
        arguments: [1, 32, 150, 299, 300, 13_500], [nil, 0, 1] as [Int?])
    func hidden(start: Int, pregap: Int?) {
        let zero = pregap.map { "INDEX 00 0:0:\($0)" }
        let one = "INDEX 01 \(start / 75 / 60):\(start / 75 % 60):\(start % 75)"
        let lines = ["TITLE Album", "PERFORMER Band", "FILE a.wav WAVE", "TRACK 01 AUDIO", "TITLE First", zero, one]
        let text = lines.compactMap(\.self).joined(separator: "\n")
        let sheet = CueSheet(text: text, name: "a.cue")
        let head = pregap == 1 && start > 1 ? 1 : 0
        if start - head >= 300 {
            #expect(sheet.places == [Place(0, "a.wav", head, start), Place(1, "a.wav", start, nil)])
            #expect(sheet.tracks.map(\.title) == [nil, "First"])
            #expect(sheet.tracks.map(\.performers) == [["Band"], ["Band"]])
        } else {
            #expect(sheet.places == [Place(1, "a.wav", head, nil)])
        }
        #expect(sheet.problems == [])
    }

    @Test("without audio in front of it the first track begins where the file does")
    func nothingHidden() {
        let none = sheet("FILE a.wav WAVE", "TRACK 01 AUDIO", "INDEX 00 00:00:00", "INDEX 01 00:00:00")
        #expect(none.places == [Place(1, "a.wav", 0, nil)])
    }

    @Test("the head of a later file is the beginning of its first track; a long one only by an INDEX 00")
    func headOfSecondFile() {
        func second(_ indexes: String...) -> [Place] {
            let text = ["FILE 1.wav WAVE", "TRACK 01 AUDIO", "INDEX 01 0:0:0", "FILE 2.wav WAVE", "TRACK 02 AUDIO"]
            return CueSheet(text: (text + indexes).joined(separator: "\n"), name: "a.cue").places
        }
        let first = Place(1, "1.wav", 0, nil)
        #expect(second("INDEX 01 0:0:33") == [first, Place(2, "2.wav", 0, nil)])
        #expect(second("INDEX 01 9:0:0") == [first, Place(2, "2.wav", 40_500, nil)])
        #expect(second("INDEX 00 0:0:0", "INDEX 01 9:0:0") == [first, Place(2, "2.wav", 0, nil)])
    }

    @Test("a pregap at the head of a second file does not cut the track of the first, and is not skipped")
    func pregapOfSecondFile() {
        let sheet = sheet(
            "FILE \"1.wav\" WAVE", "TRACK 01 AUDIO", "INDEX 01 00:00:00",
            "FILE \"2.wav\" WAVE", "TRACK 02 AUDIO", "INDEX 00 00:00:00", "INDEX 01 00:02:00",
            "TRACK 03 AUDIO", "INDEX 00 03:00:00", "INDEX 01 03:01:00")
        #expect(
            sheet.places == [Place(1, "1.wav", 0, nil), Place(2, "2.wav", 0, 13_575), Place(3, "2.wav", 13_575, nil)])
    }

    @Test("a track whose INDEX 00 ends the file before begins in the file of its INDEX 01")
    func pregapInFileBefore() {
        let sheet = sheet(
            "FILE \"1.wav\" WAVE", "TRACK 01 AUDIO", "INDEX 01 00:00:00", "TRACK 02 AUDIO", "INDEX 00 04:00:00",
            "FILE \"2.wav\" WAVE", "INDEX 01 00:00:00", "TRACK 03 AUDIO", "INDEX 00 05:00:00",
            "FILE \"3.wav\" WAVE", "INDEX 01 00:00:00")
        #expect(sheet.places == [Place(1, "1.wav", 0, nil), Place(2, "2.wav", 0, nil), Place(3, "3.wav", 0, nil)])
        #expect(sheet.files == ["1.wav", "2.wav", "3.wav"])
        #expect(sheet.problems == [])
    }

    @Test("an INDEX 00 of another file is no place in the file of the track")
    func pregapOfOtherFile() {
        let sheet = sheet(
            "FILE \"1.wav\" WAVE", "TRACK 01 AUDIO", "INDEX 01 00:00:00", "TRACK 02 AUDIO", "INDEX 00 00:01:00",
            "FILE \"2.wav\" WAVE", "INDEX 01 00:05:00")
        #expect(sheet.places == [Place(1, "1.wav", 0, nil), Place(2, "2.wav", 375, nil)])
    }

    @Test("a file named again for every track is one file")
    func repeatedFile() {
        let sheet = sheet(
            "FILE \"a.wav\" WAVE", "TRACK 01 AUDIO", "INDEX 01 00:00:00", "FILE \"a.wav\" WAVE", "TRACK 02 AUDIO",
            "INDEX 00 00:58:00", "INDEX 01 01:00:00")
        #expect(sheet.places == [Place(1, "a.wav", 0, 4500), Place(2, "a.wav", 4500, nil)])
    }

    @Test("data tracks are left out, and bound the audio beside them")
    func data() {
        let first = sheet(
            "FILE \"a.bin\" BINARY", "TRACK 01 MODE1/2352", "INDEX 01 00:00:00", "TRACK 02 AUDIO", "INDEX 00 10:00:00",
            "INDEX 01 10:02:00")
        #expect(first.places == [Place(2, "a.bin", 45_150, nil)])
        let last = sheet(
            "FILE \"a.bin\" BINARY", "TRACK 01 AUDIO", "INDEX 01 00:00:00", "TRACK 02 MODE1/2352", "INDEX 00 10:00:00",
            "INDEX 01 10:02:00")
        #expect(last.places == [Place(1, "a.bin", 0, 45_000)])
    }

    @Test("tracks out of order and tracks without an INDEX do not give negative lengths")
    func disorder() {
        let sheet = sheet(
            "FILE \"a.wav\" WAVE", "TRACK 01 AUDIO", "INDEX 01 02:00:00", "TRACK 02 AUDIO", "TRACK 03 AUDIO",
            "INDEX 01 00:00:00", "TRACK 04 AUDIO", "INDEX 01 02:00:00")
        #expect(
            sheet.places == [
                Place(3, "a.wav", 0, 9000), Place(4, "a.wav", 9000, nil),
            ])
        #expect(
            sheet.problems == [
                "a.cue:4: track 2 has no INDEX (INDEX 01 MM:SS:FF)",
                "a.cue:7: track 4 begins where track 1 does, which is empty (a later INDEX 01)",
            ])
        #expect(sheet.losses == ["a.cue:4: track 2 has no INDEX (INDEX 01 MM:SS:FF)"])
    }

    @Test("of tracks that begin at the same place the last has the audio: nothing is heard twice, nothing is lost")
    func samePlace() {
        let sheet = sheet(
            "FILE \"a.wav\" WAVE", "TRACK 01 AUDIO", "INDEX 01 00:02:00", "TRACK 02 AUDIO", "INDEX 01 00:02:00",
            "TRACK 03 AUDIO", "INDEX 01 00:02:00", "TRACK 04 AUDIO", "INDEX 01 00:03:00")
        #expect(sheet.places == [Place(3, "a.wav", 0, 225), Place(4, "a.wav", 225, nil)])
        #expect(
            sheet.problems == [
                "a.cue:4: track 2 begins where track 1 does, which is empty (a later INDEX 01)",
                "a.cue:6: track 3 begins where track 2 does, which is empty (a later INDEX 01)",
            ])
        #expect(sheet.losses == [])
        #expect(sheet.harmlessProblems == sheet.problems)
    }

    @Test("a line in the wrong place costs nothing, tracks without a FILE or an INDEX cost themselves")
    func costs() {
        let late = sheet("TRACK 01 AUDIO", "FILE \"a.wav\" WAVE", "INDEX 01 00:00:00")
        #expect(late.places == [Place(1, "a.wav", 0, nil)])
        #expect(late.costlyProblems == [])
        #expect(late.harmlessProblems.count == 1)
        let early = sheet("INDEX 01 00:00:00", "FILE \"a.wav\" WAVE", "TRACK 01 AUDIO", "INDEX 01 00:00:00")
        #expect(early.costlyProblems == [])
        #expect(early.harmlessProblems.count == 1)
        let none = sheet("TRACK 01 AUDIO", "INDEX 01 00:00:00")
        #expect(none.costlyProblems == ["a.cue:1: TRACK 1 in front of any FILE (FILE \"name.wav\" WAVE)"])
        #expect(none.harmlessProblems == [])
        let unreadable = sheet("FILE \"a.wav\" WAVE", "TRACK 01 AUDIO", "INDEX 01 00:99:99")
        #expect(
            unreadable.costlyProblems.prefix(2) == [
                "a.cue:3: 00:99:99 is no position (MM:SS:FF, seconds below 60, frames below 75)",
                "a.cue:2: track 1 has no INDEX (INDEX 01 MM:SS:FF)",
            ])
        // A pregap that cannot be read moves a boundary and costs no track.
        let pregap = sheet(
            "FILE \"a.wav\" WAVE", "TRACK 01 AUDIO", "INDEX 00 00:99:99", "INDEX 01 00:00:00")
        #expect(pregap.costlyProblems == [])
        #expect(pregap.harmlessProblems.count == 1)
    }

    @Test(
        "positions in samples are exact at the rates 75 divides",
        arguments: [44_100, 48_000, 88_200, 96_000, 176_400, 192_000])
    func exact(rate: Int) {
        for frame in [0, 1, 2, 74, 75, 76, 4499, 337_499, 449_999_999] {
            let samples = CueFrames.sampleFrame(ofCueFrame: frame, rate: rate)
            #expect(samples == Int64(frame) * Int64(rate / 75))
        }
    }

    @Test("positions at other rates are the nearest sample")
    func nearest() {
        // 8000 / 75 = 106.67, 11 025 / 75 = 147, 22 050 / 75 = 294.
        #expect(CueFrames.sampleFrame(ofCueFrame: 1, rate: 8000) == 107)
        #expect(CueFrames.sampleFrame(ofCueFrame: 2, rate: 8000) == 213)
        #expect(CueFrames.sampleFrame(ofCueFrame: 75, rate: 8000) == 8000)
        #expect(CueFrames.sampleFrame(ofCueFrame: 1, rate: 11_025) == 147)
        #expect(CueFrames.sampleFrame(ofCueFrame: -5, rate: 44_100) == 0)
        #expect(CueFrames.sampleFrame(ofCueFrame: .max, rate: 192_000) == .max)
    }
}

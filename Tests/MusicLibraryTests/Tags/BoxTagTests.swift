// The tags of MP4, Ogg and AIFF, and FLAC's own cue sheet.

import AudioCore
import MusicLibrary
import TestSupport
import Testing

@Suite("Tags of MP4, Ogg and AIFF")
struct BoxTagTests {
    @Test("MP4: texts, numbers, pictures and free-form items", arguments: [false, true])
    func mp4(isQuickTime: Bool) throws {
        let picture = jpegBytes()
        let file = mp4File(
            [
                mp4Item("\u{A9}nam", ascii("Титул")), mp4Item("\u{A9}ART", ascii("Artist")),
                mp4Item("aART", ascii("Band")),
                mp4Item("\u{A9}alb", ascii("Album")), mp4Item("\u{A9}day", ascii("1998-05-03T00:00:00Z")),
                mp4Item("trkn", [0, 0, 0, 3, 0, 12, 0, 0], type: 0), mp4Item("disk", [0, 0, 0, 1, 0, 2], type: 0),
                mp4Item("gnre", [0, 18], type: 0), mp4Item("cpil", [1], type: 21), mp4Item("soar", ascii("artist")),
                mp4Item("covr", picture, type: 13), mp4FreeForm("replaygain_track_gain", "-7.03 dB"),
                mp4FreeForm("iTunSMPB", " 00000000 00000840 0000037C 0000000000ABCDEF"),
            ], isQuickTime: isQuickTime)
        let found = try tags(file)
        #expect(found.title == "Титул" && found.artists == ["Artist"] && found.albumArtists == ["Band"])
        #expect(found.album == "Album" && found.year == 1998)
        #expect([found.track, found.trackTotal, found.disc, found.discTotal] == [3, 12, 1, 2])
        #expect(found.genres == ["Rock"] && found.compilation && found.sortArtist == "artist")
        #expect(found.gain?.track == -7.03)
        #expect(found.gaplessInfo?.contains("00000840") == true)
        #expect(found.cover?.mimeType == "image/jpeg")
        #expect(try coverBytes(file) == picture)
    }

    @Test("Ogg: comments and pictures that pages part are put together", arguments: [1, 2, 255])
    func ogg(segments: Int) throws {
        let picture = jpegBytes(metadata: 3000)
        let comments = vorbisComments([
            ascii("TITLE=Title"), ascii("METADATA_BLOCK_PICTURE=") + base64(flacPicture(picture)), ascii("ARTIST=Кино"),
            ascii("R128_TRACK_GAIN=-512"),
        ])
        let vorbis = oggFile(vorbisPackets(comments), segments: segments)
        let opus = oggFile(opusPackets(comments), segments: segments)
        for file in [vorbis, opus, id3v2(4, [.utf8("TIT2", "Other")]) + opus] {
            let found = try tags(file)
            #expect(found.title == "Title" && found.artists == ["Кино"])
            #expect(found.gain?.track == 3 && found.gain?.origin == .r128)
            #expect(try coverBytes(file) == picture)
        }
    }

    @Test("in Opus its own gains stand in front of ReplayGain's, which others' tools leave there; in Vorbis behind")
    func opusGains() throws {
        let comments = vorbisComments([
            ascii("REPLAYGAIN_TRACK_GAIN=-2 dB"), ascii("R128_TRACK_GAIN=-512"), ascii("REPLAYGAIN_TRACK_PEAK=0.5"),
        ])
        let opus = try tags(oggFile(opusPackets(comments), segments: 255)).gain
        #expect(opus?.track == 3 && opus?.origin == .r128 && opus?.trackPeak == nil)
        let vorbis = try tags(oggFile(vorbisPackets(comments), segments: 255)).gain
        #expect(vorbis?.track == -2 && vorbis?.origin == .replayGain)
        let plain = vorbisComments([ascii("REPLAYGAIN_TRACK_GAIN=-2 dB")])
        #expect(try tags(oggFile(opusPackets(plain), segments: 255)).gain?.track == -2)
    }

    @Test("FLAC in Ogg: comments and picture blocks")
    func oggFLAC() throws {
        let picture = jpegBytes(metadata: 3000)
        let comments = vorbisComments([ascii("TITLE=Title")])
        let file = oggFile(oggFLACPackets(comments, picture: flacPicture(picture)))
        #expect(try tags(file).title == "Title")
        #expect(try coverBytes(file) == picture)
    }

    @Test("AIFF: an ID3 tag stands in front of AIFF's own texts")
    func aiff() throws {
        let own: [(String, [UInt8])] = [("NAME", ascii("Own")), ("AUTH", ascii("Author"))]
        #expect(try tags(aiffFile(own)).title == "Own")
        let both = try tags(
            aiffFile(own + [("SSND", [1, 2, 3]), ("ID3 ", id3v2(3, [.text("TIT2", ascii("Title"))]))]))
        #expect(both.title == "Title" && both.artists == ["Author"])
    }

    @Test("a FLAC's cue sheet block is its cue sheet, unless a comment has one")
    func cueSheetBlock() throws {
        let block = flacCueSheet([0, 588 * 75 * 61 + 588 * 3])
        let sheet = CueSheet(text: try #require(try tags(flacFile([(5, block)])).cueSheet), name: "a.flac")
        #expect(sheet.tracks.map(\.startFrame) == [0, 75 * 61 + 3])
        #expect(sheet.tracks.map(\.endFrame) == [75 * 61 + 3, nil])
        #expect(sheet.problems.isEmpty)
        // 170 is the end of a disc and a track of what is none.
        let starts = (0..<200).map { $0 * 588 * 75 }
        let long = try #require(try tags(flacFile([(5, flacCueSheet(starts, isOfDisc: false))])).cueSheet)
        #expect(CueSheet(text: long, name: "a.flac").tracks.count == 200)
        let comment = vorbisComments([ascii("CUESHEET=TITLE \"Named\"")])
        #expect(try tags(flacFile([(5, block), (4, comment)])).cueSheet?.contains("Named") == true)
    }

    @Test(
        "a cue sheet block counts in samples of its own file, and what is no disc has one as well",
        arguments: [8000, 22_050, 44_056, 48_000, 88_200, 96_000, 176_400, 192_000, 384_000], [true, false])
    func cueSheetBlockRate(rate: Int, isOfDisc: Bool) throws {
        let frames = [0, 75 * 61 + 3, 75 * 3600 + 74]
        let starts = frames.map { Int(CueFrames.sampleFrame(ofCueFrame: $0, rate: rate)) }
        let file = flacFile([(5, flacCueSheet(starts, isOfDisc: isOfDisc))], rate: rate)
        let sheet = CueSheet(text: try #require(try tags(file).cueSheet), name: "a.flac")
        #expect(sheet.tracks.map(\.startFrame) == frames)
        #expect(sheet.problems == [])
        // A writer that ends what is no disc as if it were one.
        var block = flacCueSheet(starts, isOfDisc: isOfDisc)
        block[block.count - 28] = 170
        let ended = try #require(try tags(flacFile([(5, block)], rate: rate)).cueSheet)
        #expect(CueSheet(text: ended, name: "a.flac") == sheet)
        // Between two frames of 1/75 s the nearer one.
        let between = flacFile([(5, flacCueSheet([0, rate + rate / 75 - rate / 200]))], rate: rate)
        let near = CueSheet(text: try #require(try tags(between).cueSheet), name: "a.flac")
        #expect(near.tracks.map(\.startFrame) == [0, 76])
    }
}

// The tags beside ID3v2, and which of several stands first.

import MusicLibrary
import TestSupport
import Testing

@Suite("ID3v1, APE, Vorbis comments and WAV chunks")
struct OtherTagTests {
    @Test("ID3v1.1 gives its fields, also with a Lyrics3 or APE tag beside it")
    func id3v1Fields() throws {
        let tag = id3v1(
            title: ascii("Title"), artist: ascii("Artist   "), album: ascii("Album"), year: "1984", track: 7, genre: 17)
        let lyrics = ascii("LYRICSBEGIN") + ascii("LYR00005words")
        let lyrics3 = lyrics + ascii("0000" + String(lyrics.count)) + ascii("LYRICS200")
        let ape = apeTag([.text("Composer", "Someone")])
        for file in [audio + tag, audio + lyrics3 + tag, audio + ape + lyrics3 + tag, audio + tag + ape] {
            let tags = try tags(file)
            #expect(tags.title == "Title")
            #expect(tags.artists == ["Artist"])
            #expect(tags.album == "Album")
            #expect(tags.year == 1984)
            #expect(tags.track == 7)
            #expect(tags.genres == ["Rock"])
        }
        #expect(try tags(audio + ape + lyrics3 + tag).composer == "Someone")
    }

    @Test("ID3v1 text is Windows-1251, UTF-8 cut in a character, or western, by its looks")
    func id3v1Text() throws {
        let russian = id3v1(title: cp1251("Я"), artist: cp1251("Кино"), album: cp1251("Best of Кино"))
        #expect(try tags(audio + russian).title == "Я")
        #expect(try tags(audio + russian).artists == ["Кино"])
        #expect(try tags(audio + russian).album == "Best of Кино")
        let cut = id3v1(title: ascii("Звезда по имени Солнце"), artist: ascii("Кино"))
        #expect(try tags(audio + cut).title == "Звезда по имени")
        let western = id3v1(title: latin1("Sigur Rós"), artist: latin1("Ágætis byrjun"), album: latin1("Motörhead"))
        #expect(try tags(audio + western).title == "Sigur Rós")
        #expect(try tags(audio + western).artists == ["Ágætis byrjun"])
        #expect(try tags(audio + western).album == "Motörhead")
    }

    @Test("APE tags: values parted by zeros, any case, with and without header", arguments: [true, false])
    func ape(hasHeader: Bool) throws {
        let items = [
            APEItem.text("TITLE", "Название"), APEItem(key: "Artist", value: ascii("AC/DC\0Кино")),
            .text("Album Artist", "Various"), .text("Track", "3/12"), .text("disc", "2"), .text("Year", "2001-02-03"),
            .text("Genre", "Rock"), .text("REPLAYGAIN_TRACK_GAIN", "+1,25"), .text("Cuesheet", "TITLE x"),
            APEItem(key: "Album", value: ascii("http://x"), kind: 2),
        ]
        let tags = try tags(audio + apeTag(items, hasHeader: hasHeader))
        #expect(tags.title == "Название")
        #expect(tags.artists == ["AC/DC", "Кино"])
        #expect(tags.albumArtists == ["Various"])
        #expect(tags.track == 3 && tags.trackTotal == 12 && tags.disc == 2 && tags.year == 2001)
        #expect(tags.gain == TrackGain(track: 1.25))
        #expect(tags.cueSheet == "TITLE x")
        #expect(tags.album == nil)
    }

    @Test("APEv1 text has no stated charset")
    func apeV1() throws {
        let tag = apeTag([APEItem(key: "Artist", value: cp1251("Кино"))], version: 1000, hasHeader: false)
        #expect(try tags(audio + tag).artists == ["Кино"])
    }

    @Test("an APE tag of absurd size is none, an item of absurd size ends it")
    func absurdAPE() throws {
        let absurd = apeTag([.text("Title", "Title")], claimedSize: 200_000_000)
        #expect(try tags(audio + absurd + id3v1(title: ascii("Kept"))).title == "Kept")
        var tag = apeTag([.text("Title", "Title"), .text("Album", "Album")])
        // The length of the second item: behind header (32), item (8 + 6 + 5).
        tag.replaceSubrange(51..<55, with: little(0xFFFF_FFF0))
        #expect(try tags(audio + tag).title == "Title")
        #expect(try tags(audio + tag).album == nil)
    }

    @Test("in one MP3 ID3v2 stands in front of APE, APE in front of ID3v1, field by field")
    func precedence() throws {
        let two = id3v2(3, [.text("TIT2", ascii("from ID3v2")), .text("TRCK", ascii("1"))])
        let ape = apeTag([
            .text("Title", "from APE"), .text("Artist", "from APE"), .text("Track", "2/9"),
            .text("REPLAYGAIN_TRACK_GAIN", "-3.00 dB"), .text("REPLAYGAIN_TRACK_PEAK", "0.5"),
        ])
        let one = id3v1(title: ascii("from ID3v1"), artist: ascii("from ID3v1"), album: ascii("from ID3v1"))
        let all = try tags(two + audio + ape + one)
        #expect(all.title == "from ID3v2")
        #expect(all.artists == ["from APE"])
        #expect(all.album == "from ID3v1")
        #expect(all.track == 1 && all.trackTotal == 9)
        #expect(all.gain == TrackGain(track: -3, trackPeak: 0.5))
        let measured = id3v2(3, [.described("REPLAYGAIN_ALBUM_GAIN", "-5 dB")])
        #expect(try tags(measured + audio + ape).gain == TrackGain(album: -5))
        let absurd = id3v2(3, [.described("REPLAYGAIN_TRACK_GAIN", "38043")])
        #expect(try tags(absurd + audio + ape).gain == TrackGain(track: -3, trackPeak: 0.5))
    }

    @Test("Vorbis comments: repeated and lower-case names, totals, cue sheets")
    func vorbis() throws {
        let cue = "FILE \"a.flac\" WAVE\r\n  TRACK 01 AUDIO\r\n    INDEX 01 00:00:00\r\n"
        let tags = try tags(
            flacFile([
                "title=Название", "ARTIST=AC/DC", "Artist=Кино", "ALBUM=Album=1", "TRACKNUMBER=03", "TOTALTRACKS=12",
                "DISCNUMBER=1/2", "DATE=19980503", "GENRE=Rock", "GENRE=17", "GENRE=Pop", "COMPILATION=1",
                "ARTISTSORT=Kino", "REPLAYGAIN_ALBUM_GAIN=-8.5 dB", "REPLAYGAIN_ALBUM_PEAK=1.25", "CUESHEET=\(cue)",
                "no equals sign", "=no name", "EMPTY=", "UNKNOWN=thing",
            ]))
        #expect(tags.title == "Название")
        #expect(tags.artists == ["AC/DC", "Кино"])
        #expect(tags.album == "Album=1")
        #expect(tags.track == 3 && tags.trackTotal == 12 && tags.disc == 1 && tags.discTotal == 2)
        #expect(tags.year == 1998)
        #expect(tags.genres == ["Rock", "Pop"])
        #expect(tags.compilation)
        #expect(tags.sortArtist == "Kino")
        #expect(tags.gain == TrackGain(album: -8.5, albumPeak: 1.25))
        #expect(tags.cueSheet == cue.trimmed)
    }

    @Test("invalid UTF-8 in a Vorbis comment is repaired for showing")
    func repaired() throws {
        let file = flacFile([(4, vorbisComments([joined(ascii("TITLE=Caf\u{E9} "), [0xFF], ascii("x"))]))])
        #expect(try tags(file).title == "Café \u{FFFD}x")
    }

    @Test("a comment list that claims too much gives what is there")
    func absurdComments() throws {
        let comments = vorbisComments([ascii("TITLE=Title"), ascii("ALBUM=Album")], count: 0xFFFF_FFFF)
        #expect(try tags(flacFile([(4, comments)])).album == "Album")
        var broken = comments
        // The length of the second comment.
        broken.replaceSubrange((comments.count - 15)..<(comments.count - 11), with: little(0x7FFF_FFFF))
        #expect(try tags(flacFile([(4, broken)])).title == "Title")
        #expect(try tags(flacFile([(4, broken)])).album == nil)
        #expect(try tags(flacFile([(4, little(0xFFFF_FFFF))])) == TrackTags())
    }

    @Test("ID3v2 in front of FLAC fills what the comments leave out")
    func id3BeforeFLAC() throws {
        let tag = id3v2(4, [.utf8("TIT2", "from ID3"), .utf8("TALB", "from ID3")])
        let tags = try tags(tag + flacFile(["TITLE=from FLAC"]))
        #expect(tags.title == "from FLAC")
        #expect(tags.album == "from ID3")
    }

    @Test("WAV: INFO texts and an id3 chunk behind the music, which stands first", arguments: ["RIFF", "RF64", "BW64"])
    func wav(kind: String) throws {
        let info = joined(
            ascii("INFO"), chunk("INAM", ascii("from INFO\0")), chunk("IART", cp1251("Кино") + [0]),
            chunk("ICRD", ascii("1988\0")), chunk("ITRK", ascii("4")))
        let format = chunk("fmt ", [UInt8](repeating: 1, count: 16))
        let id3 = chunk("id3 ", id3v2(3, [.text("TIT2", ascii("from ID3"))]))
        let music = [UInt8](repeating: 0x49, count: 101)
        var chunks = [format, chunk("data", music), chunk("LIST", info), id3]
        if kind != "RIFF" {
            chunks[1].replaceSubrange(4..<8, with: little(0xFFFF_FFFF))
            chunks.insert(chunk("ds64", joined(little(0, 8), little(101, 8), little(0, 12))), at: 0)
        }
        let tags = try tags(wavFile(chunks, kind: kind))
        #expect(tags.title == "from ID3")
        #expect(tags.artists == ["Кино"])
        #expect(tags.year == 1988)
        #expect(tags.track == 4)
    }

    @Test("WAV chunks that lead out of the file end the walk, what came before stays")
    func absurdWAV() throws {
        let info = joined(
            ascii("INFO"), chunk("INAM", ascii("Title")), ascii("IART"), little(0x7FFF_FFFF), ascii("x"))
        let file = wavFile([chunk("LIST", info), joined(ascii("data"), little(0xFFFF_FFFF), [1, 2, 3])])
        #expect(try tags(file).title == "Title")
        #expect(try tags(file).artists.isEmpty)
    }
}

extension String {
    fileprivate var trimmed: String {
        String(reversed().drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace })
    }
}

import Testing

@testable import Radio

@Suite("Playlists of streams")
struct StreamPlaylistTests {
    typealias Entry = StreamPlaylist.Entry

    private func entries(_ text: String, type: String? = nil) -> [Entry]? {
        StreamPlaylist(Array(text.utf8), contentType: type)?.entries
    }

    @Test("M3U: names, comments, blank lines, any line end, none at the end")
    func m3u() {
        let text =
            "\u{FEFF}#EXTM3U\r\n# a comment\r\n#EXTINF:-1 tvg-name=\"a, b\",Radio, One\r\nhttp://h/1\r\n\r\n  http://h/2  \n#EXTINF:-1\nrelative.mp3"
        #expect(
            entries(text) == [
                Entry(place: "http://h/1", name: "Radio, One"), Entry(place: "http://h/2"),
                Entry(place: "relative.mp3"),
            ])
    }

    @Test("a bare address is a playlist of one; a relative name is, when the server says so")
    func bare() {
        #expect(entries("http://h/x\n") == [Entry(place: "http://h/x")])
        #expect(entries("x.mp3\n") == nil)
        #expect(entries("x.mp3\n", type: "audio/x-mpegurl") == [Entry(place: "x.mp3")])
    }

    @Test("PLS: in the order of the numbers, whatever their count is said to be")
    func pls() {
        let text =
            "[Playlist]\nNumberOfEntries=99\nFile10=http://h/10\nTitle2 = Two\nfile2=http://h/2\nFile2=http://h/again\nFile=http://h/1\nLength1=-1\nFilex=y\n"
        #expect(
            entries(text) == [
                Entry(place: "http://h/1"), Entry(place: "http://h/2", name: "Two"), Entry(place: "http://h/10"),
            ])
    }

    @Test("XSPF: locations and titles, with entities and CDATA, not those of the playlist itself")
    func xspf() {
        let text = """
            <?xml version="1.0"?><!-- <track><location>http://no</location></track> -->
            <playlist version="1" xmlns="http://xspf.org/ns/0/"><title>All</title><location>http://h/me.xspf</location>
            <trackList><track><location> http://h/1?a=1&amp;b=2 </location><title><![CDATA[One & <only>]]></title></track>
            <x:track><x:location>http://h/2</x:location></x:track></trackList></playlist>
            """
        // The playlist's own place stands first in the text, and is passed when its turn comes: it was visited.
        #expect(entries(text)?.map(\.place).suffix(2) == ["http://h/1?a=1&b=2", "http://h/2"])
        #expect(entries(text)?.first { $0.place.hasSuffix("b=2") }?.name == "One & <only>")
    }

    @Test("ASX: references in any case and with any quotes")
    func asx() {
        let text =
            "<ASX version=3><Entry><Title>One</Title><REF HREF = 'http://h/1'/><ref href=http://h/2 ></Entry></ASX>"
        #expect(entries(text) == [Entry(place: "http://h/1", name: "One"), Entry(place: "http://h/2", name: "One")])
    }

    @Test("UTF-16 with its mark, and names in Windows-1251, are read")
    func charsets() {
        let text = "#EXTM3U\n#EXTINF:-1,Кино\nhttp://h/1\n"
        var wide: [UInt8] = [0xFF, 0xFE]
        for unit in text.utf16 { wide += [UInt8(unit & 255), UInt8(unit >> 8)] }
        #expect(StreamPlaylist(wide)?.entries == [Entry(place: "http://h/1", name: "Кино")])
        let narrow = Array("#EXTM3U\n#EXTINF:-1,".utf8) + [0xCA, 0xE8, 0xED, 0xEE] + Array("\nhttp://h/1\n".utf8)
        #expect(StreamPlaylist(narrow)?.entries == [Entry(place: "http://h/1", name: "Кино")])
    }

    @Test("a playlist of pieces (HLS) is told apart")
    func hls() {
        #expect(StreamPlaylist.isHLS(Array("#EXTM3U\n#EXT-X-VERSION:3\n#EXTINF:9,\na.ts\n".utf8)))
        #expect(!StreamPlaylist.isHLS(Array("#EXTM3U\n#EXTINF:9,\na.ts\n".utf8)))
    }

    @Test(
        "content decides before the media type",
        arguments: [
            ([0xFF, 0xFB, 0x90, 0x64], "audio/x-mpegurl", .sound), (Array("OggS\u{0}".utf8), "text/html", .sound),
            (Array("[playlist]\nFile1=http://h/".utf8), "audio/mpeg", .playlist),
            (Array("\n\n<!DOCTYPE html><html>".utf8), "audio/mpeg", .page), (Array("hello".utf8), "text/html", .page),
            (Array("ID3\u{4}\u{0}".utf8), nil, .sound), (Array("fLaC\u{0}".utf8), nil, .sound),
            ([], "audio/mpeg", .sound),
            (Array("#EXTM3U\n#EXT-X-VERSION".utf8), nil, .playlist),
        ] as [([UInt8], String?, StreamSniff.Kind)])
    func kinds(head: [UInt8], type: String?, kind: StreamSniff.Kind) {
        #expect(StreamSniff.kind(head, contentType: type, isAll: true) == kind)
    }

    @Test("a text is not judged by its first letters")
    func undecided() {
        #expect(StreamSniff.kind(Array("#EXT".utf8), contentType: nil, isAll: false) == .undecided)
        #expect(StreamSniff.kind([0x23, 0x00], contentType: nil, isAll: false) == .sound)
    }
}

import Testing

@testable import Radio

@Suite("SHOUTcast's metadata between the bytes of the sound")
struct ICYTests {
    /// Sound and titles of a body, given in pieces of `size` bytes.
    private func take(_ body: [UInt8], interval: Int?, size: Int) -> (sound: [UInt8], titles: [String]) {
        var demultiplexer = ICYDemultiplexer(interval: interval)
        var sound: [UInt8] = []
        var titles: [String] = []
        var place = 0
        while place < body.count {
            let piece = Array(body[place..<min(place + size, body.count)])
            place += size
            piece.withUnsafeBytes { bytes in
                demultiplexer.feed(bytes) { part in
                    switch part {
                    case .sound(let range): sound += bytes[range]
                    case .metadata(let block):
                        titles.append(String(decoding: ICYMetadata.title(block) ?? [], as: UTF8.self))
                    }
                }
            }
        }
        return (sound, titles)
    }

    @Test("the sound is whole and the titles are found, however the network cuts the body", arguments: 1...70)
    func cuts(size: Int) {
        let sound = (0..<200).map { UInt8($0) }
        let titles = ["A - B", "", "x'; y", String(repeating: "long ", count: 800).trimmedOfBlanks]
        var body: [UInt8] = []
        for (index, title) in titles.enumerated() {
            body += sound[(index * 50)..<(index * 50 + 50)]
            body += ICYBody.block(title.isEmpty ? nil : title)
        }
        let taken = take(body, interval: 50, size: size)
        #expect(taken.sound == sound)
        #expect(taken.titles == titles.filter { !$0.isEmpty })
    }

    @Test("without an interval everything is sound")
    func plain() {
        let body = Array("StreamTitle='x';".utf8)
        #expect(take(body, interval: nil, size: 3).sound == body)
    }

    @Test(
        "the title ends where a field does, and not at a quote in it",
        arguments: [
            ("StreamTitle='A - B';StreamUrl='http://x';", "A - B"), ("StreamTitle='it's';", "it's"),
            ("StreamTitle='a';b';StreamUrl='';", "a';b"), ("StreamTitle='a'; b = 'c';adw_ad='true';", "a'; b = 'c"),
            ("StreamTitle='';", ""), ("StreamTitle='cut", "cut"), ("StreamTitle='no end'", "no end"),
            ("StreamUrl='x';StreamTitle='y';", "y"), ("StreamTitle='x';durationMilliseconds='1';", "x"),
            ("StreamUrl='x';", nil), ("", nil),
        ] as [(String, String?)])
    func titles(block: String, title: String?) {
        let found = ICYMetadata.title(Array(block.utf8)).map { String(decoding: $0, as: UTF8.self) }
        #expect(found == title)
    }

    @Test(
        "artist and title stand apart at the first dash between blanks",
        arguments: [
            ("Kino - Gruppa krovi", "Kino", "Gruppa krovi"), ("A - B - C", "A", "B - C"), ("A-B", nil, "A-B"),
            ("  Title  ", nil, "Title"), (" - Title", nil, "- Title"), ("Artist - ", nil, "Artist -"),
            ("Simon & Garfunkel - 59th", "Simon & Garfunkel", "59th"),
        ] as [(String, String?, String)])
    func artist(text: String, artist: String?, title: String) {
        let parsed = StreamTitle(text, stationName: "Station")
        #expect(parsed == StreamTitle(title: title, artist: artist))
    }

    @Test("between two songs nothing is told", arguments: ["", "  ", " - ", "---", "My Station", "my station "])
    func nothing(text: String) {
        #expect(StreamTitle(text, stationName: "My Station") == nil)
    }
}

import Testing

@testable import Radio

@Suite("What a server says in front of a stream")
struct StreamHeadTests {
    private func head(_ lines: [String]) -> StreamHead {
        var head = StreamHead()
        for line in lines { head.take(Array((line + "\r\n").utf8)) }
        return head
    }

    @Test("an Icecast head tells all there is to know")
    func icecast() {
        let head = head([
            "HTTP/1.0 200 OK", "Server: Icecast 2.4.4", "Content-Type: Audio/MPEG; charset=x", "icy-br:128,128",
            "ice-audio-info: ice-samplerate=44100;ice-bitrate=96", "ICY-NAME:  Радио ", "Icy-MetaInt: 16000", "",
        ])
        #expect(head.status == 200 && head.isPlaying)
        #expect(head.contentType == "audio/mpeg")
        #expect(head.bitrate == 128)
        #expect(head.metadataInterval == 16000)
        #expect(head.length == nil)
        #expect(String(decoding: head.nameBytes, as: UTF8.self) == "Радио")
    }

    @Test(
        "bitrates come in kilobits, in bits, twice, or not",
        arguments: [
            ("128", 128), ("64000", 64), ("320, 320", 320), ("0", nil), ("-5", nil), ("x", nil),
            ("99999999999999999999", nil), ("8000000000", nil),
        ] as [(String, Int?)])
    func bitrate(text: String, kilobits: Int?) {
        #expect(head(["ICY 200 OK", "icy-br:\(text)"]).bitrate == kilobits)
    }

    @Test(
        "an interval that cannot be is none",
        arguments: ["0", "-1", "x", "1e9", "99999999999999999999", "9999999999"])
    func interval(text: String) {
        #expect(head(["ICY 200 OK", "icy-metaint: \(text)"]).metadataInterval == nil)
    }

    @Test("of several answers the last counts")
    func redirect() {
        let head = head(["HTTP/1.1 302 Found", "icy-metaint: 5", "Location: /x", "", "HTTP/1.1 404 Not Found", ""])
        #expect(head.status == 404 && !head.isPlaying)
        #expect(head.metadataInterval == nil)
    }

    @Test("lines that are none change nothing", arguments: ["", ":", "no colon", "HTTP/1.1", "HTTP/1.1 abc", "ICY 20"])
    func rubbish(line: String) {
        let head = head(["ICY 200 OK", line])
        #expect(head.status == 200)
    }
}

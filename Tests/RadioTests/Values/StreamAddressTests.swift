import AudioCore
import Testing

@testable import Radio

@Suite("Addresses of streams")
struct StreamAddressTests {
    @Test(
        "what is beside a playlist is found as a browser would find it",
        arguments: [
            ("http://h:8000/a/b.m3u", "c.mp3", "http://h:8000/a/c.mp3"),
            ("http://h/a/b.m3u?x=/y", "/c", "http://h/c"), ("http://h", "c", "http://h/c"),
            ("https://h/a", "//g/c", "https://g/c"), ("http://h/a", "https://g/ü c", "https://g/%C3%BC%20c"),
            ("http://h/a", "ftp://g/c", nil), ("http://h/a", "file:///etc/passwd", nil), ("http://h/a", "  ", nil),
        ] as [(String, String, String?)])
    func relative(base: String, reference: String, result: String?) throws {
        let address = try StreamAddress(base)
        #expect(address.resolve(reference)?.text == result)
    }

    @Test(
        "only http and https are taken, and nothing that could be two requests",
        arguments: ["", "ftp://h/", "file:///x", "http://", "http:///x", "http://h/a\r\nX: 1", "http://h h/", "h/a"])
    func refused(text: String) {
        #expect(throws: AudioError.self) { try StreamAddress(text) }
    }

    @Test("a user's name and password go to the server, and to nobody else")
    func credentials() throws {
        let address = try StreamAddress("http://me:secret@h:8000/a@b")
        #expect(address.text == "http://me:secret@h:8000/a@b")
        #expect(address.shown == "http://h:8000/a@b")
    }

    @Test("a charset behind # is the titles', and is not asked of the server")
    func charset() throws {
        let address = try StreamAddress("HTTP://h/a#charset=koi8-r")
        #expect(address.charset == "koi8-r")
        #expect(address.text == "http://h/a")
    }
}

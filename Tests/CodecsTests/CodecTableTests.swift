// How a file finds its codec, and what is said of one that finds none.

import AudioCore
import TestSupport
import Testing

@testable import Codecs

@Suite("The table of codecs")
struct CodecTableTests {
    @Test(
        "content decides, whatever the name says", arguments: ["song.mp3", "song.wav", "song.flac", "song", "song.txt"])
    func contentFirst(name: String) throws {
        let signal = Signal.music(frames: 20_000)
        #expect(try play(Encoding.flac(signal), name: name).info.codec == "flac")
        #expect(try play(Encoding.mp3(signal), name: name).info.codec == "mp3")
        #expect(try play(Encoding.mp3(signal, "-t", "-b", "320"), name: name).info.codec == "mp3")
        #expect(try play(WAVWriter(signal).bytes, name: name).info.codec == "pcm")
    }

    @Test("text is refused as text, with what would be right")
    func text() {
        let poem = Array("Notes\n\nbuy strings, tune the E\r\n\ttwice\n".utf8)
        #expect(refusal(poem, name: "notes.mp3")?.description == "notes.mp3: is text, not MP3")
        #expect(refusal(poem, name: "NOTES.FLAC")?.description == "NOTES.FLAC: is text, not FLAC")
        #expect(refusal(poem, name: "notes")?.description == "notes: is text, not one of FLAC, WAV, AIFF, Ogg and MP3")
        let languages = [
            String(repeating: "Заметки о настройке, ", count: 500), "Заметки о настройке", "笔记:调音", "Ærø Ångström",
        ]
        for words in languages {
            #expect(refusal(Array(words.utf8), name: "a.wav")?.message == "is text, not WAV")
        }
        let wide: [UInt8] = [0xFF, 0xFE] + Array("a b\n".utf16).flatMap { little($0) as [UInt8] }
        #expect(refusal(wide, name: "a.mp3")?.message == "is text, not MP3")
        #expect(refusal(Array("caf".utf8) + [0xE9, 0x0A], name: "a.mp3")?.message == "is text, not MP3")
    }

    @Test(
        "a known kind that is not played is named",
        arguments: [
            ("\0\0\0 ftypM4A ", "an MP4 file"), ("wvpk\0\0\0\0", "WavPack"), ("FORM\0\0\0 8SVX", "an IFF file"),
            ("%PDF-1.4\0", "a PDF document"), ("RIFX\0\0\0\0MV93", "a big-endian RIFF file"),
        ])
    func foreign(content: String, kind: String) {
        let bytes = Array(content.utf8) + [UInt8](repeating: 0, count: 100)
        #expect(
            refusal(bytes, name: "x.mp3") == AudioError(.notSupported, path: "x.mp3", "is \(kind), not MP3"))
        #expect(refusal(bytes, name: "x")?.message == "is \(kind), not one of FLAC, WAV, AIFF, Ogg and MP3")
    }

    @Test("chance is not MP3")
    func noise() {
        var numbers = SeededNumbers(seed: 9)
        for _ in 0..<20 {
            var bytes = (0..<300_000).map { _ in UInt8.random(in: 0...255, using: &numbers) }
            bytes[0] = 1
            let unknown = "is of an unknown kind, not one of FLAC, WAV, AIFF, Ogg and MP3"
            #expect(refusal(bytes, name: "x.bin")?.message == unknown)
            #expect(refusal(bytes, name: "x.mp3")?.code == .notSupported)
            #expect(refusal(bytes, name: "x.flac")?.message == "is not FLAC")
            #expect(refusal(bytes, name: "x.wav")?.message == "is not WAV")
        }
        #expect(refusal([UInt8](repeating: 0xFF, count: 100_000), name: "x.mp3")?.code == .notSupported)
        #expect(refusal([UInt8](repeating: 0, count: 100_000), name: "x.mp3")?.code == .notSupported)
    }

    @Test("next to nothing is refused without harm")
    func tiny() {
        #expect(refusal([], name: "x.mp3")?.description == "x.mp3: the file is empty")
        for byte in UInt8.min...UInt8.max {
            for name in ["x.mp3", "x.flac", "x.wav", "x"] {
                #expect(refusal([byte], name: name)?.code == .notSupported)
            }
        }
        #expect(refusal(Tags.id3v2(bodyLength: 50), name: "x.mp3")?.message == "holds a tag and nothing else")
    }

    @Test("the claimed extensions are lower-case and without a dot")
    func extensions() {
        #expect(CodecTable.extensions.isSuperset(of: ["flac", "mp3", "wav", "wave", "mp2"]))
        #expect(CodecTable.extensions.allSatisfy { $0 == $0.lowercased() && !$0.contains(".") && !$0.isEmpty })
    }

    @Test("the table is an opener")
    func opener() throws {
        let opener: CodecOpener = CodecTable.open
        #expect(try opener(MemoryByteSource(WAVWriter(.music(frames: 10)).bytes)).info.frameCount == 10)
    }
}

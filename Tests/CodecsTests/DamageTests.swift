// Files cut anywhere and bytes changed by chance: sound or a clear line, never a crash or an endless loop.

import AudioCore
import Glibc
import RareCodecs
import TestSupport
import Testing

@testable import Codecs

@Suite("Damage")
struct DamageTests {
    /// Small files of every kind; the numbers of frames are their whole sound.
    static let files: [(name: String, make: @Sendable () throws -> [UInt8])] = [
        ("a.wav", { WAVWriter(.music(frames: 700, channels: 1)).bytes }),
        (
            "b.wav",
            {
                var writer = WAVWriter(.music(frames: 300, bits: 24))
                writer.isExtensible = true
                writer.before = WAVWriter.chunk("LIST", [1, 2, 3])
                return writer.bytes
            }
        ),
        ("c.flac", { try Encoding.flac(.music(frames: 3000, channels: 1, bits: 8), "--no-padding", "-b", "576") }),
        ("d.mp3", { try Encoding.mp3(.music(frames: 5000, rate: 16000, channels: 1), "-b", "16") }),
        ("g.w64", { WAVWriter(.music(frames: 300, channels: 1)).wave64Bytes }),
        ("h.wav", { WAVWriter(.music(frames: 300, bits: 24)).bigEndianBytes }),
        ("f.aif", { AIFFWriter(.music(frames: 500, bits: 24), kind: "sowt").bytes }),
        ("e.mp3", { try Encoding.mp3(.music(frames: 5000, rate: 16000, channels: 1), "-b", "16", "-t") + Tags.ape }),
    ]

    /// Files of the formats that other libraries take apart.
    static let libraryFiles: [(name: String, make: @Sendable () throws -> [UInt8])] = [
        ("a.ogg", { try OggCodecTests.vorbis(.music(frames: 20_000, channels: 1)) }),
        ("b.opus", { try OggCodecTests.opus(.music(frames: 20_000, rate: 48000, channels: 1)) }),
        ("c.oga", { try OggCodecTests.flac(.music(frames: 9000, channels: 1)) }),
        ("d.m4a", { try RareCodecTests.encode(.music(frames: 20_000, channels: 1), to: "m4a", ["-c:a", "aac"]) }),
        ("e.m4a", { try RareCodecTests.encode(.music(frames: 9000, channels: 1), to: "m4a", ["-c:a", "alac"]) }),
        ("f.wv", { try RareCodecTests.encode(.music(frames: 9000, channels: 1), to: "wv", ["-c:a", "wavpack"]) }),
        ("g.tta", { try RareCodecTests.encode(.music(frames: 9000, channels: 1), to: "tta", ["-c:a", "tta"]) }),
        ("h.aac", { try RareCodecTests.encode(.music(frames: 20_000, channels: 1), to: "aac", ["-c:a", "aac"]) }),
        ("i.mka", { try RareCodecTests.encode(.music(frames: 9000, channels: 1), to: "mka", ["-c:a", "flac"]) }),
        ("k.mpc", { try RareCodecTests.musepack(.music(frames: 9000), "--quality", "4") }),
        ("l.ape", { SilentAPE(frameCount: 100_000).bytes }),
        ("m.caf", { try RareCodecTests.encode(.music(frames: 9000, channels: 1), to: "caf", ["-c:a", "alac"]) }),
        ("n.au", { try RareCodecTests.encode(.music(frames: 900, channels: 1), to: "au", ["-c:a", "pcm_s16be"]) }),
        ("p.ogg", { try OggCodecTests.vorbis(.music(frames: 150_000)) }),
        ("q.opus", { try OggCodecTests.opus(.music(frames: 150_000, rate: 48000)) }),
        ("r.wv", { try RareDamageTests.make("wv") }),
        (
            "s.aifc",
            {
                try RareCodecTests.encode(
                    .music(frames: 4992, channels: 1), to: "aifc", ["-f", "aiff", "-c:a", "adpcm_ima_qt"])
            }
        ),
        ("o.ac3", { try RareCodecTests.encode(.music(frames: 9000, rate: 48000), to: "ac3", ["-c:a", "ac3"]) }),
        ("j.wma", { try RareCodecTests.encode(.music(frames: 20_000, channels: 1), to: "wma", ["-c:a", "wmav2"]) }),
    ]

    @Test("a file of another library, cut or changed, gives sound or a clear line", arguments: libraryFiles.indices)
    func libraries(file: Int) throws {
        let (name, make) = Self.libraryFiles[file]
        let bytes = try make()
        #expect(survive(bytes, name)?.failure == nil)
        for length in stride(from: 1, to: bytes.count, by: max(1, bytes.count / 60)) {
            _ = survive(Array(bytes.prefix(length)), name)
        }
        var numbers = SeededNumbers(seed: UInt64(file))
        for round in 0..<60 { _ = survive(Self.changed(bytes, round, &numbers), name) }
    }

    @Test(
        "for as many seconds as CARILLON_FUZZ_SECONDS says, chance changes files of all kinds",
        .enabled(if: fuzzSeconds > 0))
    func long() throws {
        let files = try (Self.files + Self.libraryFiles).map { ($0.name, try $0.make()) }
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        var numbers = SeededNumbers(seed: seed)
        let end = SteadyClock.now + .seconds(Self.fuzzSeconds)
        var round = 0
        while SteadyClock.now < end {
            for (name, bytes) in files { _ = survive(Self.changed(bytes, round, &numbers), name) }
            round += 1
        }
        print("\(round * files.count) files")
    }

    private static let fuzzSeconds = getenv("CARILLON_FUZZ_SECONDS").flatMap { Int(String(cString: $0)) } ?? 0

    /// One to eight bytes changed, every other round all in front, where the numbers are that others are counted by.
    private static func changed(_ bytes: [UInt8], _ round: Int, _ numbers: inout SeededNumbers) -> [UInt8] {
        var changed = bytes
        let reach = round % 2 == 0 ? bytes.count : min(bytes.count, 600)
        for _ in 0..<Int.random(in: 1...8, using: &numbers) {
            changed[Int.random(in: 0..<reach, using: &numbers)] = UInt8.random(in: 0...255, using: &numbers)
        }
        return changed
    }

    @Test("cut at any byte, a file gives its first frames or a clear line", arguments: files.indices)
    func cut(file: Int) throws {
        let (name, make) = Self.files[file]
        let bytes = try make()
        let whole = try play(bytes, name: name)
        #expect(whole.failure == nil)
        for length in bytes.indices {
            let cut = Array(bytes.prefix(length))
            guard let played = survive(cut, name) else { continue }
            #expect(played.frameCount <= whole.frameCount)
            if name.hasSuffix("mp3") { continue }
            #expect(played.words.elementsEqual(whole.words.prefix(played.words.count)), "\(length) bytes")
            #expect(played.failure != nil || played.frameCount == whole.frameCount, "\(length) bytes")
        }
    }

    @Test("with bytes changed by chance, a file gives sound or a clear line", arguments: files.indices)
    func flipped(file: Int) throws {
        let (name, make) = Self.files[file]
        let bytes = try make()
        var numbers = SeededNumbers(seed: UInt64(file))
        for round in 0..<300 {
            var changed = bytes
            // Every other round the changes are all in front, where the numbers are that others are counted by.
            let reach = round % 2 == 0 ? bytes.count : min(bytes.count, 80)
            for _ in 0..<Int.random(in: 1...8, using: &numbers) {
                changed[Int.random(in: 0..<reach, using: &numbers)] = UInt8.random(in: 0...255, using: &numbers)
            }
            _ = survive(changed, name)
        }
    }

    @Test(
        "bytes by chance behind a true mark are survived",
        arguments: ["fLaC", "RIFX\0\0\0\0WAVE", "RIFF\u{1}\u{1}\0\0WAVE", "ID3\u{3}\0\0\0\0\0\u{9}"])
    func noise(mark: String) {
        var numbers = SeededNumbers(seed: 21)
        for _ in 0..<200 {
            let count = Int.random(in: 0...4000, using: &numbers)
            _ = survive(Array(mark.utf8) + (0..<count).map { _ in UInt8.random(in: 0...255, using: &numbers) }, "x.mp3")
        }
    }

    /// Plays and seeks; nil when the file did not open. Whatever is thrown must name the file and say something.
    private func survive(_ bytes: [UInt8], _ name: String) -> Played? {
        do throws(AudioError) {
            let codec = try CodecTable.open(MemoryByteSource(bytes, name: name), beyond: RareCodecs.family)
            let info = codec.info
            #expect((1...1_536_000).contains(info.rate) && (1...32).contains(info.channels))
            #expect((info.frameCount ?? 0) >= 0)
            // A damaged header may promise hours; what is there is small, what is missing is silence.
            let played = play(codec, limit: 400_000, pieces: [4096])
            if let failure = played.failure { checkWords(failure, name) }
            for frame: Int64 in [100, 0, 2500, .max] {
                do throws(AudioError) {
                    try codec.seek(toFrame: frame)
                    _ = play(codec, limit: 300)
                } catch {
                    checkWords(error, name)
                }
            }
            return played
        } catch {
            checkWords(error, name)
            return nil
        }
    }

    private func checkWords(_ error: AudioError, _ name: String) {
        #expect(error.path == name)
        #expect(!error.message.isEmpty && !error.message.contains("\n"))
        #expect(error.code == .decode || error.code == .notSupported)
    }
}

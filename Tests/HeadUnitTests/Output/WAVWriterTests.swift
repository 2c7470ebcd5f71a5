import AudioCore
import Codecs
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import HeadUnit

@Suite("Writing WAV files")
struct WAVWriterTests {
    private let folder = TemporaryFolder()

    private func write(_ bytes: [UInt8], _ format: DeviceFormat, mayBeLarge: Bool = false) throws -> (RawPath, [UInt8])
    {
        let path = folder.file("out.wav")
        var writer = try WAVWriter(path, format: format, mayBeLarge: mayBeLarge)
        try bytes.withUnsafeBytes { all in
            let cut = bytes.count / 2 / format.bytesPerFrame * format.bytesPerFrame
            try writer.append(UnsafeRawBufferPointer(rebasing: all[..<cut]))
            try writer.append(UnsafeRawBufferPointer(rebasing: all[cut...]))
        }
        try writer.finish()
        return (path, Array(try Data(contentsOf: URL(filePath: path.shown))))
    }

    private static func format(_ channels: Int, _ layout: SampleLayout, rate: Int = 44100) -> DeviceFormat {
        DeviceFormat(rate: rate, channels: channels, layout: layout, significantBits: layout.bits)
    }

    private static func samples(_ format: DeviceFormat, frames: Int) -> [UInt8] {
        (0..<(frames * format.bytesPerFrame)).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ $0 >> 5) }
    }

    @Test(
        "a stereo file has the plain header of 44 bytes that Python's wave module reads",
        arguments: [SampleLayout.s16, .s24in3, .s32])
    func plain(layout: SampleLayout) throws {
        let format = Self.format(2, layout, rate: 48_000)
        let samples = Self.samples(format, frames: 1001)
        let (path, bytes) = try write(samples, format)
        #expect(Array(bytes[44...]) == samples)
        #expect(Array(bytes[..<4]) == Array("RIFF".utf8))
        let script = """
            import sys, wave
            f = wave.open(sys.argv[1], "rb")
            print(f.getnchannels(), f.getsampwidth(), f.getframerate(), f.getnframes(), len(f.readframes(10**6)))
            """
        let python = try Tool.run(["python3", "-c", script, path.shown])
        #expect(python == "2 \(layout.bytesPerSample) 48000 1001 \(samples.count)\n")
    }

    @Test("an odd number of bytes is padded, and the pad is not counted as sound")
    func padded() throws {
        let format = Self.format(1, .s24in3)
        let samples = Self.samples(format, frames: 7)
        let (_, bytes) = try write(samples, format)
        #expect(bytes.count == 44 + 22)
        #expect(Array(bytes[4..<8]) == [58, 0, 0, 0])
        #expect(Array(bytes[40..<44]) == [21, 0, 0, 0])
    }

    @Test(
        "our own reader finds every layout and channel count as it was written, with room for large sizes or without",
        arguments: [1, 2, 3, 6, 8], [SampleLayout.s16, .s24in3, .s32, .float32])
    func readBack(channels: Int, layout: SampleLayout) throws {
        for mayBeLarge in [false, true] {
            let format = Self.format(channels, layout)
            let (path, bytes) = try write(
                [UInt8](repeating: 0, count: 100 * format.bytesPerFrame), format, mayBeLarge: mayBeLarge)
            let info = try CodecTable.open(try FileByteSource(path)).info
            #expect(info.channels == channels)
            #expect(info.rate == 44100)
            #expect(info.frameCount == 100)
            #expect(info.bits == (layout == .float32 ? nil : layout.bits) || info.words == .float32)
            // More than two channels say where they belong: WAVE_FORMAT_EXTENSIBLE.
            let start = mayBeLarge ? 56 : 20
            #expect(
                Array(bytes[start..<(start + 2)]) == (channels > 2 ? [0xFE, 0xFF] : [layout == .float32 ? 3 : 1, 0]))
        }
    }

    @Test("six channels are those of 5.1, and the subformat is PCM's")
    func surround() {
        let header = WAVWriter.header(Self.format(6, .s24in3), dataBytes: 180, mayBeLarge: false)
        #expect(header.count == 68)
        #expect(Array(header[16..<20]) == [40, 0, 0, 0])
        #expect(Array(header[36..<46]) == [22, 0, 24, 0, 0x3F, 0, 0, 0, 1, 0])
    }

    @Test("above 4 GiB the file is RF64 with its sizes in 64 bits; up to there it is a RIFF with the room left free")
    func large() {
        let format = Self.format(2, .s32)
        let limit = Int64(UInt32.max) - 72
        for (dataBytes, isLarge) in [
            (Int64(800), false), (limit / 8 * 8, false), (limit / 8 * 8 + 8, true), (6_000_000_000, true),
        ] {
            let header = WAVWriter.header(format, dataBytes: dataBytes, mayBeLarge: true)
            #expect(header.count == 80)
            #expect(String(decoding: header[..<4], as: UTF8.self) == (isLarge ? "RF64" : "RIFF"))
            #expect(String(decoding: header[12..<16], as: UTF8.self) == (isLarge ? "ds64" : "JUNK"))
            #expect(Self.number(header[4..<8]) == (isLarge ? 0xFFFF_FFFF : UInt64(dataBytes + 72)))
            #expect(Self.number(header[76..<80]) == (isLarge ? 0xFFFF_FFFF : UInt64(dataBytes)))
            guard isLarge else { continue }
            #expect(Self.number(header[20..<28]) == UInt64(dataBytes + 72))
            #expect(Self.number(header[28..<36]) == UInt64(dataBytes))
            #expect(Self.number(header[36..<44]) == UInt64(dataBytes / 8))
        }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    @Test("a file that cannot be made says which and why, and a device that is full says so")
    func refused() throws {
        let format = Self.format(2, .s16)
        #expect(throws: AudioError(.notSupported, path: folder.path, "cannot be written: is a directory")) {
            try Self.make(RawPath(folder.path), format)
        }
        #expect(throws: AudioError(.notSupported, path: "/dev/full", "cannot be written: no space left on device")) {
            try Self.make(RawPath("/dev/full"), format)
        }
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    }

    @Test("a file that is not finished leaves nothing behind, and what stood in its place stays")
    func unfinished() throws {
        let format = Self.format(2, .s16)
        let old: [UInt8] = Array("music of before".utf8)
        try folder.write(old, to: "old.wav")
        for name in ["old.wav", "new.wav"] {
            var writer = try WAVWriter(folder.file(name), format: format, mayBeLarge: false)
            try [UInt8](repeating: 7, count: 4000).withUnsafeBytes { try writer.append($0) }
            #expect(try names.count == 2, "it is written beside its place")
        }
        #expect(try names == ["old.wav"])
        #expect(Array(try Data(contentsOf: URL(filePath: folder.path + "/old.wav"))) == old)
    }

    @Test("a finished file replaces the one before with its rights, also behind a link, and leaves nothing beside it")
    func replaced() throws {
        let format = Self.format(2, .s16)
        try folder.write([1, 2, 3], to: "old.wav")
        chmod(folder.path + "/old.wav", 0o640)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/link.wav", withDestinationPath: folder.path + "/old.wav")
        try Self.make(folder.file("link.wav"), format)
        #expect(try names == ["link.wav", "old.wav"])
        var status = stat()
        #expect(lstat(folder.path + "/link.wav", &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
        #expect(lstat(folder.path + "/old.wav", &status) == 0 && status.st_size == 44)
        #expect(status.st_mode & 0o777 == 0o640)
        // A link to what is not there yet makes the file it leads to.
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/far.wav", withDestinationPath: folder.path + "/far-away.wav")
        try Self.make(folder.file("far.wav"), format)
        #expect(try names == ["far-away.wav", "far.wav", "link.wav", "old.wav"])
    }

    @Test("a name as long as names can be has room for the file beside it")
    func longName() throws {
        let name = String(repeating: "n", count: 251) + ".wav"
        try Self.make(folder.file(name), Self.format(1, .s16))
        #expect(try names == [name])
    }

    @Test("two writers of one place do not meet; the one that finishes last stays")
    func twoWriters() throws {
        let format = Self.format(1, .s16)
        var first = try WAVWriter(folder.file("a.wav"), format: format, mayBeLarge: false)
        var second = try WAVWriter(folder.file("a.wav"), format: format, mayBeLarge: false)
        try [UInt8](repeating: 1, count: 2).withUnsafeBytes { try first.append($0) }
        try [UInt8](repeating: 2, count: 4).withUnsafeBytes { try second.append($0) }
        try second.finish()
        try first.finish()
        #expect(try names == ["a.wav"])
        #expect(Array(try Data(contentsOf: URL(filePath: folder.path + "/a.wav")).suffix(2)) == [1, 1])
    }

    private static func make(_ path: RawPath, _ format: DeviceFormat) throws {
        var writer = try WAVWriter(path, format: format, mayBeLarge: false)
        try writer.finish()
    }
}

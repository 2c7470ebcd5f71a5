// Writes a WAV file as it grows. One owner; the thread that renders.

import AudioCore

/// A RIFF/WAVE file: integer PCM or 32-bit float; above 4 GiB it becomes RF64 (EBU Tech 3306).
struct WAVWriter: ~Copyable {
    private let file: OutputFile
    private let name: String
    private let format: DeviceFormat
    private let mayBeLarge: Bool
    private var dataBytes: Int64 = 0

    /// Creates or replaces `path` when it is finished; without that nothing of it is left.
    /// - Parameter mayBeLarge: keeps room in the header for 64-bit sizes; without it the header is the plain one that
    ///   every reader knows, and the file must stay below 4 GiB.
    /// - Throws: `notSupported` naming the path when it cannot be written.
    init(_ path: RawPath, format: DeviceFormat, mayBeLarge: Bool) throws(AudioError) {
        let file = try OutputFile(path)
        try file.append(Self.header(format, dataBytes: 0, mayBeLarge: mayBeLarge))
        self.file = file
        name = path.shown
        self.format = format
        self.mayBeLarge = mayBeLarge
    }

    /// Appends whole frames in the format's layout.
    /// - Throws: when the medium takes no more, or a plain header could not say how large the file is.
    mutating func append(_ frames: UnsafeRawBufferPointer) throws(AudioError) {
        guard mayBeLarge || dataBytes + Int64(frames.count) < Int64(UInt32.max) - 128 else {
            throw AudioError(.notSupported, path: name, "would be larger than 4 GiB, against what its files say")
        }
        try file.append(frames)
        dataBytes += Int64(frames.count)
    }

    /// Writes the sizes into the header; the file is complete after it.
    mutating func finish() throws(AudioError) {
        if dataBytes % 2 == 1 { try file.append([0]) }
        try file.replaceStart(with: Self.header(format, dataBytes: dataBytes, mayBeLarge: mayBeLarge))
        try file.complete()
    }

    /// The header of a file with `dataBytes` of samples: 44 bytes in the plain form.
    static func header(_ format: DeviceFormat, dataBytes: Int64, mayBeLarge: Bool) -> [UInt8] {
        let subformat = subformat(format)
        let headerBytes = 12 + (mayBeLarge ? 36 : 0) + 8 + subformat.count + 8
        let riffBytes = Int64(headerBytes - 8) + dataBytes + dataBytes % 2
        let isLarge = riffBytes > Int64(UInt32.max)
        var header = LittleEndianBytes()
        header.text(isLarge ? "RF64" : "RIFF")
        header.number(isLarge ? UInt32.max : UInt32(riffBytes))
        header.text("WAVE")
        if mayBeLarge {
            header.text(isLarge ? "ds64" : "JUNK")
            header.number(UInt32(28))
            header.number(isLarge ? UInt64(riffBytes) : 0)
            header.number(isLarge ? UInt64(dataBytes) : 0)
            header.number(isLarge ? UInt64(dataBytes) / UInt64(format.bytesPerFrame) : 0)
            header.number(UInt32(0))
        }
        header.text("fmt ")
        header.number(UInt32(subformat.count))
        header.bytes += subformat
        header.text("data")
        header.number(isLarge ? UInt32.max : UInt32(dataBytes))
        return header.bytes
    }

    /// The `fmt ` chunk: plain for mono and stereo, WAVE_FORMAT_EXTENSIBLE beyond.
    private static func subformat(_ format: DeviceFormat) -> [UInt8] {
        let tag: UInt16 = format.layout == .float32 ? 3 : 1
        let isPlain = format.channels <= 2
        var chunk = LittleEndianBytes()
        chunk.number(isPlain ? tag : 0xFFFE)
        chunk.number(UInt16(format.channels))
        chunk.number(UInt32(format.rate))
        chunk.number(UInt32(format.rate * format.bytesPerFrame))
        chunk.number(UInt16(format.bytesPerFrame))
        chunk.number(UInt16(format.layout.bytesPerSample * 8))
        guard !isPlain else { return chunk.bytes }
        chunk.number(UInt16(22))
        chunk.number(UInt16(format.layout == .float32 ? 32 : format.significantBits))
        chunk.number(channelMask(format.channels))
        chunk.number(tag)
        // The rest of KSDATAFORMAT_SUBTYPE_PCM and _IEEE_FLOAT.
        chunk.bytes += [0x00, 0x00, 0x00, 0x00, 0x10, 0x00, 0x80, 0x00, 0x00, 0xAA, 0x00, 0x38, 0x9B, 0x71]
        return chunk.bytes
    }

    /// Speaker positions of WAVEFORMATEXTENSIBLE for the usual layouts of 1 to 8 channels.
    private static func channelMask(_ channels: Int) -> UInt32 {
        let masks: [UInt32] = [0x4, 0x3, 0x7, 0x33, 0x37, 0x3F, 0x13F, 0x63F]
        return (1...8).contains(channels) ? masks[channels - 1] : 0
    }
}

/// Bytes being put together.
private struct LittleEndianBytes {
    var bytes: [UInt8] = []

    mutating func text(_ string: String) { bytes += Array(string.utf8) }

    mutating func number<Value: FixedWidthInteger>(_ value: Value) {
        withUnsafeBytes(of: value.littleEndian) { bytes += Array($0) }
    }
}

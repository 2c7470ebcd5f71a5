// The family of formats that FFmpeg plays. Any thread may ask; the decoder's thread and the scanner's workers open.

public import AudioCore

/// What is played by FFmpeg, whose libraries are opened with the first such file.
public enum RareCodecs {
    public static let family = CodecFamily(
        names: RareFormat.all.map(\.name).reduce(into: []) { if !$0.contains($1) { $0.append($1) } },
        extensions: Set((RareFormat.all + RareFormat.secondHand).flatMap(\.extensions)),
        recognises: { RareFormat.of(head: $0) != nil },
        name: { name in (RareFormat.all + RareFormat.secondHand).first { $0.extensions.contains(name) }?.name },
        open: open)

    @Sendable
    private static func open(
        _ source: any ByteSource, _ start: Int64, _ head: [UInt8]
    ) throws(AudioError) -> any AudioCodec {
        guard let format = RareFormat.of(head: head) else {
            throw AudioError(.notSupported, path: source.name, "is of an unknown kind")
        }
        guard let library = FFmpegLibrary.shared else {
            let package = "libavformat\(FFmpegLibrary.majorVersion)"
            throw AudioError(
                .notSupported, path: source.name,
                "is \(format.name), which needs FFmpeg's libraries: apt install \(package)")
        }
        return try RareCodec(library, source, start: start, format: format, head: head)
    }
}

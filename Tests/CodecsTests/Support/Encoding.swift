// Fixtures made by the encoders themselves.

import FoundationEssentials
import TestSupport

enum Encoding {
    /// Encodes by `flac` with these options.
    static func flac(_ signal: Signal, _ options: String...) throws -> [UInt8] {
        var writer = WAVWriter(signal)
        // Only the extensible form may carry more than two channels or bits that do not fill their bytes.
        writer.isExtensible = signal.channels > 2 || signal.bits % 8 != 0
        return try convert(writer.bytes, to: "flac") { input, output in
            ["flac", "-s", "-f", "--channel-map=none"] + options + ["-o", output, input]
        }
    }

    /// Encodes by `lame` with these options.
    static func mp3(_ signal: Signal, _ options: String...) throws -> [UInt8] {
        try convert(WAVWriter(signal).bytes, to: "mp3") { input, output in
            ["lame", "--quiet"] + options + [input, output]
        }
    }

    /// Encodes by `ffmpeg` with these options; the format follows the extension.
    static func ffmpeg(_ signal: Signal, to format: String, _ options: String...) throws -> [UInt8] {
        try convert(WAVWriter(signal).bytes, to: format) { input, output in
            ["ffmpeg", "-v", "quiet", "-y", "-i", input] + options + [output]
        }
    }

    /// Runs a tool over a file of `bytes`, which `arguments` name together with the result.
    static func convert(
        _ bytes: [UInt8], from input: String = "wav", to output: String,
        _ arguments: (_ input: String, _ output: String) -> [String]
    ) throws -> [UInt8] {
        let folder = TemporaryFolder()
        let source = try folder.write(bytes, to: "in.\(input)")
        let result = folder.path + "/out.\(output)"
        try runTool(arguments(source.shown, result))
        return Array(try Data(contentsOf: URL(filePath: result)))
    }
}

// An equalizer's curve in a file of its own. Any thread; it reads the disk.
//
// {"graphic": [6, 5, 4, 2, 0, 0, 0, 0, 0, 0]}: ten gains in decibels, or {"parametric": [{"type": "peak",
// "frequency": 63, "gain": -3, "q": 1.4}, …]}: at most ten bands.

import AudioCore
import FoundationEssentials
import TemplateKit

/// Reads equalizer curves.
enum EqualizerFile {
    private static let largestFile = 64 << 10

    /// The curve in the file at `path`, switched on unless the file says otherwise.
    /// - Throws: `notSupported` with the place of the first mistake and what would be right there.
    static func read(_ path: RawPath) throws(AudioError) -> EqualizerSettings {
        let bytes = try FileByteSource(path).readBytes(largestFile + 1)
        guard bytes.count <= largestFile else {
            throw AudioError(.notSupported, path: path.shown, "is no equalizer curve: larger than 64 KiB")
        }
        return try read(SourceText(file: path.shown, bytes: bytes))
    }

    /// The same as a value, for a worker's answer.
    static func result(_ path: RawPath) -> Result<EqualizerSettings, AudioError> {
        do throws(AudioError) {
            return .success(try read(path))
        } catch {
            return .failure(error)
        }
    }

    /// The curve in a text.
    static func read(_ source: SourceText) throws(AudioError) -> EqualizerSettings {
        let (root, faults) = JSONParser.parse(source)
        if let fault = faults.first { throw error(fault) }
        do {
            return try JSONDecoder().decode(EqualizerSettings.self, from: Data(source.bytes))
        } catch let failure as DecodingError {
            throw error(DecodingFault(failure).located(in: source, root))
        } catch {
            throw AudioError(.notSupported, path: source.file, "is no equalizer curve")
        }
    }

    private static func error(_ fault: DocumentFault) -> AudioError {
        AudioError(.notSupported, path: "\(fault.file):\(fault.line):\(fault.column)", fault.message)
    }
}

// Whether a file beside the documents is a picture that can be drawn. Any thread.

import Artwork
import AudioCore
import SDLDisplay

/// A file that a document may name in the place of a cover or an icon.
enum PictureFile {
    /// What is wrong with it, and in brackets what would be right; nil when it can be drawn.
    static func fault(_ path: RawPath) -> String? {
        if let problem = AssetFile.problem(path) { return problem }
        if path.lowercasedExtension == "svg" { return IconFile.fault(path.shown) }
        do throws(AudioError) {
            let file = try FileByteSource(path)
            guard (file.size ?? 0) <= AssetFile.largest else { return "is too large (a smaller picture)" }
            return isPicture(try file.readBytes(Int(file.size ?? 0))) ? nil : "is no picture (a JPEG or a PNG)"
        } catch {
            return "cannot be read (a JPEG or a PNG)"
        }
    }

    private static func isPicture(_ bytes: [UInt8]) -> Bool {
        do throws(ArtworkError) {
            _ = try ImageDecoder.decode(bytes, targetWidth: 64, targetHeight: 64)
            return true
        } catch {
            return false
        }
    }
}

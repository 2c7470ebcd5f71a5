// Which drawing is whose, and as what file. Pure; any thread.

import Artwork
import AudioCore

/// The drawings of the collection.
enum Cover: Sendable, CaseIterable {
    case nightCity, slowCoast, winterGarden

    func draw() -> Bitmap {
        switch self {
        case .nightCity: NightCity.draw()
        case .slowCoast: SlowCoastCover.draw()
        case .winterGarden: WinterGardenCover.draw()
        }
    }
}

/// A cover as a file.
struct CoverFiles: Sendable {
    var bytes: [UInt8]
    var fileExtension: String

    /// Inside sound files, and for pictures full of grain, a JPEG; cut paper keeps its edges as a PNG.
    init(_ cover: Cover, isEmbedded: Bool) throws(AudioError) {
        let picture = cover.draw()
        guard cover == .winterGarden && !isEmbedded else {
            bytes = JPEGWriter.write(picture, quality: 90)
            fileExtension = "jpg"
            return
        }
        do throws(ArtworkError) {
            bytes = try picture.pngData()
        } catch {
            throw AudioError(.notSupported, path: "cover.png", error.description)
        }
        fileExtension = "png"
    }
}

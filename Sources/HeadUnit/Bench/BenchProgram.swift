// A program behind the stage for measuring frames: the shipped screens over synthetic rows. Main thread.

import SDLDisplay
import Scene
import TemplateKit

/// Gives the stage its screens, an endless track, and covers that come a few frames late.
@MainActor
final class BenchProgram: StageProgram {
    let assets: ScreenAssets
    private let records: BenchRecords
    /// Seconds into the track; nil: nothing plays.
    var seconds: Double?

    init(assets: ScreenAssets, trackCount: Int) {
        self.assets = assets
        records = BenchRecords(trackCount: trackCount)
    }

    func screen(named name: String, parameters: [String: FieldValue]) -> (any Screen)? {
        guard assets.documents.names.contains(name) else { return nil }
        return DocumentScreen(name, parameters: parameters, of: assets.documents, provider: records)
    }

    func perform(_ action: Action, token: ActionToken) -> ActionOutcome { .done }
    func request(_ request: StageRequest) {}

    var position: PlaybackPosition? {
        seconds.map { PlaybackPosition(seconds: $0, duration: BenchRecords.duration, isMoving: true) }
    }
    var volume: VolumeLevel? { VolumeLevel(decibels: -20) }

    func palette(for image: Image) -> CoverPalette? {
        CoverPalette(dominant: Color(red: 0x1D, green: 0x42, blue: 0x65))
    }
}

/// Synthetic records, made as they are asked for.
@MainActor
private final class BenchRecords: RecordProvider {
    static let duration = 215.0
    private let trackCount: Int

    init(trackCount: Int) { self.trackCount = trackCount }

    func records(for reference: SourceReference) -> any RecordSource {
        switch reference.name {
        case "tracks": BenchTracks(count: trackCount)
        case "player": StaticRecords([Self.player])
        default: StaticRecords([])
        }
    }

    private static let player: Record = [
        "title": .text("A title of the usual length"), "artist": .text("An artist"), "album": .text("An album (1998)"),
        "cover": .image(.cover("playing")), "position": .duration(0), "duration": .duration(duration),
        "isSeekable": .flag(true), "isPlaying": .flag(true), "hasPrevious": .flag(true), "hasNext": .flag(true),
        "isStream": .flag(false), "isShuffled": .flag(true), "isRepeating": .flag(false), "loudness": .count(2),
        "repeatIcon": .image(.icon("repeat")), "isLiked": .flag(true), "isVolumeFixed": .flag(false),
    ]
}

/// Tracks that all differ, in order, with ten to a cover.
@MainActor
private final class BenchTracks: RecordSource {
    let keys: [Int32]
    let index: [IndexLetter]
    let revision = 0
    var onChange: (@MainActor () -> Void)?

    init(count: Int) {
        keys = Array(0..<Int32(count))
        index = (0..<26).map { IndexLetter(String(Character(Unicode.Scalar(UInt8(65 + $0)))), row: $0 * count / 26) }
    }

    var count: Int { keys.count }

    func record(at index: Int) -> Record? {
        let letter = Character(Unicode.Scalar(UInt8(65 + index * 26 / count)))
        return [
            "id": .key(Int32(index)), "title": .text("\(letter) song about number \(index)"),
            "artist": .text("Artist \(index / 100)"), "album": .text("Album \(index / 10)"),
            "cover": .image(.cover("\(index / 10)")), "duration": .duration(Double(120 + index % 300)),
            "isPlaying": .flag(index == 3),
        ]
    }
}

/// Covers of one colour each, which come at the third asking.
@MainActor
final class BenchCovers: ImageProviding {
    private var askings: [ImageRequest: Int] = [:]
    /// Pictures by size: making them is a worker's business and not measured.
    private var pictures: [Int: PixelBuffer] = [:]

    func pixels(for request: ImageRequest) -> PixelBuffer? {
        askings[request, default: 0] += 1
        guard askings[request] == 3 else { return nil }
        askings[request] = 0
        let size = request.width << 16 | request.height
        if let known = pictures[size] { return known }
        let pixels = [UInt32](repeating: 0xFF1D_4265, count: request.width * request.height)
        pictures[size] = PixelBuffer(width: request.width, height: request.height, pixels: pixels)
        return pictures[size]
    }
}

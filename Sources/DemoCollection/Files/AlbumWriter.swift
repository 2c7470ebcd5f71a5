// Pieces into finished sound: an album is written when its last piece is done. Each job runs on one worker.

import AudioCore
import Glibc

/// A piece, or pieces joined into one, as it will stand in a file.
struct FinishedSound: Sendable {
    var audio: EncodedAudio
    /// Frames.
    var frameCount: Int
    /// First frames of the pieces.
    var starts: [Int]
    var tracks: [Measured]
    /// What the gates of the album's loudness need.
    var energies: [[Double]]
}

/// Joins, dithers, measures and encodes pieces one after the other. One thread.
final class SoundFinisher {
    private let album: Album
    private let encoder: FLACEncoder
    private let quantizer: SampleQuantizer
    private let words: UnsafeMutablePointer<Int32>
    private let shift: Int32

    /// Frames encoded at a time.
    private static let chunk = 4096

    /// - Throws: `notSupported` when memory is short.
    init(_ album: Album, seed: UInt64) throws(AudioError) {
        guard let encoder = FLACEncoder(rate: album.rate, bits: album.bits) else { throw Self.noMemory(album) }
        self.album = album
        self.encoder = encoder
        quantizer = SampleQuantizer(
            DeviceFormat(rate: album.rate, channels: 2, layout: .s32, significantBits: album.bits), seed: seed)
        shift = Int32(32 - album.bits)
        words = .allocate(capacity: 2 * Self.chunk)
        words.initialize(repeating: 0, count: 2 * Self.chunk)
    }

    deinit { words.deallocate() }

    private static func noMemory(_ album: Album) -> AudioError {
        AudioError(.notSupported, path: album.title, "too little memory for the FLAC encoder")
    }

    /// Plays `pieces` and encodes them; the end of each sounds into the next.
    /// - Parameter pieceDone: called after each piece with its number in `pieces`.
    func finish(_ pieces: [Piece], pieceDone: (Int) -> Void) throws(AudioError) -> FinishedSound {
        // Of one file each track begins on a frame of the cue sheet.
        let unit = album.isOneFile ? album.rate / 75 : 1
        var starts: [Int] = []
        var tracks: [Measured] = []
        var energies: [[Double]] = []
        var position = 0
        var carried: [Double] = []
        for (index, piece) in pieces.enumerated() {
            let mastered = MasteredPiece(
                piece.compose(piece.seed), rate: album.rate, unit: unit, loudness: piece.loudness)
            for (at, sample) in carried.enumerated() where at < 2 * mastered.count { mastered.samples[at] += sample }
            let kept = Int(piece.overlap * Double(album.rate)) / unit * unit
            let own = index + 1 < pieces.count ? mastered.count - kept : mastered.count
            carried = (2 * own..<2 * mastered.count).map { mastered.samples[$0] }
            let (measured, energy) = try encode(mastered.samples, count: own)
            starts.append(position)
            tracks.append(measured)
            energies.append(energy)
            position += own
            pieceDone(index)
        }
        guard let audio = encoder.finish() else { throw Self.noMemory(album) }
        return FinishedSound(
            audio: audio, frameCount: position, starts: starts, tracks: tracks, energies: energies)
    }

    /// Dithers and encodes, and measures what really stands in the file.
    private func encode(
        _ samples: UnsafeMutablePointer<Double>, count: Int
    ) throws(AudioError) -> (Measured, [Double]) {
        var meter = LoudnessMeter(rate: album.rate)
        var peak = 0.0
        let unit = 1 / Double(1 << (album.bits - 1))
        var done = 0
        while done < count {
            let part = min(Self.chunk, count - done)
            quantizer.store(samples + 2 * done, frameCount: part, into: words)
            for index in 0..<(2 * part) {
                words[index] >>= shift
                let value = Double(words[index]) * unit
                peak = max(peak, value.magnitude)
                // The samples are needed once more, for the true peak of the file.
                samples[2 * done + index] = value
            }
            meter.add(samples + 2 * done, count: part)
            guard encoder.encode(words, count: part) else { throw Self.noMemory(album) }
            done += part
        }
        let truePeak = TruePeak.highest(samples, count: count)
        return (Measured(loudness: meter.loudness, peak: peak, truePeak: truePeak), meter.pieces)
    }
}

/// The files of one album in its folder.
struct AlbumWriter {
    let album: Album
    /// `Artist/Album` inside the collection.
    let folder: RawPath

    init(_ album: Album, in collection: RawPath) {
        self.album = album
        folder = collection.appending(album.artist).appending(album.title)
    }

    /// Writes sounds, cue sheet and cover.
    /// - Parameter sounds: one a piece, or one for all.
    /// - Returns: the files written.
    func write(_ sounds: [FinishedSound], cover: CoverFiles) throws(AudioError) -> [DemoCollection.File] {
        let tracks = sounds.flatMap(\.tracks)
        let whole = Measured(
            loudness: LoudnessMeter.loudness(of: sounds.flatMap(\.energies)),
            peak: tracks.map(\.peak).max() ?? 0, truePeak: tracks.map(\.truePeak).max() ?? 0)
        try FileWriting.makeFolder(folder)
        var files: [DemoCollection.File] = []
        for (index, sound) in sounds.enumerated() {
            let name =
                album.isOneFile
                ? "\(album.title).flac" : "\(Album.twoDigits(index + 1)) \(album.pieces[index].title).flac"
            let measured = album.isOneFile ? whole : sound.tracks[0]
            let head = FLACFile.head(
                sound.audio, tags: album.tags(of: album.isOneFile ? nil : index, track: measured, album: whole),
                cover: album.coverPlace == .embedded ? cover.bytes : nil)
            let path = folder.appending(name)
            try FileWriting.write([head, sound.audio.frames], to: path)
            files.append(
                .init(
                    path: path, seconds: Double(sound.frameCount) / Double(album.rate),
                    byteCount: head.count + sound.audio.frames.count, loudness: measured.loudness,
                    truePeak: 20 * log10(measured.truePeak)))
            if album.isOneFile {
                let sheet = Array(
                    album.cueSheet(fileName: name, starts: sound.starts, tracks: tracks, album: whole).utf8)
                let path = folder.appending("\(album.title).cue")
                try FileWriting.write([sheet], to: path)
                files.append(.init(path: path, byteCount: sheet.count))
            }
        }
        if album.coverPlace == .folder {
            let path = folder.appending("cover.\(cover.fileExtension)")
            try FileWriting.write([cover.bytes], to: path)
            files.append(.init(path: path, byteCount: cover.bytes.count))
        }
        return files
    }
}

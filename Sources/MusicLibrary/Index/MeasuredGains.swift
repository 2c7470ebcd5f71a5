// The measurements of a library by file and cue track, for whoever opens music. Immutable; any thread.

public import AudioCore

/// Looks up what was measured of a thing to play.
public struct MeasuredGains: Sendable {
    private struct Kept: Sendable {
        var gain: MeasuredGain
        var stamp: FileStamp
    }

    private var gains: [TrackIdentity: Kept] = [:]

    /// Nothing measured.
    public init() {}

    public init(_ snapshot: LibrarySnapshot) {
        for track in snapshot.tracks {
            guard let gain = track.measured else { continue }
            gains[track.identity] = Kept(gain: gain, stamp: FileStamp(size: track.size, modified: track.modified))
        }
    }

    /// What was measured of `item`; nil when nothing was, or its file has changed since. Looks at the file's size and
    /// time: the decoder's thread and workers.
    public func gain(of item: QueueItem) -> TrackGain? {
        guard let kept = gains[TrackIdentity(path: item.path.normalized, cueTrack: item.cueTrack)],
            let now = FileStamp(of: item.path), kept.stamp.matches(now)
        else { return nil }
        return kept.gain.gain
    }

    /// The common gain of the cue sheet tracks in `file`: that of their album; nil when nothing was measured.
    public func albumGain(ofSheetTracksIn file: RawPath, numbers: [Int]) -> TrackGain? {
        for number in numbers {
            guard let gain = gain(of: QueueItem(path: file, cueTrack: number)), gain.album != nil else { continue }
            return TrackGain(album: gain.album, albumPeak: gain.albumPeak, origin: .measured)
        }
        return nil
    }
}

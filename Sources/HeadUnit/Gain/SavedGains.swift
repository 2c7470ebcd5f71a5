// The measurements in the saved library, for runs that open none: `play`, `render`, `info`. Decoder's thread, or whoever
// asks.

import AudioCore
import MusicLibrary
import Synchronization

/// Reads the saved library when it is first asked, and never again.
final class SavedGains: Sendable {
    private let store: LibraryStore
    private let read = Mutex<MeasuredGains?>(nil)

    /// - Parameter cache: the cache folder.
    init(cache: RawPath) {
        store = LibraryStore(folder: cache)
    }

    /// Those of the cache folder of this run; nil where there is none.
    /// - Parameter flag: the folder of `--cache`.
    static func ofProgram(_ flag: RawPath?) -> SavedGains? {
        guard let folders = try? StateFolders(flags: StateFolders.Flags(cache: flag), report: { _ in }) else {
            return nil
        }
        return SavedGains(cache: folders.cache)
    }

    /// Everything measured. Blocks on the disk the first time; a library that cannot be used is an empty one: the head
    /// unit says what is wrong with it.
    var all: MeasuredGains {
        read.withLock { read in
            let gains = read ?? MeasuredGains(store.load { _ in }.snapshot)
            read = gains
            return gains
        }
    }

    /// What was measured of `item`, however its folder was typed.
    func gain(of item: QueueItem) -> TrackGain? {
        all.gain(of: QueueItem(path: item.path.absolute.canonical, cueTrack: item.cueTrack))
    }
}

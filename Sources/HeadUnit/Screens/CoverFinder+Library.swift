// Where the bytes of a cover come from: the track's own file, or what the library knows. Workers.

import Artwork
import AudioCore
import Glibc
import MusicLibrary

extension CoverFinder {
    /// Finds covers by the keys of our records: of the file that plays, and the library's own.
    @MainActor
    static func finding(_ library: LibraryService) -> CoverFinding {
        let covers = library.covers
        return { key in
            if let path = CoverKey.path(key) { return found(of: path) }
            return covers.source(for: key).map { source in
                FoundCover(source: source) { (try? covers.bytes(for: key))?.bytes ?? [] }
            }
        }
    }

    /// The cover of one file, told from its tags and its folder.
    static func found(of path: RawPath) -> FoundCover? {
        do throws(AudioError) {
            let tags = try TagReader.read(try FileByteSource(path))
            switch cover(tags, of: path) {
            case .embedded(let picture)?: return found(path, picture)
            case .folder(let image)?: return found(image, nil)
            case nil: return nil
            }
        } catch {
            return nil
        }
    }

    /// The picture in a file, or the file itself.
    static func found(_ path: RawPath, _ picture: EmbeddedPicture?) -> FoundCover? {
        var status = stat()
        guard path.withCString({ stat($0, &status) }) == 0 else { return nil }
        let modified = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
        let source = CoverSource(
            path: path.bytes, modified: modified, size: Int64(status.st_size), offset: picture?.offset ?? 0)
        return FoundCover(source: source) {
            do throws(AudioError) {
                let bytes = try FileByteSource(path)
                guard let picture else { return try bytes.readBytes(Int(min(bytes.size ?? 0, 1 << 24))) }
                return try picture.read(from: bytes)
            } catch {
                return []
            }
        }
    }
}

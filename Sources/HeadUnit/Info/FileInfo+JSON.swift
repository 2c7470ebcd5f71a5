// The contract's `info` line.

import AudioCore
import MusicLibrary

extension FileInfo {
    var json: JSON {
        .object([
            ("kind", "info"), ("path", .string(path.shown)), ("uri", .string(MusicFolders.uri(path))),
            ("container", .string(stream.container)), ("codec", .string(stream.codec)),
            ("rate", JSON(stream.rate)), ("bits", JSON(stream.bits)), ("channels", JSON(stream.channels)),
            ("frames", JSON(stream.frameCount)), ("duration", JSON(duration, decimals: 3)),
            ("lossless", .bool(stream.isLossless)), ("bitrate", JSON(stream.bitrate)),
            ("tags", tagsJSON), ("gain", gainJSON), ("cover", coverJSON),
            ("tracks", .array(tracks.map(Self.trackJSON))),
        ])
    }

    /// Seconds; nil when the stream does not say.
    var duration: Double? { stream.frameCount.map { Double($0) / Double(stream.rate) } }

    private var tagsJSON: JSON {
        .object([
            ("title", JSON(tags.title)), ("artists", JSON(tags.artists)), ("album", JSON(tags.album)),
            ("albumArtists", JSON(tags.albumArtists)), ("track", JSON(tags.track)),
            ("trackTotal", JSON(tags.trackTotal)), ("disc", JSON(tags.disc)), ("discTotal", JSON(tags.discTotal)),
            ("year", JSON(tags.year)), ("genres", JSON(tags.genres)), ("compilation", .bool(tags.compilation)),
            ("composer", JSON(tags.composer)), ("sortTitle", JSON(tags.sortTitle)),
            ("sortArtist", JSON(tags.sortArtist)), ("sortAlbum", JSON(tags.sortAlbum)),
        ])
    }

    private var gainJSON: JSON {
        guard let gain else { return .null }
        return .object([
            ("track", JSON(gain.track, decimals: 6)), ("trackPeak", JSON(gain.trackPeak, decimals: 6)),
            ("album", JSON(gain.album, decimals: 6)), ("albumPeak", JSON(gain.albumPeak, decimals: 6)),
            ("from", .string(gain.origin.rawValue)),
        ])
    }

    private var coverJSON: JSON {
        guard let cover else { return .null }
        return .object([
            ("type", .string("\(cover.header.type)")), ("width", JSON(cover.header.width)),
            ("height", JSON(cover.header.height)), ("from", .string(cover.isEmbedded ? "embedded" : "folder")),
        ])
    }

    private static func trackJSON(_ track: Track) -> JSON {
        .object([
            ("number", JSON(track.number)), ("title", JSON(track.title)), ("artists", JSON(track.performers)),
            ("startFrame", JSON(track.startFrame)), ("endFrame", JSON(track.endFrame)),
        ])
    }
}

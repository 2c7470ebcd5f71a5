// Tags and cue sheets of the collection. Pure; any thread.

import Glibc

/// What has been measured of a piece or an album.
struct Measured: Hashable, Sendable {
    /// LUFS.
    var loudness: Double
    /// The largest sample of the file, 1 = full scale.
    var peak: Double
    /// The largest true peak.
    var truePeak: Double

    /// ReplayGain 2.0: what brings the loudness to −18 LUFS, in dB.
    var gain: String { (loudness < 0 ? Self.signed(-18 - loudness) : "0.00") + " dB" }
    var peakText: String { Self.fixed(peak, 6) }

    /// What rounds to nothing counts as positive.
    static func signed(_ number: Double) -> String { (number > -0.005 ? "+" : "") + fixed(number, 2) }

    /// Decimal with `places` digits behind the point.
    static func fixed(_ number: Double, _ places: Int) -> String {
        let scale = Int(pow(10, Double(places)))
        let units = Int((number.magnitude * Double(scale)).rounded())
        let rest = String(units % scale)
        let zeros = String(repeating: "0", count: places - rest.count)
        return (number < 0 && units > 0 ? "-" : "") + "\(units / scale).\(zeros)\(rest)"
    }
}

extension Album {
    /// The Vorbis comment of piece `index`, or of the whole album when it is one file.
    func tags(of index: Int?, track: Measured, album: Measured) -> [(name: String, value: String)] {
        var tags: [(name: String, value: String)] = []
        tags.append(("TITLE", index.map { pieces[$0].title } ?? title))
        tags.append(("ARTIST", artist))
        tags.append(("ARTISTSORT", sortArtist))
        tags.append(("ALBUMARTIST", artist))
        tags.append(("ALBUM", title))
        tags.append(("ALBUMSORT", sortTitle))
        if let index {
            tags.append(("TRACKNUMBER", String(index + 1)))
            tags.append(("TRACKTOTAL", String(pieces.count)))
        }
        tags.append(("DATE", date))
        tags.append(("GENRE", genre))
        tags.append(("REPLAYGAIN_TRACK_GAIN", track.gain))
        tags.append(("REPLAYGAIN_TRACK_PEAK", track.peakText))
        tags.append(("REPLAYGAIN_ALBUM_GAIN", album.gain))
        tags.append(("REPLAYGAIN_ALBUM_PEAK", album.peakText))
        return tags
    }

    /// The cue sheet of an album in one file.
    /// - Parameters:
    ///   - fileName: of the sound file beside it.
    ///   - starts: first frame of each piece: whole seventy-fifths of a second.
    func cueSheet(fileName: String, starts: [Int], tracks: [Measured], album: Measured) -> String {
        var lines = ["REM GENRE \(genre)", "REM DATE \(date)"]
        lines.append("REM REPLAYGAIN_ALBUM_GAIN \(album.gain)")
        lines.append("REM REPLAYGAIN_ALBUM_PEAK \(album.peakText)")
        lines.append("PERFORMER \"\(artist)\"")
        lines.append("TITLE \"\(title)\"")
        lines.append("FILE \"\(fileName)\" WAVE")
        for (index, piece) in pieces.enumerated() {
            lines.append("  TRACK \(Self.twoDigits(index + 1)) AUDIO")
            lines.append("    TITLE \"\(piece.title)\"")
            lines.append("    PERFORMER \"\(artist)\"")
            lines.append("    REM REPLAYGAIN_TRACK_GAIN \(tracks[index].gain)")
            lines.append("    REM REPLAYGAIN_TRACK_PEAK \(tracks[index].peakText)")
            lines.append("    INDEX 01 \(cueTime(starts[index]))")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// `MM:SS:FF` of a frame.
    private func cueTime(_ frame: Int) -> String {
        let cueFrames = frame / (rate / 75)
        return [cueFrames / 4500, cueFrames / 75 % 60, cueFrames % 75].map(Self.twoDigits).joined(separator: ":")
    }

    static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}

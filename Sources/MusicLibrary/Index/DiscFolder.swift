// Folders that are one disc of an album: "CD1", "Disc 2". Values; any thread.

import AudioCore

/// Where a track's album lies, and which disc of it the folder says.
struct DiscFolder: Hashable {
    /// The album's folder: above a disc's folder, else the folder itself.
    var album: RawPath
    var disc: Int?

    init(of folder: RawPath) {
        album = folder
        guard let number = Self.number(in: folder.lastComponent), folder.directory != folder else { return }
        album = folder.directory
        disc = number
    }

    /// The number of a folder named as a disc: a word for it, a number of up to two digits, and then nothing or what
    /// is no letter or figure: `CD1`, `cd 02`, `Disc 1 - Live`, `Диск 2`, `[CD3]`.
    static func number(in name: [UInt8]) -> Int? {
        let text = String(decoding: name, as: UTF8.self).lowercased().drop { "([ ".contains($0) }
        for word in ["cd", "disc", "disk", "диск", "disque", "disco", "ディスク"] where text.hasPrefix(word) {
            let rest = text.dropFirst(word.count).drop { " _-.#".contains($0) }
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            guard (1...2).contains(digits.count), let number = Int(digits), number > 0 else { continue }
            if let next = rest.dropFirst(digits.count).first, next.isLetter || next.isNumber { continue }
            return number
        }
        return nil
    }
}

/// Remembers the folders of many tracks.
struct DiscFolders {
    private var known: [ArraySlice<UInt8>: DiscFolder] = [:]

    /// The folder a file lies in.
    mutating func folder(of path: RawPath) -> DiscFolder {
        let directory = path.bytes[..<(path.bytes.lastIndex(of: UInt8(ascii: "/")) ?? 0)]
        if let found = known[directory] { return found }
        let made = DiscFolder(of: path.directory)
        known[directory] = made
        return made
    }
}

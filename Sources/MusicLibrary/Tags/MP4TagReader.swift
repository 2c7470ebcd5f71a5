// The tags of MP4 files, as iTunes writes them. Workers.

import AudioCore

/// Reads `moov.udta.meta.ilst` (QuickTime File Format, "Metadata"; the items are Apple's, in common use).
struct MP4TagReader {
    private static let maximumItemCount = 1000

    private let boxes: MP4BoxWalk
    private var fields = TagFields()

    /// The fields of the file that begins at `start`.
    static func read(_ window: SourceWindow, at start: Int64) throws(AudioError) -> TagFields {
        var reader = MP4TagReader(boxes: MP4BoxWalk(window: window))
        let boxes = reader.boxes
        guard let movie = try boxes.first("moov", in: start..<window.size) else { return TagFields() }
        for user in try boxes.all("udta", in: movie, limit: 4) {
            // Apple's `meta` has four bytes of version in front; QuickTime's has none.
            guard let meta = try boxes.first("meta", in: user) else { continue }
            let isPlain = try window.bytes(at: meta.lowerBound, count: 8).hasASCII("hdlr", at: 4)
            let inside = (isPlain ? meta.lowerBound : min(meta.lowerBound + 4, meta.upperBound))..<meta.upperBound
            guard let list = try boxes.first("ilst", in: inside) else { continue }
            for item in try boxes.children(of: list, limit: maximumItemCount) { try reader.read(item) }
        }
        return reader.fields
    }

    private init(boxes: MP4BoxWalk) {
        self.boxes = boxes
    }

    private mutating func read(_ item: MP4BoxWalk.Box) throws(AudioError) {
        switch item.kind {
        case "trkn": try addPair(item, number: "TRACKNUMBER", total: "TRACKTOTAL")
        case "disk": try addPair(item, number: "DISCNUMBER", total: "DISCTOTAL")
        case "cpil":
            if let value = try values(item, limit: 8).first, value.last == 1 { fields.add("1", to: "COMPILATION") }
        case "gnre":
            // ID3v1's number, counted from 1.
            if let value = try values(item, limit: 8).first, let number = value.bigEndian(at: 0, count: 2),
                let name = Genres.name(number - 1)
            {
                fields.add(name, to: "GENRE")
            }
        case "covr": try addPictures(item)
        case "----": try addFreeForm(item)
        default:
            guard let name = MP4ItemNames.fields[item.kind] else { return }
            for value in try values(item, limit: TagFields.maximumLength(of: name)) {
                fields.add(LegacyText.decodeDeclaredUTF8(value), to: name)
            }
        }
    }

    /// The contents of an item's `data` boxes, without the eight bytes of type and locale; longer ones are left out.
    private func values(_ item: MP4BoxWalk.Box, limit: Int) throws(AudioError) -> [[UInt8]] {
        var values: [[UInt8]] = []
        for data in try boxes.all("data", in: item.body, limit: TagFields.maximumValueCount)
        where data.count >= 8 && data.count <= Int64(limit) + 8 {
            values.append(try boxes.window.bytes(at: data.lowerBound + 8, count: Int(data.count) - 8))
        }
        return values
    }

    /// Two bytes of nothing, two of number, two of total.
    private mutating func addPair(_ item: MP4BoxWalk.Box, number: String, total: String) throws(AudioError) {
        guard let value = try values(item, limit: 16).first else { return }
        if let first = value.bigEndian(at: 2, count: 2), first > 0 { fields.add("\(first)", to: number) }
        if let second = value.bigEndian(at: 4, count: 2), second > 0 { fields.add("\(second)", to: total) }
    }

    /// Every picture is a front cover; type 13 is JPEG, 14 PNG.
    private mutating func addPictures(_ item: MP4BoxWalk.Box) throws(AudioError) {
        for data in try boxes.all("data", in: item.body, limit: TagFields.maximumPictureCount) where data.count > 8 {
            let type = try boxes.window.bytes(at: data.lowerBound, count: 4).bigEndian(at: 0)
            let mime = type == 13 ? "image/jpeg" : type == 14 ? "image/png" : nil
            fields.add(
                EmbeddedPicture(
                    offset: data.lowerBound + 8, storedLength: Int(clamping: Int64(data.count) - 8), mimeType: mime,
                    pictureType: EmbeddedPicture.frontCover))
        }
    }

    /// `mean` names who defined the item, `name` what it is: ReplayGain, MusicBrainz, iTunes' gapless comment.
    private mutating func addFreeForm(_ item: MP4BoxWalk.Box) throws(AudioError) {
        guard let body = try boxes.first("name", in: item.body), body.count > 4, body.count <= 68 else { return }
        let bytes = try boxes.window.bytes(at: body.lowerBound + 4, count: Int(body.count) - 4)
        let name = String(decoding: bytes, as: UTF8.self).uppercased()
        let limit = TagFields.maximumLength(of: name)
        guard limit > 0 else { return }
        for value in try values(item, limit: limit) { fields.add(LegacyText.decodeDeclaredUTF8(value), to: name) }
    }
}

/// Which item means which field.
private enum MP4ItemNames {
    static let fields = [
        "\u{A9}nam": "TITLE", "\u{A9}ART": "ARTIST", "\u{A9}alb": "ALBUM", "aART": "ALBUMARTIST", "\u{A9}day": "DATE",
        "\u{A9}gen": "GENRE", "\u{A9}wrt": "COMPOSER", "sonm": "TITLESORT", "soar": "ARTISTSORT", "soal": "ALBUMSORT",
    ]
}

// What an MP4 file says of the samples that its encoder added. Values; read by the codec's thread.

import AudioCore

/// Which samples of a track are played: those that iTunes' comment names, else those of the edit list.
struct MP4Trim: Equatable {
    /// Ticks a second that the two numbers count.
    var timescale: Int
    /// Ticks cut from the front.
    var lead: Int64 = 0
    /// Ticks played behind them; nil plays to the end of the media.
    var count: Int64?

    /// More than any encoder adds to the front, in ticks.
    private static let mostLead: Int64 = 1 << 16

    /// Looks through the movie of the file that starts at `start`; nil when it has none of sound.
    static func read(_ source: any ByteSource, start: Int64) throws(AudioError) -> MP4Trim? {
        guard source.isSeekable, let size = source.size, start < size else { return nil }
        let boxes = MP4Boxes(source: source)
        guard let movie = try boxes.first("moov", in: start..<size) else { return nil }
        for track in try boxes.all("trak", in: movie) {
            let media = try boxes.first("mdia", in: track)
            let handler = try boxes.bytes(try boxes.first("hdlr", in: media), from: 8, count: 4)
            guard handler.elementsEqual("soun".utf8) else { continue }
            guard let (timescale, length) = try times(boxes, try boxes.first("mdhd", in: media)) else { return nil }
            var trim = MP4Trim(timescale: timescale)
            if let comment = try comment(boxes, movie) {
                trim.take(comment, length: length)
            } else if let edit = try edit(boxes, try boxes.at("edts", "elst", in: track)) {
                let movieScale = try times(boxes, try boxes.first("mvhd", in: movie))?.timescale
                trim.take(edit, movieScale: movieScale ?? timescale, length: length)
            }
            return trim
        }
        return nil
    }

    /// Ticks a second and ticks in all of a media or movie header (ISO/IEC 14496-12, 8.2.2 and 8.4.2).
    private static func times(
        _ boxes: MP4Boxes, _ body: Range<Int64>?
    ) throws(AudioError) -> (timescale: Int, length: Int64)? {
        let bytes = try boxes.bytes(body, count: 32)
        let isLong = bytes.first == 1
        guard bytes.count >= (isLong ? 32 : 20) else { return nil }
        let scale = Int(MP4Boxes.number(isLong ? bytes[20..<24] : bytes[12..<16]))
        let length = MP4Boxes.number(isLong ? bytes[24..<32] : bytes[16..<20])
        return scale > 0 ? (scale, Int64(clamping: length)) : nil
    }

    /// The one edit that plays media: its length in the movie's ticks and its start in the media's (8.6.6).
    private static func edit(
        _ boxes: MP4Boxes, _ body: Range<Int64>?
    ) throws(AudioError) -> (length: Int64, start: Int64)? {
        let bytes = try boxes.bytes(body, count: 8 + 20 * 8)
        guard bytes.count >= 8 else { return nil }
        let entry = bytes[0] == 1 ? 20 : 12
        let count = min(Int(clamping: MP4Boxes.number(bytes[4..<8])), (bytes.count - 8) / entry)
        var edits: [(Int64, Int64)] = []
        for index in 0..<count {
            let start = 8 + index * entry
            let half = start + (entry - 4) / 2
            let length = Int64(clamping: MP4Boxes.number(bytes[start..<half]))
            let number = MP4Boxes.number(bytes[half..<(start + entry - 4)])
            let media = entry == 20 ? Int64(bitPattern: number) : Int64(Int32(truncatingIfNeeded: number))
            // −1 is a pause before the sound, not a part of it.
            if media >= 0 { edits.append((length, media)) }
        }
        return edits.count == 1 ? edits[0] : nil
    }

    /// iTunes' comment `iTunSMPB`: ` 00000000 DDDDDDDD PPPPPPPP SSSSSSSSSSSSSSSS`, delay, padding and samples.
    private static func comment(
        _ boxes: MP4Boxes, _ movie: Range<Int64>
    ) throws(AudioError) -> (delay: Int64, count: Int64)? {
        guard let meta = try boxes.at("udta", "meta", in: movie), meta.count > 4 else { return nil }
        let list = try boxes.first("ilst", in: (meta.lowerBound + 4)..<meta.upperBound)
        for item in try boxes.all("----", in: list, limit: 1000) {
            let name = try boxes.bytes(try boxes.first("name", in: item), from: 4, count: 16)
            guard name.elementsEqual("iTunSMPB".utf8) else { continue }
            let text = try boxes.bytes(try boxes.first("data", in: item), from: 8, count: 200)
            return parse(String(decoding: text, as: UTF8.self))
        }
        return nil
    }

    /// Delay and samples of the comment's text; nil when they cannot be.
    static func parse(_ text: String) -> (delay: Int64, count: Int64)? {
        let fields = text.split(separator: " ")
        guard fields.count >= 4, let delay = Int64(fields[1], radix: 16), let count = Int64(fields[3], radix: 16),
            (0...mostLead).contains(delay), count > 0
        else { return nil }
        return (delay, count)
    }

    private mutating func take(_ comment: (delay: Int64, count: Int64), length: Int64) {
        guard comment.delay <= length else { return }
        lead = comment.delay
        count = min(comment.count, length - lead)
    }

    /// The edit's length is in ticks of the movie, often milliseconds: where it ends within such a tick of the media's
    /// own end, that end is meant.
    private mutating func take(_ edit: (length: Int64, start: Int64), movieScale: Int, length: Int64) {
        guard edit.start <= Self.mostLead, edit.start <= length else { return }
        lead = edit.start
        let rest = length - lead
        guard edit.length > 0, edit.length < 1 << 40, timescale < 1 << 22, movieScale < 1 << 32 else { return }
        let wanted = edit.length * Int64(timescale) / Int64(movieScale)
        let tick = Int64(timescale / movieScale) + 1
        if wanted < rest - tick { count = wanted }
    }
}

// The bytes of a body with metadata, as a SHOUTcast server writes them.

enum ICYBody {
    /// One block; nil: nothing has changed.
    static func block(_ title: String?) -> [UInt8] { block(bytes: title.map { Array($0.utf8) }) }

    static func block(bytes title: [UInt8]?) -> [UInt8] {
        guard let title else { return [0] }
        var text = Array("StreamTitle='".utf8) + title + Array("';".utf8)
        let count = min((text.count + 15) / 16, 255)
        text = Array(text.prefix(count * 16))
        text += [UInt8](repeating: 0, count: count * 16 - text.count)
        return [UInt8(count)] + text
    }

    /// `sound` with the titles behind each `interval` bytes of it.
    static func body(_ sound: [UInt8], interval: Int, titles: [Int: String]) -> [UInt8] {
        var body: [UInt8] = []
        var place = 0
        var number = 0
        while place < sound.count {
            let end = min(place + interval, sound.count)
            body += sound[place..<end]
            if end - place == interval { body += block(titles[number]) }
            place = end
            number += 1
        }
        return body
    }
}

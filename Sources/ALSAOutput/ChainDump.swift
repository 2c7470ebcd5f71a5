// The text of `snd_pcm_dump` taken apart: one part for each PCM of the chain. Values; any thread.

/// The PCMs that libasound's description of a chain names, ours first, with what it says of each.
///
/// The dump functions of alsa-lib 1.2.8 (src/pcm/pcm_*.c) write a PCM's name, then settings of its own, then `Its setup
/// is:` with indented lines, then what it is on: behind `Slave: ` or `Slave #0: `, or, by plug-ins that share a device,
/// with nothing in front.
struct ChainDump {
    struct Part {
        /// `Route conversion PCM (sformat=S16_LE)`.
        var name: Substring
        /// Lines between the name and the setup, as they stand.
        var settings: [Substring] = []
        /// `format`: `S16_LE`, `rate`: `44100`, `channels`: `2` …
        var setup: [String: String] = [:]
    }

    private(set) var parts: [Part] = []

    init(_ text: String) {
        /// Where the lines that follow belong.
        enum Place { case start, settings, setup }
        var place = Place.start
        for line in text.split(separator: "\n") {
            if let name = Self.slave(line) ?? (place == .start ? line : nil) {
                parts.append(Part(name: Self.withoutPlug(name)))
                place = .settings
            } else if line == "Its setup is:" {
                place = .setup
            } else if place == .setup, line.first == " " {
                let (key, value) = Self.field(line)
                parts[parts.count - 1].setup[key] = value
            } else if place == .setup {
                parts.append(Part(name: Self.withoutPlug(line)))
                place = .settings
            } else {
                parts[parts.count - 1].settings.append(line)
            }
        }
    }

    /// The name behind `Slave: ` or `Slave #0: `; nil for other lines.
    private static func slave(_ line: Substring) -> Substring? {
        guard var rest = line.rest(after: "Slave") else { return nil }
        if let numbered = rest.rest(after: " #") { rest = numbered.drop { $0.isASCII && $0.isNumber } }
        return rest.rest(after: ": ")
    }

    /// `plug` passes on, or puts converters behind itself that are named in its place.
    private static func withoutPlug(_ line: Substring) -> Substring {
        var name = line
        while let rest = name.rest(after: "Plug PCM: ") ?? slave(name) { name = rest }
        return name
    }

    private static func field(_ line: Substring) -> (String, String) {
        let colon = line.firstIndex(of: ":") ?? line.endIndex
        return (SystemTree.trimmed(String(line[..<colon])), SystemTree.trimmed(String(line[colon...].dropFirst())))
    }
}

extension Substring {
    /// What follows `prefix`; nil where it does not stand in front.
    func rest(after prefix: String) -> Substring? {
        hasPrefix(prefix) ? dropFirst(prefix.count) : nil
    }
}

extension ChainDump.Part {
    /// Frames per second of its setup.
    var rate: Int? { setup["rate"].flatMap { Int($0) } }
    var channels: Int? { setup["channels"].flatMap { Int($0) } }

    /// Bits of a sample in its setup; nil where samples are no plain integers.
    var bits: Int? { setup["format"].flatMap(Self.bits) }

    /// `S16_LE`: 16, `S24_3LE` and `S24_LE`: 24, an S/PDIF subframe: 24; nil for float and for encodings.
    private static func bits(of format: String) -> Int? {
        if format.hasPrefix("IEC958_SUBFRAME") { return 24 }
        guard format.first == "S" || format.first == "U" else { return nil }
        let digits = format.dropFirst().prefix { $0.isASCII && $0.isNumber }
        guard let bits = Int(digits), (1...32).contains(bits) else { return nil }
        return bits
    }

    /// The words in the settings lines that bind each channel to one of what is behind, as numbers: `0 <- 1` is
    /// [0, 1], `0: slave 0, channel 1` is [0, 0, 1]. Nil when a line holds anything but that.
    var bindings: [[Int]]? {
        var rows: [[Int]] = []
        for line in settings where line.hasPrefix("    ") {
            var numbers: [Int] = []
            for word in line.split(whereSeparator: { " :,".contains($0) }) {
                if let number = Int(word) {
                    numbers.append(number)
                } else if !["<-", "slave", "channel"].contains(word) {
                    return nil
                }
            }
            rows.append(numbers)
        }
        return rows.isEmpty ? nil : rows
    }

    /// Every channel goes to the channel of its own number, of one device, and nothing is scaled or added.
    var bindsStraight: Bool {
        guard let bindings, bindings.count == channels else { return false }
        return bindings.enumerated().allSatisfy { index, row in
            row.count >= 2 && row[0] == index && row[row.count - 1] == index
                && row.dropFirst().dropLast().allSatisfy { $0 == 0 }
        }
    }
}

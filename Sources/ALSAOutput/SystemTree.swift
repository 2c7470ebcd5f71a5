// What the kernel tells about sound cards under /proc and /sys. Any thread but the real-time part of one.

import AudioCore
import Glibc

/// What a substream runs at, by the kernel's word.
struct WireFormat: Equatable {
    /// ALSA's spelling.
    var formatName: String
    /// Hertz.
    var rate: Int
    var channels: Int
}

/// The kernel's files, from a root that tests replace.
struct SystemTree: Sendable {
    /// Without a slash at its end: "" is the real one.
    var root = ""

    /// What the substream runs at; nil when it is closed, not set up or not to be seen.
    func wire(of address: HardwareAddress) -> WireFormat? {
        let folder = "/proc/asound/card\(address.card)/pcm\(address.device)p/sub\(address.subdevice)"
        return read("\(folder)/hw_params").flatMap(Self.wire(parsing:))
    }

    /// Reads lines `name: value` of Documentation/sound/designs/procfile.rst; `closed` and `no setup` give nil.
    static func wire(parsing text: String) -> WireFormat? {
        let fields = fields(of: text)
        guard let formatName = fields["format"], let channels = fields["channels"].flatMap({ Int($0) }),
            let rate = fields["rate"]?.split(separator: " ").first.flatMap({ Int($0) })
        else { return nil }
        return WireFormat(formatName: formatName, rate: rate, channels: channels)
    }

    /// The process that has the device open.
    func holder(of device: String) -> (pid: Int, name: String)? {
        guard let (card, number) = Self.address(of: device) else { return nil }
        for folder in cardFolders(card) {
            for subdevice in 0..<8 {
                guard let status = read("\(folder)/pcm\(number)p/sub\(subdevice)/status"),
                    let pid = Self.fields(of: status)["owner_pid"].flatMap({ Int($0) })
                else { continue }
                return (pid, read("/proc/\(pid)/comm").map(Self.trimmed) ?? "unknown")
            }
        }
        return nil
    }

    /// What a device that cannot be opened runs at now.
    func wire(ofDevice device: String) -> WireFormat? {
        guard let (card, number) = Self.address(of: device) else { return nil }
        return cardFolders(card).lazy.compactMap { folder in
            read("\(folder)/pcm\(number)p/sub0/hw_params").flatMap(Self.wire(parsing:))
        }.first
    }

    /// Card and device of `hw:CARD=x,DEV=n`, `hw:x,n` and the like; nil for names without a card.
    static func address(of device: String) -> (card: String, device: Int)? {
        guard let colon = device.firstIndex(of: ":") else { return nil }
        let known = ["hw", "plughw", "hdmi", "front", "sysdefault", "iec958", "dmix"]
        guard known.contains(String(device[..<colon])) else { return nil }
        var card: Substring?
        var number = 0
        for (place, part) in device[device.index(after: colon)...].split(separator: ",").enumerated() {
            if part.hasPrefix("CARD=") {
                card = part.dropFirst(5)
            } else if part.hasPrefix("DEV=") {
                number = Int(part.dropFirst(4)) ?? 0
            } else if !part.contains("="), place == 0 {
                card = part
            } else if !part.contains("="), place == 1 {
                number = Int(part) ?? 0
            }
        }
        return card.map { (String($0), number) }
    }

    /// Where a card of this id or number may stand.
    private func cardFolders(_ card: String) -> [String] {
        guard !card.contains("/") else { return [] }
        return Int(card) == nil ? ["/proc/asound/\(card)"] : ["/proc/asound/card\(card)"]
    }

    static func fields(of text: String) -> [String: String] {
        var fields: [String: String] = [:]
        for line in text.split(separator: "\n") {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let name = trimmed(String(line[..<colon]))
            if fields[name] == nil { fields[name] = trimmed(String(line[line.index(after: colon)...])) }
        }
        return fields
    }

    static func trimmed(_ text: String) -> String {
        let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\n" }
        var rest = text.drop(while: isSpace)
        while let last = rest.last, isSpace(last) { rest.removeLast() }
        return String(rest)
    }

    /// The text of a file, at most 64 KiB of it; nil when it cannot be read.
    func read(_ path: String) -> String? {
        let descriptor = open(root + path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        var filled = 0
        while filled < bytes.count {
            let got = bytes.withUnsafeMutableBytes { buffer in
                Glibc.read(descriptor, buffer.baseAddress.map { $0 + filled }, buffer.count - filled)
            }
            if got < 0 { return nil }
            if got == 0 { break }
            filled += got
        }
        return String(decoding: bytes[..<filled], as: UTF8.self)
    }

    /// Where a symbolic link points; nil when it is none.
    func destination(of path: String) -> String? {
        let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
            count = buffer.withMemoryRebound(to: CChar.self) { characters in
                guard let base = characters.baseAddress else { return 0 }
                return max(readlink(root + path, base, characters.count), 0)
            }
        }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    func exists(_ path: String) -> Bool { access(root + path, F_OK) == 0 }
}

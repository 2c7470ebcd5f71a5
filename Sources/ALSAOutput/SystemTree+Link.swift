// How a card is connected, from what the kernel shows of it. Any thread but the real-time part of one.

import AudioCore

extension SystemTree {
    /// The link of a playback device, by the card's number.
    func link(card: Int, device: Int) -> OutputLink {
        let folder = "/proc/asound/card\(card)"
        if exists("\(folder)/usbid") { return .usb }
        let info = Self.fields(of: read("\(folder)/pcm\(device)p/info") ?? "")
        let id = Self.trimmed(read("\(folder)/id") ?? "").lowercased()
        let names = [info["id"], info["name"]].compactMap { $0?.lowercased() }
        if id.hasPrefix("vc4hdmi") || names.contains(where: { $0.contains("hdmi") || $0.contains("displayport") }) {
            return .hdmi
        }
        let path = destination(of: "/sys/class/sound/card\(card)") ?? ""
        if path.contains("/usb") { return .usb }
        return Self.isI2S(id: id, path: path) ? .i2s : .analog
    }

    /// Boards on the I2S pins are sound cards of the device tree: their node is named `sound`. The ids are those of
    /// boards whose overlay puts its node elsewhere.
    private static func isI2S(id: String, path: String) -> Bool {
        let parts = path.split(separator: "/")
        if let place = parts.lastIndex(of: "sound"), place > 0,
            parts[place - 1].split(separator: ":").last?.hasPrefix("sound") ?? false
        {
            return true
        }
        let known = [
            "sndrpi", "hifiberry", "iqaudio", "bossdac", "boss2", "pianodac", "katana", "max98357a", "wm8960",
            "justboom", "allo", "audioinjector", "pisound", "googlevoiceh",
        ]
        return known.contains { id.hasPrefix($0) }
    }

    /// The rates and formats that a USB card declares for playing, which can be read while it is in use.
    func usbCapabilities(card: Int, device: Int) -> (rates: [Int], formats: [String])? {
        guard let text = read("/proc/asound/card\(card)/stream\(device)") else { return nil }
        var rates = Set<Int>()
        var formats: [String] = []
        var isPlayback = false
        for line in text.split(separator: "\n") {
            let line = Self.trimmed(String(line))
            if line == "Playback:" || line == "Capture:" { isPlayback = line == "Playback:" }
            guard isPlayback else { continue }
            if line.hasPrefix("Rates:") {
                rates.formUnion(Self.rates(declared: String(line.dropFirst(6))))
            } else if line.hasPrefix("Format:") {
                let name = Self.trimmed(String(line.dropFirst(7)))
                if !formats.contains(name) { formats.append(name) }
            }
        }
        return formats.isEmpty ? nil : (rates.sorted(), formats)
    }

    /// `44100, 48000` or `8000 - 96000 (continuous)`, of which the usual rates are given.
    private static func rates(declared text: String) -> [Int] {
        let numbers = text.split { !($0.isASCII && $0.isNumber) }.compactMap { Int($0) }
        guard text.contains("continuous"), let low = numbers.first, let high = numbers.last, low <= high else {
            return numbers
        }
        return DeviceProbe.rates.filter { (low...high).contains($0) }
    }
}

// The PCMs that configuration files define beside the cards. Any thread but the real-time part of one.

import CALSA
import Glibc

/// A name that a configuration file offers.
struct DeviceHint: Equatable {
    var name: String
    /// One line.
    var description: String
}

enum DeviceHints {
    /// What libasound offers for playing and is worth offering on.
    static func offered() -> [DeviceHint] {
        calsa_keep_messages()
        var list: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
        guard snd_device_name_hint(-1, "pcm", &list) >= 0, let list else { return [] }
        defer { snd_device_name_free_hint(list) }
        var hints: [DeviceHint] = []
        var place = 0
        while let hint = list[place] {
            place += 1
            guard let name = text(of: hint, "NAME"), text(of: hint, "IOID") != "Input", isWorthOffering(name) else {
                continue
            }
            let words = (text(of: hint, "DESC") ?? name).split(separator: "\n").joined(separator: ", ")
            hints.append(DeviceHint(name: name, description: words))
        }
        return hints
    }

    /// False for names that stand for a card, which is listed by itself, and for stages that are no destination.
    static func isWorthOffering(_ name: String) -> Bool {
        let kind = String(name.prefix { $0 != ":" })
        let ofCards: Set = [
            "hw", "plughw", "sysdefault", "front", "rear", "center_lfe", "side", "surround21", "surround40",
            "surround41", "surround50", "surround51", "surround71", "iec958", "spdif", "hdmi", "modem", "phoneline",
            "dmix", "dsnoop", "usbstream",
        ]
        let stages: Set = [
            "null", "lavrate", "samplerate", "speexrate", "speex", "upmix", "vdownmix", "a52", "plug", "file", "tee",
            "asym", "softvol", "shm", "oss",
            // Asking it would register a client with a server, or start one.
            "jack",
        ]
        if stages.contains(kind) || kind.hasPrefix("lavrate_") || kind.hasPrefix("samplerate_")
            || kind.hasPrefix("speexrate_")
        {
            return false
        }
        return !ofCards.contains(kind) && !(kind == "default" && name != "default")
    }

    private static func text(of hint: UnsafeMutableRawPointer, _ key: String) -> String? {
        guard let text = snd_device_name_get_hint(hint, key) else { return nil }
        defer { free(text) }
        return String(cString: text)
    }
}

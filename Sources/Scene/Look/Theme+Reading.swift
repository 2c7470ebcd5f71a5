// A theme out of its file. Pure functions; any thread.

public import TemplateKit

extension Theme {
    /// The names of the colours, in the order of the file.
    private static let colorNames = [
        "background", "panel", "raised", "text", "dim", "accent", "accentText", "line", "control", "danger",
        "dangerText", "scrim", "coverBacking",
    ]

    /// The colours that others may shine through.
    private static let translucent: Set<String> = ["scrim", "line"]

    private mutating func set(_ name: String, to color: Color) {
        switch name {
        case "background": background = color
        case "panel": panel = color
        case "raised": raised = color
        case "text": text = color
        case "dim": dim = color
        case "accent": accent = color
        case "accentText": accentText = color
        case "line": line = color
        case "control": control = color
        case "danger": danger = color
        case "dangerText": dangerText = color
        case "scrim": scrim = color
        case "coverBacking": coverBacking = color
        default: preconditionFailure("a colour of the table that is not set: \(name)")
        }
    }

    /// Reads an object of colours, `"#RRGGBB"` or `"#RRGGBBAA"`, with `name` and `coverOpacity` (0 to 1).
    /// Gives a theme only when nothing is wrong with it, its contrasts included.
    /// - Parameter base: what the file leaves out is as it is there; without it the file has to be whole.
    public static func read(
        _ source: SourceText, over base: Theme? = nil
    ) -> (theme: Theme?, faults: [DocumentFault]) {
        let (root, parseFaults) = JSONParser.parse(source)
        var faults = parseFaults
        func add(_ offset: Int, _ message: @autoclosure () -> String) {
            guard faults.count < DocumentFault.mostPerFile else { return }
            faults.append(source.fault(at: offset, message()))
        }
        guard let root, case .object(let members) = root.value else {
            if faults.isEmpty { add(root?.offset ?? 0, "is no object (a theme is an object of colours)") }
            return (nil, faults)
        }
        var theme = base ?? .night
        var missing = Set(colorNames + ["name", "coverOpacity"])
        for member in members {
            guard missing.remove(member.key) != nil else {
                let hint = Nearest.hint(for: member.key, among: ["name", "coverOpacity"] + colorNames)
                add(member.keyOffset, "unknown key \"\(member.key.prefix(40))\" (\(hint))")
                continue
            }
            if member.key == "name" {
                theme.name = member.node.string ?? ""
                if theme.name.isEmpty { add(member.node.offset, "\"name\" is no text (\"night\")") }
            } else if member.key == "coverOpacity" {
                if case .number(let share) = member.node.value, share >= 0, share <= 1 {
                    theme.coverOpacity = UInt8((share * 255).rounded())
                } else {
                    add(member.node.offset, "\"coverOpacity\" is no number from 0 to 1")
                }
            } else if let color = member.node.string.flatMap(Color.init(hex:)) {
                theme.set(member.key, to: color)
                // What is written on would shine through, and its contrast be another.
                if color.alpha < 255, !translucent.contains(member.key) {
                    let right = "\"#RRGGBB\"; only scrim and line may be"
                    add(member.node.offset, "\"\(member.key)\" is translucent (\(right))")
                }
            } else {
                add(member.node.offset, "\"\(member.key)\" is no colour (\"#RRGGBB\")")
            }
        }
        for key in missing.sorted() where base == nil { add(root.offset, "\"\(key)\" is missing") }
        guard faults.isEmpty else { return (nil, faults) }
        for (key, message) in theme.contrastFaults { add(root[key]?.offset ?? root.offset, message) }
        return (faults.isEmpty ? theme : nil, faults)
    }
}

extension Color {
    /// `#RRGGBB`, without its alpha.
    var hex: String {
        "#"
            + [red, green, blue].map { channel in
                let digits = String(channel, radix: 16)
                return channel < 16 ? "0" + digits : digits
            }.joined()
    }

    /// `#RRGGBB` or `#RRGGBBAA`; nil for anything else.
    init?(hex: String) {
        let digits = Array(hex.utf8.dropFirst())
        guard hex.utf8.first == UInt8(ascii: "#"), digits.count == 6 || digits.count == 8 else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = Self.value(digits[index]), let low = Self.value(digits[index + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        self.init(red: bytes[0], green: bytes[1], blue: bytes[2], alpha: bytes.count == 4 ? bytes[3] : 255)
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

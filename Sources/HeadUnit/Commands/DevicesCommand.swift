// `carillon devices`: the outputs there are, by names that stay the same over boots.

import ALSAOutput
import AudioCore

/// Lists output devices.
@MainActor
enum DevicesCommand {
    static let subcommand = Subcommand(
        name: "devices", summary: "list output devices with the formats and rates they take", help: help, run: run)

    private static let help = """
        Usage: carillon devices [--json]

        Lists output devices by card id (stable, unlike card numbers), how they are connected, and what they take.
        The one marked with * is used when nothing else is configured.
        """

    private static func run(_ words: [[UInt8]]) throws(UsageError) -> Int32 {
        var isJSON = false
        var reader = ArgumentReader(words)
        while let word = try reader.next() {
            switch word {
            case .flag("--json"): isJSON = true
            case .flag(let flag): throw .unknown(flag, among: ["--json", "--help"])
            case .operand(let bytes):
                throw UsageError("devices takes no operand, not “\(String(decoding: bytes, as: UTF8.self))”")
            }
        }
        let devices = DeviceList.all()
        isJSON ? Console().result(json(devices).text) : show(devices)
        return 0
    }

    private static func json(_ devices: [OutputDevice]) -> JSON {
        .object([
            ("kind", "devices"),
            (
                "devices",
                .array(
                    devices.map { device in
                        .object([
                            ("id", .string(device.id)), ("name", .string(device.name)),
                            ("link", .string(device.link.rawValue)),
                            ("rates", .array(device.rates.map { JSON($0) })), ("formats", JSON(device.formats)),
                            ("default", .bool(device.isDefault)),
                        ])
                    })
            ),
        ])
    }

    private static func show(_ devices: [OutputDevice]) {
        let console = Console()
        if devices.isEmpty { console.words("No output device. carillon --audio null: plays to the clock.") }
        for device in devices {
            console.words("\(device.isDefault ? "*" : " ") \(device.id)")
            console.words("    \(device.name) (\(device.link.rawValue))")
            if let note = device.note { console.words("    \(note)") }
            if !device.rates.isEmpty {
                console.words("    \(device.rates.map { "\($0)" }.joined(separator: " ")) Hz")
                console.words("    \(device.formats.joined(separator: " "))")
            }
        }
    }
}

// The system's Bluetooth service, asked over D-Bus. It blocks: a worker's thread.

public import AudioCore
import CBlueZ
import Glibc

public enum BlueZ {
    /// Microseconds until an answer is given up.
    private static let patience: UInt64 = 2_000_000
    /// More streams than any computer has.
    private static let mostTransports = 32

    /// The streams there are. Asking never starts the service.
    /// - Parameter address: of the bus, in the spelling of D-Bus; nil for the system's.
    /// - Throws: `notSupported` when libsystemd is not there, `device` when nobody answers.
    public static func transports(address: String? = nil) throws(AudioError) -> [BluetoothTransport] {
        if let reason = cbluez_open() {
            throw AudioError(.notSupported, "Bluetooth is not asked for its codec: \(String(cString: reason))")
        }
        var found = [cbluez_transport](repeating: cbluez_transport(), count: mostTransports)
        let count = found.withUnsafeMutableBufferPointer { room -> Int32 in
            guard let address else { return cbluez_transports(nil, patience, room.baseAddress, room.count) }
            return address.withCString { cbluez_transports($0, patience, room.baseAddress, room.count) }
        }
        guard count >= 0 else {
            let reason = count == -EHOSTUNREACH ? "BlueZ does not run" : String(cString: strerror(-count))
            throw AudioError(.device, "Bluetooth is not asked for its codec: \(reason)")
        }
        return found.prefix(Int(count)).map(BluetoothTransport.init)
    }
}

extension BluetoothTransport {
    fileprivate init(_ transport: cbluez_transport) {
        let configuration = withUnsafeBytes(of: transport.configuration) { bytes in
            Array(bytes.prefix(transport.configuration_size))
        }
        self.init(
            address: BluetoothAddress.first(in: Self.text(transport.texts.0)) ?? "",
            profile: Self.text(transport.texts.1).lowercased(), isActive: Self.text(transport.texts.2) == "active",
            codec: transport.codec, configuration: configuration)
    }

    /// The characters of a C array in front of its first zero.
    private static func text<Characters>(_ characters: Characters) -> String {
        withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}

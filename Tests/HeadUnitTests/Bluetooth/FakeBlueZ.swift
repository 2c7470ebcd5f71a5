// A bus of its own with a Bluetooth service that only answers what streams there are.

import AudioCore
import FoundationEssentials
import Glibc
import TestSupport

/// A D-Bus daemon of the test, at a socket in a folder of its own. It ends with the value.
final class PrivateBus {
    private let folder = TemporaryFolder()
    private let daemon: Spawned

    /// The address in the spelling of D-Bus.
    var address: String { "unix:path=\(socket)" }
    var socket: String { folder.path + "/bus" }

    /// Starts the daemon, and waits until it answers.
    init() async throws {
        let text = """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig><listen>unix:path=\(folder.path)/bus</listen><policy context="default">
            <allow own="*"/><allow send_destination="*"/><allow receive_sender="*"/><allow eavesdrop="false"/>
            </policy></busconfig>
            """
        try folder.write(Array(text.utf8), to: "bus.conf")
        daemon = try Spawned(
            ["dbus-daemon", "--nofork", "--nopidfile", "--config-file=\(folder.path)/bus.conf"].map { Array($0.utf8) },
            environment: Tool.environment)
        let (path, daemon) = (folder.path + "/bus", daemon)
        guard await soon({ access(path, F_OK) == 0 || daemon.exitStatus != nil }), daemon.exitStatus == nil else {
            throw ToolFailure(description: "dbus-daemon does not start: \(daemon.errors)")
        }
    }
}

/// The service `org.bluez` on a bus: it owns the name and answers every call with the same objects.
final class FakeBlueZ {
    /// A stream as BlueZ would show it.
    struct Transport {
        var device = "/org/bluez/hci0/dev_00_11_22_33_44_55"
        var profile = "0000110A-0000-1000-8000-00805F9B34FB"
        var state = "active"
        var codec: UInt8 = 0
        var configuration: [UInt8] = []
    }

    private let descriptor: Int32
    private let thread: NamedThread

    init(at socketPath: String, _ transports: [Transport]) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: socketPath.utf8) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let handle = descriptor
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(handle, $0, size) }
        }
        guard code == 0 else { throw ToolFailure(description: "no bus at \(socketPath)") }
        let wire = BusWire(descriptor: descriptor)
        let user = String(geteuid()).utf8.map { String($0, radix: 16) }.joined()
        guard wire.write(Array("\0AUTH EXTERNAL \(user)\r\n".utf8)), wire.line()?.hasPrefix("OK") == true,
            wire.write(Array("BEGIN\r\n".utf8))
        else { throw ToolFailure(description: "the bus does not let the test in") }
        for (serial, member, body, signature) in [
            (1, "Hello", [UInt8](), ""), (2, "RequestName", Self.name("org.bluez"), "su"),
        ] as [(UInt32, String, [UInt8], String)] {
            var call = BusMessage()
            call.field(1, "o", "/org/freedesktop/DBus")
            call.field(2, "s", "org.freedesktop.DBus")
            call.field(3, "s", member)
            call.field(6, "s", "org.freedesktop.DBus")
            if !signature.isEmpty { call.field(8, "g", signature) }
            guard wire.write(call.bytes(type: 1, serial: serial, body: body)), wire.answers(to: serial) else {
                throw ToolFailure(description: "the bus does not answer \(member)")
            }
        }
        let body = Self.objects(transports)
        thread = NamedThread("fake bluez") { Self.serve(wire, body) }
    }

    deinit {
        shutdown(descriptor, Int32(SHUT_RDWR))
        thread.join()
        close(descriptor)
    }

    private static func serve(_ wire: BusWire, _ body: [UInt8]) {
        var serial: UInt32 = 10
        while let message = wire.message() {
            guard message.type == 1 else { continue }
            var answer = BusMessage()
            answer.field(5, number: message.serial)
            answer.field(6, "s", message.sender)
            answer.field(8, "g", "a{oa{sa{sv}}}")
            serial += 1
            guard wire.write(answer.bytes(type: 2, serial: serial, body: body)) else { return }
        }
    }

    private static func name(_ name: String) -> [UInt8] {
        var body = BusBytes()
        body.text(name)
        body.number(0)
        return body.bytes
    }

    /// What ObjectManager's GetManagedObjects gives: streams among other things.
    private static func objects(_ transports: [Transport]) -> [UInt8] {
        var body = BusBytes()
        body.array(aligned: 8) { objects in
            for (index, transport) in transports.enumerated() {
                objects.align(8)
                objects.text("\(transport.device)/fd\(index)")
                objects.array(aligned: 8) { interfaces in
                    interfaces.align(8)
                    interfaces.text("org.freedesktop.DBus.Introspectable")
                    interfaces.array(aligned: 8) { _ in }
                    interfaces.align(8)
                    interfaces.text("org.bluez.MediaTransport1")
                    interfaces.array(aligned: 8) { properties in
                        properties.entry("Device", "o") { $0.text(transport.device) }
                        properties.entry("UUID", "s") { $0.text(transport.profile) }
                        properties.entry("Codec", "y") { $0.bytes.append(transport.codec) }
                        properties.entry("Configuration", "ay") { value in
                            value.array(aligned: 1) { $0.bytes += transport.configuration }
                        }
                        properties.entry("State", "s") { $0.text(transport.state) }
                        properties.entry("Delay", "u") { $0.number(1500) }
                        properties.entry("Volume", "s") { $0.text("of another type than BlueZ's") }
                    }
                }
            }
            objects.align(8)
            objects.text("/org/bluez/hci0")
            objects.array(aligned: 8) { interfaces in
                interfaces.align(8)
                interfaces.text("org.bluez.Adapter1")
                interfaces.array(aligned: 8) { $0.entry("Address", "s") { $0.text("00:00:00:00:00:00") } }
            }
        }
        return body.bytes
    }
}

// As much of the X protocol as it takes to press a window's close button (X11R7.7, X Window System Protocol).

import Glibc
import TestSupport

/// A connection to a local server.
final class XClient {
    private let socket: Int32
    private var root: UInt32 = 0

    /// - Parameter display: `:99`.
    init?(_ display: String) {
        socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = Array("/tmp/.X11-unix/X\(display.dropFirst())".utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        // Little-endian, protocol 11.0, no authorization.
        guard socket >= 0, result == 0, send([0x6C, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
            let head = receive(8), head[0] == 1, let body = receive(Int(word16(head, 6)) * 4)
        else { return nil }
        // Vendor and formats stand before the first screen, whose first word is its root.
        let vendor = (Int(word16(body, 16)) + 3) / 4 * 4
        root = word32(body, 32 + vendor + Int(body[21]) * 8)
    }

    deinit { close(socket) }

    /// Asks every window on the root to close, as a window manager does.
    func closeWindows() -> Bool {
        guard let protocols = atom("WM_PROTOCOLS"), let delete = atom("WM_DELETE_WINDOW"),
            send([15, 0, 2, 0] + bytes(root)), let reply = receive(32),
            let children = receive(Int(word32(reply, 4)) * 4)
        else { return false }
        for index in 0..<Int(word16(reply, 16)) {
            let window = word32(children, index * 4)
            let event = joined(
                [33, 32, 0, 0], bytes(window), bytes(protocols), bytes(delete), [UInt8](repeating: 0, count: 16))
            guard send(joined([25, 0, 11, 0], bytes(window), bytes(0), event)) else { return false }
        }
        // A request with a reply: what was sent before has been taken.
        return atom("WM_STATE") != nil
    }

    private func atom(_ name: String) -> UInt32? {
        let text = Array(name.utf8)
        let padding = (4 - text.count % 4) % 4
        let length = UInt8(2 + (text.count + padding) / 4)
        let request = joined(
            [16, 0, length, 0, UInt8(text.count), 0, 0, 0], text, [UInt8](repeating: 0, count: padding))
        guard send(request), let reply = receive(32), reply[0] == 1 else { return nil }
        return word32(reply, 8)
    }

    private func send(_ bytes: [UInt8]) -> Bool { write(socket, bytes, bytes.count) == bytes.count }

    private func receive(_ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let got = bytes.withUnsafeMutableBytes { buffer in
                buffer.baseAddress.map { read(socket, $0 + done, count - done) } ?? 0
            }
            guard got > 0 else { return nil }
            done += got
        }
        return bytes
    }

    private func bytes(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
    private func word16(_ bytes: [UInt8], _ place: Int) -> UInt16 {
        UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8
    }
    private func word32(_ bytes: [UInt8], _ place: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(bytes[place + $1]) << UInt32($1 * 8) }
    }
}

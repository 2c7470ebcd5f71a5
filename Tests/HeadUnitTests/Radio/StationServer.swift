// A server of stations in the test's own process: silence as FLAC, with a name and a title. Its threads end with it.

import AudioCore
import Glibc
import Synchronization
import TestSupport

/// What one station sends.
struct Programme: Sendable {
    /// What it calls itself; empty: nothing.
    var name = ""
    /// What it says is on; empty: nothing.
    var title = ""
    /// Bytes of the body after which the connection breaks off; nil: it stays open.
    var bytes: Int?
    /// The status of the answer.
    var status = 200
}

/// Listens on a port of its own.
final class StationServer: Sendable {
    let port: Int
    private let listener: Int32
    private let programmes: [String: Programme]
    private let state = Mutex(State())
    private let accepting = Mutex<NamedThread?>(nil)
    /// An hour, sent as fast as it is taken.
    private static let sound = SilentFLAC.bytes(seconds: 3600, tags: [])
    private static let interval = 4096

    private struct State {
        var isDown = false
        var isEnding = false
        var connections: Set<Int32> = []
        var requests: [String] = []
    }

    /// - Parameter programmes: by their paths, `/night`.
    init(_ programmes: [String: Programme]) throws {
        self.programmes = programmes
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = listener
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { general in
                bind(descriptor, general, length) == 0 && listen(descriptor, 16) == 0
                    && getsockname(descriptor, general, &length) == 0
            }
        }
        port = Int(UInt16(bigEndian: address.sin_port))
        guard isListening else { throw ToolFailure(description: "no port to listen on") }
        let thread = NamedThread("stations") { [unowned self] in accept() }
        accepting.withLock { $0 = thread }
    }

    /// Nobody connects any more, and every thread is gone.
    func end() {
        // Under the lock: a number that was closed may be another file's.
        state.withLock { state in
            state.isEnding = true
            for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) }
        }
        shutdown(listener, Int32(SHUT_RDWR))
        let thread = accepting.withLock { thread in
            defer { thread = nil }
            return thread
        }
        thread?.join()
        while state.withLock({ !$0.connections.isEmpty }) { usleep(1000) }
        close(listener)
    }

    func address(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    /// Down, it breaks off every connection and answers no more.
    func setDown(_ isDown: Bool) {
        state.withLock { state in
            state.isDown = isDown
            guard isDown else { return }
            for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) }
        }
    }

    /// Paths that were asked for, in order.
    var requests: [String] { state.withLock(\.requests) }
    /// Connections that are open.
    var openCount: Int { state.withLock(\.connections.count) }

    private func accept() {
        while true {
            let connection = Glibc.accept(listener, nil, nil)
            if state.withLock(\.isEnding) {
                if connection >= 0 { close(connection) }
                return
            }
            guard connection >= 0 else { continue }
            state.withLock { _ = $0.connections.insert(connection) }
            _ = NamedThread("station") { [unowned self] in
                serve(connection)
                // Taken out first: its number may be another connection's as soon as it is closed.
                state.withLock { state in
                    close(connection)
                    _ = state.connections.remove(connection)
                }
            }
        }
    }

    private func serve(_ connection: Int32) {
        guard let request = read(connection), !state.withLock(\.isDown) else { return }
        let path = request.split(separator: " ").dropFirst().first.map(String.init) ?? ""
        state.withLock { $0.requests.append(path) }
        guard let programme = programmes[path], programme.status == 200 else {
            let status = programmes[path]?.status ?? 404
            _ = send(connection, Array("HTTP/1.0 \(status) No\r\nContent-Length: 0\r\n\r\n".utf8))
            return
        }
        var head = "HTTP/1.0 200 OK\r\nContent-Type: audio/flac\r\nicy-br: 64\r\n"
        if !programme.name.isEmpty { head += "icy-name: \(programme.name)\r\n" }
        let hasTitles = request.lowercased().contains("icy-metadata: 1")
        if hasTitles { head += "icy-metaint: \(Self.interval)\r\n" }
        guard send(connection, Array((head + "\r\n").utf8)) else { return }
        var place = 0
        let end = min(programme.bytes ?? Self.sound.count, Self.sound.count)
        while place < end {
            let next = min(place + Self.interval, end)
            guard send(connection, Array(Self.sound[place..<next])) else { return }
            if hasTitles, next - place == Self.interval {
                guard send(connection, place == 0 ? Self.block(programme.title) : [0]) else { return }
            }
            place = next
        }
        guard programme.bytes == nil else { return }
        // Nothing more comes until somebody hangs up.
        var byte: UInt8 = 0
        while recv(connection, &byte, 1, 0) > 0 {}
    }

    private static func block(_ title: String) -> [UInt8] {
        guard !title.isEmpty else { return [0] }
        var text = Array("StreamTitle='\(title)';".utf8)
        while text.count % 16 != 0 { text.append(0) }
        return [UInt8(text.count / 16)] + text
    }

    private func read(_ connection: Int32) -> String? {
        var text = ""
        var bytes = [UInt8](repeating: 0, count: 4096)
        while !text.contains("\r\n\r\n"), text.utf8.count < 65_536 {
            let count = recv(connection, &bytes, bytes.count, 0)
            guard count > 0 else { return nil }
            text += String(decoding: bytes[..<count], as: UTF8.self)
        }
        return text
    }

    private func send(_ connection: Int32, _ bytes: [UInt8]) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes {
                Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }
}

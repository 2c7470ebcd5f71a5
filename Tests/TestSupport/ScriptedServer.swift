// A server on a port of its own that answers as a test wants: bytes as they are, in pieces, late, or not at all.

import AudioCore
import Glibc
import Synchronization

/// Listens on 127.0.0.1 until it goes. Each connection has a thread and the script of its path.
public final class ScriptedServer: Sendable {
    /// One connection, on its own thread.
    public final class Answer: @unchecked Sendable {
        // Unchecked: used by the thread of the connection alone.
        public let request: String
        private let socket: Int32
        private let hasEnded: @Sendable () -> Bool

        fileprivate init(_ request: String, _ socket: Int32, hasEnded: @escaping @Sendable () -> Bool) {
            self.request = request
            self.socket = socket
            self.hasEnded = hasEnded
        }

        /// Sends everything; false when the other side has gone.
        @discardableResult
        public func send(_ bytes: [UInt8]) -> Bool {
            var place = 0
            while place < bytes.count {
                let count = bytes.withUnsafeBytes { all in
                    all.baseAddress.map { Glibc.send(socket, $0 + place, bytes.count - place, Int32(MSG_NOSIGNAL)) }
                        ?? -1
                }
                if count <= 0 { return false }
                place += count
            }
            return true
        }

        @discardableResult
        public func send(_ text: String) -> Bool { send(Array(text.utf8)) }

        /// A status line and headers, each ended as HTTP wants it.
        @discardableResult
        public func head(_ lines: String...) -> Bool { send(lines.map { $0 + "\r\n" }.joined() + "\r\n") }

        /// Says nothing until the other side closes, or the server ends.
        public func waitUntilClosed() {
            var byte: UInt8 = 0
            while !hasEnded() {
                var watched = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
                if poll(&watched, 1, 20) > 0, recv(socket, &byte, 1, 0) <= 0 { return }
            }
        }
    }

    public typealias Script = @Sendable (Answer) -> Void

    private struct State {
        var scripts: [String: [Script]] = [:]
        var requests: [String] = []
        var hasEnded = false
        var threads: [NamedThread] = []
        /// Those that are open.
        var connections: Set<Int32> = []
    }

    public let port: UInt16
    private let listener: Int32
    private let state = Mutex(State())

    public init() {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bare in
                bind(listener, bare, length) == 0 && listen(listener, 64) == 0
                    && getsockname(listener, bare, &length) == 0
            }
        }
        precondition(bound, "no port for a server")
        self.listener = listener
        port = UInt16(bigEndian: address.sin_port)
        let thread = NamedThread("server") { [weak self] in
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0, let self else { return }
                // Children of other tests must not keep it open.
                _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
                self.serve(connection)
            }
        }
        state.withLock { $0.threads.append(thread) }
    }

    /// Ends every connection and waits for their threads. The last call.
    public func end() {
        state.withLock { state in
            state.hasEnded = true
            // Who sends may wait for a reader that will not come.
            for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) }
        }
        shutdown(listener, Int32(SHUT_RDWR))
        while let thread = state.withLock({ $0.threads.popLast() }) { thread.join() }
        close(listener)
    }

    /// The scripts of a path, for one connection after the other; the last is for all that follow.
    public func on(_ path: String, _ scripts: Script...) {
        state.withLock { $0.scripts[path] = scripts }
    }

    public func address(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    /// What was asked for so far: the first lines.
    public var requests: [String] { state.withLock(\.requests) }

    private var hasEnded: Bool { state.withLock(\.hasEnded) }

    private func serve(_ connection: Int32) {
        state.withLock { state in
            state.connections.insert(connection)
            if state.hasEnded { shutdown(connection, Int32(SHUT_RDWR)) }
        }
        let thread = NamedThread("answer") { [self] in
            defer {
                state.withLock { state in
                    state.connections.remove(connection)
                    close(connection)
                }
            }
            guard let request = Self.request(connection) else { return }
            let path = request.split(separator: " ").dropFirst().first.map(String.init) ?? ""
            let script = state.withLock { state -> Script? in
                state.requests.append(request.split(separator: "\r\n").first.map(String.init) ?? "")
                guard let scripts = state.scripts[path] else { return nil }
                if scripts.count > 1 { state.scripts[path]?.removeFirst() }
                return scripts.first
            }
            let answer = Answer(request, connection) { [self] in hasEnded }
            if let script { script(answer) } else { answer.head("HTTP/1.1 404 Not Found", "Content-Length: 0") }
            shutdown(connection, Int32(SHUT_RDWR))
        }
        state.withLock { $0.threads.append(thread) }
    }

    private static func request(_ connection: Int32) -> String? {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            let count = recv(connection, &piece, piece.count, 0)
            guard count > 0, bytes.count < 1 << 16 else { return nil }
            bytes += piece[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

// A real Icecast on a port of its own, and FFmpeg as its source. Nothing of it outlives the value.

import AudioCore
import FoundationEssentials
import Glibc
import TestSupport

/// A program started by a test; it is killed when the value goes.
final class Child {
    private let identifier: pid_t

    /// Nil when it does not start.
    init?(_ words: [String]) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (descriptor, flags) in [(Int32(0), O_RDONLY), (1, O_WRONLY), (2, O_WRONLY)] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", flags, 0)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Threads that run tests may have signals blocked; a child inherits that.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var child = pid_t()
        guard posix_spawnp(&child, words[0], &actions, &attributes, &arguments, environ) == 0 else { return nil }
        identifier = child
    }

    deinit {
        kill(identifier, SIGKILL)
        waitpid(identifier, nil, 0)
    }

    var isRunning: Bool { kill(identifier, 0) == 0 && waitpid(identifier, nil, WNOHANG) == 0 }
}

@MainActor
final class Icecast {
    let port: UInt16
    private let folder = TemporaryFolder()
    private let server: Child

    /// Both programs are installed.
    nonisolated static var isInstalled: Bool {
        access(program, X_OK) == 0 && access("/usr/bin/ffmpeg", X_OK) == 0
    }

    private nonisolated static let program = "/usr/bin/icecast2"

    /// Nil when it does not answer within a minute.
    init?() async {
        // A port that was free a moment ago.
        let taken = ScriptedServer()
        port = taken.port
        taken.end()
        // It does not run as root.
        let owner = "<changeowner><user>nobody</user><group>nogroup</group></changeowner>"
        let text = """
            <icecast><limits><clients>50</clients><sources>10</sources><burst-size>65535</burst-size></limits>
            <authentication><source-password>test</source-password><admin-user>admin</admin-user>
            <admin-password>test</admin-password></authentication><hostname>127.0.0.1</hostname>
            <listen-socket><port>\(port)</port><bind-address>127.0.0.1</bind-address></listen-socket>
            <paths><logdir>\(folder.path)</logdir><webroot>/usr/share/icecast2/web</webroot>
            <adminroot>/usr/share/icecast2/admin</adminroot></paths>
            <logging><accesslog>access.log</accesslog><errorlog>error.log</errorlog><loglevel>1</loglevel></logging>
            <security><chroot>0</chroot>\(geteuid() == 0 ? owner : "")</security></icecast>
            """
        chmod(folder.path, 0o777)
        guard let path = try? folder.write(Array(text.utf8), to: "icecast.xml"),
            let server = Child([Self.program, "-c", path.shown])
        else { return nil }
        self.server = server
        for _ in 0..<600 {
            if Self.status(port, "/status-json.xsl") != nil { return }
            try? await Task.sleep(for: .milliseconds(100))
        }
        return nil
    }

    func address(_ mount: String) -> String { "http://127.0.0.1:\(port)\(mount)" }

    /// A tone of 440 Hz in real time, until the value goes.
    /// - Parameter coding: options of FFmpeg.
    /// - Returns: nil when the mount does not come.
    func source(_ mount: String, _ coding: [String], rate: Int = 44100) async -> Child? {
        let words =
            [
                "ffmpeg", "-v", "error", "-nostdin", "-re", "-f", "lavfi", "-i",
                "sine=frequency=440:sample_rate=\(rate):duration=3600", "-ac", "2",
            ] + coding + ["-ice_name", "Test FM", "icecast://source:test@127.0.0.1:\(port)\(mount)"]
        guard let child = Child(words) else { return nil }
        for _ in 0..<600 {
            if Self.status(port, mount) == 200 { return child }
            try? await Task.sleep(for: .milliseconds(100))
        }
        return nil
    }

    /// Tells the server what plays.
    func setTitle(_ mount: String, _ escaped: String) {
        // admin:test
        let path = "/admin/metadata?mount=\(mount)&mode=updinfo&charset=UTF-8&song=\(escaped)"
        _ = Self.status(port, path, header: "Authorization: Basic YWRtaW46dGVzdA==\r\n")
    }

    /// The status of an answer; nil without one.
    private static func status(_ port: UInt16, _ path: String, header: String = "") -> Int? {
        let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(connection) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bare in
                connect(connection, bare, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { return nil }
        let request = Array("GET \(path) HTTP/1.0\r\n\(header)\r\n".utf8)
        guard send(connection, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else { return nil }
        var answer = [UInt8](repeating: 0, count: 64)
        let count = recv(connection, &answer, answer.count, 0)
        guard count > 12 else { return nil }
        return Int(String(decoding: answer[9..<12], as: UTF8.self))
    }
}

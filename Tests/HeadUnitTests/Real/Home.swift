// The program as it was built, run with a home, a state and a sound configuration of its own.

import AudioCore
import FoundationEssentials
import Glibc
import TestSupport

@testable import HeadUnit

/// Where a run of the program lives. Everything in it goes with the value.
final class Home {
    let folder = TemporaryFolder()
    private let program: String
    /// Variables that stand above the rest.
    var extraEnvironment: [String: String] = [:]

    init() throws {
        // The test bundle is an executable beside the program.
        var path = [UInt8](repeating: 0, count: 4096)
        let count = path.withUnsafeMutableBytes { buffer in
            readlink("/proc/self/exe", buffer.baseAddress!.assumingMemoryBound(to: CChar.self), buffer.count)
        }
        let bundle = RawPath(bytes: Array(path[..<max(0, count)]))
        program = bundle.directory.appending("carillon").shown
        guard access(program, X_OK) == 0 else { throw ToolFailure(description: "\(program) has not been built") }
        for name in ["home", "run", "state", "cache", "config"] {
            try FileManager.default.createDirectory(
                atPath: folder.path + "/" + name, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
    }

    /// Nothing of the owner's own surroundings is in it but what a program needs to start.
    var environment: [String: String] {
        var variables = [
            "HOME": folder.path + "/home", "XDG_STATE_HOME": folder.path + "/state",
            "XDG_CACHE_HOME": folder.path + "/cache", "XDG_CONFIG_HOME": folder.path + "/config",
            "XDG_RUNTIME_DIR": folder.path + "/run", "LANG": "C.UTF-8",
        ]
        for name in ["PATH", "LD_LIBRARY_PATH"] { variables[name] = Tool.environment[name] }
        return variables.merging(extraEnvironment) { $1 }
    }

    var state: RawPath { folder.file("state").appending("carillon") }

    /// Starts the program.
    func start(_ words: [String]) throws -> Spawned { try start(raw: words.map { Array($0.utf8) }) }

    func start(raw words: [[UInt8]]) throws -> Spawned {
        try Spawned([Array(program.utf8)] + words, environment: environment)
    }

    /// Starts the program as a user without rights.
    func startAsNobody(_ words: [String]) throws -> Spawned {
        let change = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        return try Spawned((change + [program] + words).map { Array($0.utf8) }, environment: environment)
    }

    /// Starts the program where no file may grow beyond so many kilobytes, as on a medium that is full.
    func start(kilobytes: Int, _ words: [String]) throws -> Spawned {
        // The signal that comes with it is not taken; what is left is an error of the write.
        try start(inShell: "trap '' XFSZ; ulimit -f \(kilobytes * 2); exec \"$0\" \"$@\"", words)
    }

    /// Starts the program by a script in which it is `"$0" "$@"`.
    func start(inShell script: String, _ words: [String]) throws -> Spawned {
        try Spawned((["sh", "-c", script, program] + words).map { Array($0.utf8) }, environment: environment)
    }

    /// Runs the program to its end.
    func run(_ words: String...) async throws -> Run { try await run(words) }

    func run(_ words: [String]) async throws -> Run { try await run(raw: words.map { Array($0.utf8) }) }

    func run(raw words: [[UInt8]]) async throws -> Run {
        let program = try start(raw: words)
        return Run(status: try await program.wait(), output: program.output, errors: program.errorLines)
    }

    /// Sets ALSA up so that the device `capture` writes what it is given into a file, paced by the clock.
    func makeCaptureDevice() throws {
        let text = "pcm.capture { type file slave.pcm null file \"\(captured.shown)\" format raw }\n"
        try folder.write(Array(text.utf8), to: "home/.asoundrc")
    }

    /// What `capture` was given.
    var captured: RawPath { folder.file("captured.raw") }

    func takeCaptured() throws -> [UInt8] {
        defer { try? FileManager.default.removeItem(atPath: captured.shown) }
        return Array(try Data(contentsOf: URL(filePath: captured.shown)))
    }

    // MARK: The resume point

    /// What a run before would have left.
    func writeResume(_ path: RawPath, seconds: Double, isPlaying: Bool, change: (inout ResumePoint) -> Void = { _ in })
        throws
    {
        try LinuxFileSystem().makeFolders(state)
        var point = ResumePoint(
            item: QueueItem(path: path), status: isPlaying ? .playing : .paused, position: Int(seconds * 1000))
        if !isPlaying { point.pausedBy = .user }
        change(&point)
        var file = ResumeFile(folder: state, files: LinuxFileSystem()) { _ in }
        _ = file.load()
        guard file.save(point) else { throw ToolFailure(description: "the resume point cannot be written") }
    }

    /// The resume point on disk, read without touching anything.
    var resume: ResumePoint? {
        guard let data = try? Data(contentsOf: URL(filePath: state.appending("resume.json").shown)),
            case .good(let content) = ResumeLayout.read(Array(data))
        else { return nil }
        return content.point
    }

    /// Its position, seconds.
    var resumedSeconds: Double? { resume.map { Double($0.position) / 1000 } }
}

/// A finished run.
struct Run {
    var status: Int32
    var output: String
    var errors: [String]

    /// The lines of machine output.
    var lines: [JSONValue] {
        get throws {
            try output.split(separator: "\n").map { line in
                JSONValue(try JSONDecoder().decode(LooseJSON.self, from: Data(line.utf8)))
            }
        }
    }
}

/// Parsed JSON, looked into by keys.
struct JSONValue {
    let json: LooseJSON?

    init(_ json: LooseJSON?) { self.json = json }

    subscript(_ key: String) -> JSONValue {
        guard case .object(let members)? = json else { return JSONValue(nil) }
        return JSONValue(members[key])
    }

    subscript(_ index: Int) -> JSONValue {
        guard case .array(let values)? = json, values.indices.contains(index) else { return JSONValue(nil) }
        return JSONValue(values[index])
    }

    var text: String? { if case .string(let text)? = json { text } else { nil } }
    var number: Double? { if case .number(let number)? = json { number } else { nil } }
    var flag: Bool? { if case .bool(let flag)? = json { flag } else { nil } }
    var isNull: Bool { json == .null }
    var keys: Set<String> { if case .object(let members)? = json { Set(members.keys) } else { [] } }
    var list: [JSONValue] { if case .array(let values)? = json { values.map { JSONValue($0) } } else { [] } }
}

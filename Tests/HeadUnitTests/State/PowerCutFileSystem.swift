// A file system in memory that forgets like a real one: what was not synchronized may be gone after a power cut.

import AudioCore
import Glibc
import HeadUnit
import Synchronization

/// Files and names, each as the running program sees them and as the medium has them.
final class PowerCutFileSystem: StateFileSystem {
    typealias Outcome<Value> = Result<Value, StateError>

    enum Call: String, Hashable, CaseIterable {
        case open, read, write, synchronize, synchronizeContent, rename, remove, makeFolder, synchronizeFolder
    }

    struct Inode {
        var seen: [UInt8] = []
        var kept: [UInt8] = []
    }

    /// A change of names not yet known to be on the medium.
    enum NameChange {
        case link(RawPath, Int)
        case rename(RawPath, RawPath)
        case remove(RawPath)
    }

    struct State {
        var inodes: [Inode] = []
        var names: [RawPath: Int] = [:]
        var keptNames: [RawPath: Int] = [:]
        var pending: [NameChange] = []
        var folders: Set<RawPath> = [RawPath("/"), RawPath("/state")]
        var callCount = 0
        /// Calls that still work; the power goes with the next one.
        var callsLeft = Int.max
        var faults: [Call: Int32] = [:]
        var largestWrite = Int.max
        /// Writes that still work before they fail with EIO.
        var writesLeft = Int.max
        /// Every file name a write, create, rename-over or remove destroyed bytes of, with those bytes.
        var destroyed: [[UInt8]] = []
    }

    let state: Mutex<State>

    init(_ state: sending State = State()) {
        self.state = Mutex(state)
    }

    convenience init(files: [RawPath: [UInt8]]) {
        var state = State()
        for (path, bytes) in files {
            state.names[path] = state.inodes.count
            state.inodes.append(Inode(seen: bytes, kept: bytes))
        }
        state.keptNames = state.names
        self.init(state)
    }

    /// All files as the running program sees them.
    var files: [RawPath: [UInt8]] {
        state.withLock { state in state.names.mapValues { state.inodes[$0].seen } }
    }

    var callCount: Int { state.withLock { $0.callCount } }

    /// What a restart may find: every mixture of data kept, lost or half written with names kept up to some change,
    /// or one change alone.
    func worlds() -> [PowerCutFileSystem] {
        state.withLock { state in
            var nameSets = [state.keptNames]
            for change in state.pending {
                nameSets.append(Self.applied(change, to: nameSets.last ?? [:]))
                nameSets.append(Self.applied(change, to: state.keptNames))
            }
            var worlds: Set<[RawPath: [UInt8]]> = []
            for names in nameSets {
                for flavour in 0..<4 {
                    worlds.insert(names.mapValues { Self.afterCut(state.inodes[$0], flavour) })
                }
            }
            return worlds.map { PowerCutFileSystem(files: $0) }
        }
    }

    private static func applied(_ change: NameChange, to names: [RawPath: Int]) -> [RawPath: Int] {
        var names = names
        switch change {
        case .link(let path, let inode): names[path] = inode
        case .rename(let source, let target): if let inode = names.removeValue(forKey: source) { names[target] = inode }
        case .remove(let path): names[path] = nil
        }
        return names
    }

    private static func afterCut(_ inode: Inode, _ flavour: Int) -> [UInt8] {
        switch flavour {
        case 0: inode.kept
        case 1: inode.seen
        // The first half is new, the rest as it was.
        case 2: Array(inode.seen.prefix(inode.seen.count / 2) + inode.kept.dropFirst(inode.seen.count / 2))
        // The size is there, the content is not.
        default: inode.kept + [UInt8](repeating: 0, count: max(0, inode.seen.count - inode.kept.count))
        }
    }

    func perform<Value>(
        _ call: Call, _ path: RawPath, _ body: (inout State) -> Outcome<Value>
    ) throws(StateError) -> Value {
        let result: Outcome<Value> = state.withLock { state in
            state.callCount += 1
            guard state.callsLeft > 0 else {
                return .failure(StateError("is without power", code: EIO, path: path.shown))
            }
            state.callsLeft -= 1
            if let code = state.faults[call] {
                return .failure(StateError("cannot \(call.rawValue)", code: code, path: path.shown))
            }
            return body(&state)
        }
        return try result.get()
    }

    func open(_ path: RawPath, for use: StateFileUse) throws(StateError) -> any StateFile {
        let inode = try perform(.open, path) { state -> Outcome<Int> in
            guard state.folders.contains(path.directory) else {
                return .failure(StateError("cannot be opened", code: ENOENT, path: path.shown))
            }
            if let inode = state.names[path] {
                if use == .create {
                    state.destroyed.append(state.inodes[inode].seen)
                    state.inodes[inode].seen = []
                }
                return .success(inode)
            }
            guard use == .create else {
                return .failure(StateError("cannot be opened", code: ENOENT, path: path.shown))
            }
            state.inodes.append(Inode())
            state.names[path] = state.inodes.count - 1
            state.pending.append(.link(path, state.inodes.count - 1))
            return .success(state.inodes.count - 1)
        }
        return File(system: self, inode: inode, path: path)
    }

    func rename(_ source: RawPath, to target: RawPath) throws(StateError) {
        try perform(.rename, source) { state -> Outcome<Void> in
            guard let inode = state.names[source] else {
                return .failure(StateError("cannot be renamed", code: ENOENT, path: source.shown))
            }
            if let old = state.names[target] { state.destroyed.append(state.inodes[old].seen) }
            state.names[source] = nil
            state.names[target] = inode
            state.pending.append(.rename(source, target))
            return .success(())
        }
    }

    func remove(_ path: RawPath) throws(StateError) {
        try perform(.remove, path) { state -> Outcome<Void> in
            guard let inode = state.names.removeValue(forKey: path) else {
                return .failure(StateError("cannot be removed", code: ENOENT, path: path.shown))
            }
            state.destroyed.append(state.inodes[inode].seen)
            state.pending.append(.remove(path))
            return .success(())
        }
    }

    func mayExist(_ path: RawPath) -> Bool {
        state.withLock { $0.names[path] != nil || $0.folders.contains(path) }
    }

    func makeFolder(_ path: RawPath) throws(StateError) {
        try perform(.makeFolder, path) { state -> Outcome<Void> in
            guard state.folders.contains(path.directory) else {
                return .failure(StateError("cannot be made", code: ENOENT, path: path.shown))
            }
            guard state.folders.insert(path).inserted else {
                return .failure(StateError("cannot be made", code: EEXIST, path: path.shown))
            }
            return .success(())
        }
    }

    func synchronizeFolder(_ path: RawPath) throws(StateError) {
        try perform(.synchronizeFolder, path) { state -> Outcome<Void> in
            state.keptNames = state.names
            state.pending = []
            return .success(())
        }
    }

    private final class File: StateFile {
        let system: PowerCutFileSystem
        let inode: Int
        let path: RawPath

        init(system: PowerCutFileSystem, inode: Int, path: RawPath) {
            self.system = system
            self.inode = inode
            self.path = path
        }

        func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(StateError) -> Int {
            try system.perform(.read, path) { state -> Outcome<Int> in
                let rest = state.inodes[inode].seen.dropFirst(offset).prefix(buffer.count)
                buffer.copyBytes(from: rest)
                return .success(rest.count)
            }
        }

        func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(StateError) -> Int {
            try system.perform(.write, path) { state -> Outcome<Int> in
                guard state.writesLeft > 0 else {
                    return .failure(StateError("cannot be written", code: EIO, path: path.shown))
                }
                state.writesLeft -= 1
                let count = min(bytes.count, state.largestWrite)
                let missing = offset + count - state.inodes[inode].seen.count
                if missing > 0 { state.inodes[inode].seen += [UInt8](repeating: 0, count: missing) }
                state.inodes[inode].seen.replaceSubrange(offset..<(offset + count), with: bytes.prefix(count))
                return .success(count)
            }
        }

        func synchronize() throws(StateError) {
            try keep(.synchronize)
        }

        func synchronizeContent() throws(StateError) {
            try keep(.synchronizeContent)
        }

        /// A failed synchronization has written something: every other byte of what changed.
        private func keep(_ call: Call) throws(StateError) {
            system.state.withLock { state in
                guard state.faults[call] != nil else { return }
                let seen = state.inodes[inode].seen
                for place in state.inodes[inode].kept.indices where place % 2 == 0 && place < seen.count {
                    state.inodes[inode].kept[place] = seen[place]
                }
            }
            try system.perform(call, path) { state -> Outcome<Void> in
                state.inodes[inode].kept = state.inodes[inode].seen
                return .success(())
            }
        }
    }
}

/// Collects reported lines.
final class Lines: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }
    var report: @Sendable (String) -> Void { { line in self.lines.withLock { $0.append(line) } } }
}

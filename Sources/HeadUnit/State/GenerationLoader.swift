// Which generation of a state file is used, and what may be written afterwards. The loading thread, then the writer.

import AudioCore
import Glibc

/// What the bytes of a generation turned out to be.
enum GenerationReading<Content> {
    case good(Content)
    /// Damaged in a place that leaves the content whole: used, and kept aside for the curious.
    case salvaged(Content, why: String)
    case damaged(why: String)
    /// The medium or the system refuses; the bytes may be whole.
    case unreadable(why: String)
    /// Of a newer version of the program.
    case newer(what: String)
}

/// Loads the current generation, or else the previous one, and keeps what is damaged from being written over.
struct GenerationLoader: Sendable {
    let generations: GenerationFiles
    /// Bytes a file may have.
    let limit: Int
    let report: @Sendable (String) -> Void
    /// A newer version's file is there: nothing is written in this run.
    private(set) var isReadOnly = false
    /// Damaged files that still stand where the next generation would go.
    private var inTheWay: [RawPath] = []

    init(generations: GenerationFiles, limit: Int, report: @escaping @Sendable (String) -> Void) {
        self.generations = generations
        self.limit = limit
        self.report = report
    }

    /// - Returns: the content and whether it came from the current file, which can be written in place then;
    ///   nil when no generation is of use.
    mutating func load<Content>(
        _ read: ([UInt8]) -> GenerationReading<Content>
    ) -> (content: Content, isCurrent: Bool)? {
        let name = generations.fileName
        let loss: String?
        switch reading(generations.current, read) {
        case nil:
            loss = "is missing"
        case .good(let content):
            return (content, true)
        case .salvaged(let content, let why):
            report("\(name) is damaged (\(why))\(kept(generations.current)); its content is used")
            return (content, false)
        case .damaged(let why):
            loss = "is damaged (\(why))\(kept(generations.current))"
        case .unreadable(let why):
            loss = "cannot be read (\(why))"
            inTheWay.append(generations.current)
        case .newer(let what):
            isReadOnly = true
            report("\(name) is of a newer version (\(what)): it is left as it is, and changes of this run are not kept")
            loss = nil
        }
        switch reading(generations.previous, read) {
        case .good(let content), .salvaged(let content, _):
            if let loss { report("\(name) \(loss); the previous generation is used") }
            return (content, false)
        case .newer(let what):
            isReadOnly = true
            report(
                "\(name) \(loss ?? "is newer"), and the previous generation is of a newer version (\(what)): "
                    + "changes of this run are not kept")
            return nil
        case .damaged(let why):
            let place = isReadOnly ? "" : kept(generations.previous)
            report(
                "\(name) \(loss ?? "is newer"), and the previous generation is damaged (\(why))\(place); "
                    + "it starts anew")
            return nil
        case .unreadable(let why):
            report("\(name) \(loss ?? "is newer"), and the previous generation cannot be read (\(why)); it starts anew")
            inTheWay.append(generations.previous)
            return nil
        case nil:
            if let loss, loss != "is missing" { report("\(name) \(loss); it starts anew") }
            return nil
        }
    }

    /// Clears the way for the next generation.
    mutating func clearTheWay() throws(StateError) {
        while let path = inTheWay.last {
            do throws(StateError) {
                let aside = try generations.setAside(path)
                report("\(String(decoding: path.lastComponent, as: UTF8.self)) is kept as \(aside)")
            } catch {
                if error.code != ENOENT { throw error }
            }
            inTheWay.removeLast()
        }
    }

    private mutating func reading<Content>(
        _ path: RawPath, _ read: ([UInt8]) -> GenerationReading<Content>
    ) -> GenerationReading<Content>? {
        do throws(StateError) {
            guard let bytes = try generations.read(path, limit: limit) else { return nil }
            return read(bytes)
        } catch {
            // A folder, a FIFO, a socket, and what is too large for one of ours: it will be no other at the next start.
            let isForeign = [0, EISDIR, ESPIPE, ENXIO].contains(error.code)
            return isForeign ? .damaged(why: error.reason) : .unreadable(why: error.reason)
        }
    }

    /// Sets a damaged file aside now, or before the next write. The end of a line for people.
    private mutating func kept(_ path: RawPath) -> String {
        do throws(StateError) {
            return " and kept as \(try generations.setAside(path))"
        } catch {
            inTheWay.append(path)
            return " and left in place (\(error.reason))"
        }
    }
}

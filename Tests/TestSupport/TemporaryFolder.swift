// A folder that lives as long as its value.

public import AudioCore
import FoundationEssentials
import Glibc

public final class TemporaryFolder {
    public let path: String

    public init() {
        var template = Array("/tmp/carillon-test-XXXXXX".utf8CString)
        precondition(mkdtemp(&template) != nil, "no temporary folder")
        path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    public func file(_ name: String) -> RawPath { RawPath(path).appending(name) }

    /// Writes `bytes` to `name`, making folders on the way.
    @discardableResult
    public func write(_ bytes: [UInt8], to name: String) throws -> RawPath {
        let full = path + "/" + name
        let folder = String(full[..<full.lastIndex(of: "/")!])
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(filePath: full))
        return RawPath(full)
    }
}

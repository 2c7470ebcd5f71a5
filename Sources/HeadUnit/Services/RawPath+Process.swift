// Paths as this process meets them: its working folder, its own program, texts of C. Any thread.

import AudioCore
import Glibc

extension RawPath {
    /// The bytes of a C string up to its terminating zero.
    init(cString: UnsafePointer<CChar>) {
        self.init(bytes: Array(UnsafeRawBufferPointer(start: cString, count: strlen(cString))))
    }

    /// The program that runs, as the kernel knows it; nil without `/proc`.
    static func ofProgram() -> RawPath? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            guard let base = buffer.baseAddress else { return nil }
            let count = readlink("/proc/self/exe", base, buffer.count)
            return count > 0 ? RawPath(bytes: Array(UnsafeRawBufferPointer(buffer)[..<count])) : nil
        }
    }

    /// The path from the root: a relative one counts from the working folder.
    var absolute: RawPath {
        guard !isAbsolute, let working = getcwd(nil, 0) else { return self }
        defer { free(working) }
        return RawPath(cString: working).appending(bytes)
    }
}

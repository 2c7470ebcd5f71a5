// How often this thread takes from the heap: asked of a library that the program is started with once more.

import AudioCore
import Glibc

/// Asks the preloaded library how often this thread has taken from the heap.
struct AllocationCounter {
    private let function: @convention(c) () -> Int

    /// Nil when the library was not preloaded.
    init?() {
        guard let symbol = dlsym(nil, "allocation_probe_count") else { return nil }
        function = unsafeBitCast(symbol, to: (@convention(c) () -> Int).self)
    }

    var count: Int { function() }
}

extension AllocationCounter {
    private static let variable = "CARILLON_ALLOCATION_PROBE"
    private static var library: String { StartProbe.beside("liballocationprobe.so") }

    static var isInstalled: Bool { access(library, R_OK) == 0 }

    /// This is the program that `startAgain` has started. What it starts itself is not counted.
    static var wasStarted: Bool {
        guard getenv(variable) != nil else { return false }
        unsetenv("LD_PRELOAD")
        return true
    }

    /// Becomes the same program with these words, which counts.
    /// - Returns: only when that fails: why.
    static func startAgain(_ words: [String]) -> String {
        setenv("LD_PRELOAD", library, 1)
        setenv(variable, "1", 1)
        var arguments: [UnsafeMutablePointer<CChar>?] = (["carillon"] + words).map { strdup($0) } + [nil]
        execv("/proc/self/exe", &arguments)
        return "bench: the count of heap allocations does not start: \(SystemError.reason(errno))"
    }
}

// libcurl's functions, opened with the first stream. Any thread.

import CCurl

/// The library, once for the program.
struct CurlLibrary: @unchecked Sendable {
    // Unchecked: C functions only, which any thread may call; the table is never changed and never freed.
    let functions: UnsafePointer<ccurl>

    /// Nil when it is not installed.
    static let shared: CurlLibrary? = {
        let functions = UnsafeMutablePointer<ccurl>.allocate(capacity: 1)
        guard ccurl_load(functions) != 0, functions.pointee.curl_global_init(Int(CCURL_GLOBAL_ALL)) == 0 else {
            functions.deallocate()
            return nil
        }
        return CurlLibrary(functions: UnsafePointer(functions))
    }()

    /// Libcurl's words for a code, in lower case at their start.
    func words(_ code: Int32) -> String {
        guard let text = functions.pointee.curl_easy_strerror(code) else { return "error \(code) of libcurl" }
        let words = String(cString: text)
        return words.prefix(1).lowercased() + words.dropFirst()
    }
}

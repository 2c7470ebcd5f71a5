// The one owner of libcurl's handles for one address. The fetching thread; `CurlWaker` alone is for others.

import AudioCore
import CCurl
import Synchronization

/// A transfer from one address into an intake.
final class CurlTransfer {
    enum Outcome: Equatable {
        /// Libcurl's code: 0 when the server closed in order.
        case ended(Int32)
        /// The server sends nothing, or next to nothing.
        case stalled
        case cancelled
    }

    private let library: CurlLibrary
    private let intake: StreamIntake
    private let easy: OpaquePointer
    private let multi: OpaquePointer
    private let waker: CurlWaker
    private var lists: [UnsafeMutablePointer<curl_slist>] = []

    /// Nil when there is no memory for it.
    init?(
        _ library: CurlLibrary, _ address: StreamAddress, _ intake: StreamIntake, limits: FetchLimits, waker: CurlWaker
    ) {
        let curl = library.functions
        guard let easy = curl.pointee.curl_easy_init() else { return nil }
        guard let multi = curl.pointee.curl_multi_init() else {
            curl.pointee.curl_easy_cleanup(easy)
            return nil
        }
        self.library = library
        self.intake = intake
        self.easy = easy
        self.multi = multi
        self.waker = waker
        waker.attach(library, multi)
        setUp(address, limits)
        _ = curl.pointee.curl_multi_add_handle(multi, easy)
    }

    deinit {
        let curl = library.functions
        waker.detach()
        _ = curl.pointee.curl_multi_remove_handle(multi, easy)
        curl.pointee.curl_easy_cleanup(easy)
        _ = curl.pointee.curl_multi_cleanup(multi)
        for list in lists { curl.pointee.curl_slist_free_all(list) }
    }

    /// Runs to the end of the transfer.
    /// - Parameter isCancelled: asked before each wait; whoever makes it true also rings the waker.
    func run(_ limits: FetchLimits, isCancelled: () -> Bool) -> Outcome {
        let curl = library.functions
        // Silence before the first byte is the connection's business.
        var watch = SilenceWatch(limits, now: SteadyClock.now + .seconds(limits.connectSeconds))
        let look = Int32(min(1, limits.silentSeconds / 4) * 1000)
        while true {
            var running: Int32 = 0
            let before = intake.byteCount
            let code = curl.pointee.curl_multi_perform(multi, &running)
            if isCancelled() { return .cancelled }
            let result = ccurl_result(curl, multi)
            if result >= 0 { return .ended(result) }
            if code != 0 { return .ended(code) }
            if watch.isSilent(byteCount: intake.byteCount, hasNews: intake.byteCount != before, now: SteadyClock.now) {
                return .stalled
            }
            _ = curl.pointee.curl_multi_poll(multi, nil, 0, look, nil)
        }
    }

    /// The address that answered, behind all redirects; nil when it is none that we take.
    var answered: StreamAddress? {
        guard let text = ccurl_text(library.functions, easy, Int32(CCURL_INFO_EFFECTIVE_URL)) else { return nil }
        return try? StreamAddress(String(cString: text))
    }

    private func setUp(_ address: StreamAddress, _ limits: FetchLimits) {
        let curl = library.functions
        let client = Unmanaged.passUnretained(intake).toOpaque()
        for (option, value) in [
            (CCURL_NOSIGNAL, 1), (CCURL_FOLLOWLOCATION, 1), (CCURL_MAXREDIRS, limits.mostRedirects),
            (CCURL_PROTOCOLS, CCURL_HTTP_AND_HTTPS), (CCURL_REDIR_PROTOCOLS, CCURL_HTTP_AND_HTTPS),
            // Some relays answer HTTP/2 with a status that is none.
            (CCURL_HTTP_VERSION, CCURL_HTTP_1_1), (CCURL_TCP_KEEPALIVE, 1), (CCURL_BUFFERSIZE, 16 << 10),
            (CCURL_CONNECTTIMEOUT_MS, Int(limits.connectSeconds * 1000)),
            // Who presses pause does not wait for a name server.
            (CCURL_QUICK_EXIT, 1),
        ] { _ = ccurl_set_number(curl, easy, Int32(option), value) }
        set(CCURL_URL, text: address.text)
        set(CCURL_USERAGENT, text: "Carillon")
        set(CCURL_HTTPHEADER, list: ["Icy-MetaData: 1"])
        set(CCURL_HTTP200ALIASES, list: ["ICY 200 OK"])
        _ = ccurl_set_pointer(curl, easy, Int32(CCURL_HEADERDATA), client)
        _ = ccurl_set_pointer(curl, easy, Int32(CCURL_WRITEDATA), client)
        _ = ccurl_set_taker(curl, easy, Int32(CCURL_HEADERFUNCTION), curlHeader)
        _ = ccurl_set_taker(curl, easy, Int32(CCURL_WRITEFUNCTION), curlBody)
    }

    /// Libcurl copies the text.
    private func set(_ option: Int, text: String) {
        _ = text.withCString { ccurl_set_pointer(library.functions, easy, Int32(option), $0) }
    }

    /// Libcurl does not copy a list: it lives as long as this.
    private func set(_ option: Int, list texts: [String]) {
        var list: UnsafeMutablePointer<curl_slist>?
        for text in texts { list = text.withCString { library.functions.pointee.curl_slist_append(list, $0) } ?? list }
        guard let list else { return }
        lists.append(list)
        _ = ccurl_set_pointer(library.functions, easy, Int32(option), list)
    }
}

/// Wakes the thread of a transfer out of its wait. Any thread.
final class CurlWaker: Sendable {
    private struct Handle: @unchecked Sendable {
        // Unchecked: `curl_multi_wakeup` is for any thread, and the lock keeps the handle alive meanwhile.
        let library: CurlLibrary
        let multi: OpaquePointer
    }

    private let handle = Mutex<Handle?>(nil)

    fileprivate func attach(_ library: CurlLibrary, _ multi: OpaquePointer) {
        let new = Handle(library: library, multi: multi)
        handle.withLock { $0 = new }
    }

    fileprivate func detach() { handle.withLock { $0 = nil } }

    func ring() {
        handle.withLock { handle in
            guard let handle else { return }
            _ = handle.library.functions.pointee.curl_multi_wakeup(handle.multi)
        }
    }
}

// What the main thread wants to do later. A plain list: there are never more than a handful.

/// Actions with a due time on the main clock.
@MainActor
final class Timers {
    /// Names one timer, to cancel it.
    struct Token: Hashable {
        fileprivate let number: Int
    }

    private var entries: [(token: Token, due: Double, action: @MainActor () -> Void)] = []
    private var lastNumber = 0
    private let clock: any MainClock

    init(clock: any MainClock) {
        self.clock = clock
    }

    /// Runs `action` once, `seconds` from now.
    @discardableResult
    func schedule(after seconds: Double, _ action: @escaping @MainActor () -> Void) -> Token {
        lastNumber += 1
        let token = Token(number: lastNumber)
        entries.append((token, clock.now + seconds, action))
        return token
    }

    /// Without effect on a timer that ran or was cancelled.
    func cancel(_ token: Token?) {
        entries.removeAll { $0.token == token }
    }

    /// When the next one is due; nil when none is.
    var nextDue: Double? { entries.map(\.due).min() }

    /// Runs what is due, earliest first; a timer set meanwhile waits for the next call.
    func fire() {
        let now = clock.now
        let due = entries.filter { $0.due <= now }.sorted { ($0.due, $0.token.number) < ($1.due, $1.token.number) }
        for entry in due where entries.contains(where: { $0.token == entry.token }) {
            entries.removeAll { $0.token == entry.token }
            entry.action()
        }
    }
}

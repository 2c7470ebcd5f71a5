// Says that saving fails once, and once that it works again. A value of the saving thread.

/// Remembers whether a fault has been said.
struct FaultNote: Sendable {
    /// The file, for people.
    let name: String
    let report: @Sendable (String) -> Void
    private(set) var isFailing = false

    init(name: String, report: @escaping @Sendable (String) -> Void) {
        self.name = name
        self.report = report
    }

    mutating func failed(_ reason: String) {
        if !isFailing { report("\(name) cannot be saved, and is tried again: \(reason)") }
        isFailing = true
    }

    mutating func worked() {
        if isFailing { report("\(name) is saved again") }
        isFailing = false
    }
}

// Collects the faults of one file. A value; any thread.

/// Faults in the order they are found, at most as many as are worth reading.
struct FaultLog {
    let source: SourceText
    private(set) var faults: [DocumentFault]

    init(_ source: SourceText, _ faults: [DocumentFault] = []) {
        self.source = source
        self.faults = faults
    }

    mutating func add(_ offset: Int, _ message: @autoclosure () -> String) {
        guard faults.count < DocumentFault.mostPerFile else { return }
        let fault = source.fault(at: offset, message())
        if !faults.contains(fault) { faults.append(fault) }
    }

    mutating func add(_ others: [DocumentFault]) {
        for fault in others where faults.count < DocumentFault.mostPerFile && !faults.contains(fault) {
            faults.append(fault)
        }
    }
}

// Which ring frame a device frame was. Kept by the output thread; plain numbers in a fixed table.

/// The recent runs of music and silence handed to a device, to find what is being heard.
struct FrameMap: ~Copyable {
    struct Run: BitwiseCopyable {
        var deviceFrame: Int64
        var ringFrame: Int64
        /// Silence stands still in the ring.
        var isSilence: Bool
    }

    private static let capacity = 64
    private let runs: UnsafeMutablePointer<Run>
    private var count = 0

    init() {
        runs = .allocate(capacity: Self.capacity)
    }

    deinit { runs.deallocate() }

    /// Forgets everything: a device was opened.
    mutating func reset(ringFrame: Int64) {
        count = 1
        runs[0] = Run(deviceFrame: 0, ringFrame: ringFrame, isSilence: true)
    }

    /// Music or silence starts at `deviceFrame`. Equal runs are joined; the oldest is forgotten when the table is full,
    /// which is far longer than a device's buffer.
    mutating func start(deviceFrame: Int64, ringFrame: Int64, isSilence: Bool) {
        if count > 0 {
            let last = runs[count - 1]
            let continues = last.isSilence ? last.ringFrame : last.ringFrame + (deviceFrame - last.deviceFrame)
            if last.isSilence == isSilence && continues == ringFrame { return }
            if last.deviceFrame == deviceFrame { count -= 1 }
        }
        if count == Self.capacity {
            for index in 1..<count { runs[index - 1] = runs[index] }
            count -= 1
        }
        runs[count] = Run(deviceFrame: deviceFrame, ringFrame: ringFrame, isSilence: isSilence)
        count += 1
    }

    /// The ring frame that stands at `deviceFrame`; before the oldest run known, that run's start.
    func ringFrame(at deviceFrame: Int64) -> Int64 {
        var index = count - 1
        while index > 0 && runs[index].deviceFrame > deviceFrame { index -= 1 }
        guard index >= 0 else { return 0 }
        let run = runs[index]
        return run.isSilence ? run.ringFrame : run.ringFrame + max(0, deviceFrame - run.deviceFrame)
    }
}

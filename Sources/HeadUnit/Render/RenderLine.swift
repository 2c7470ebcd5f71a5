// The files of a render, one behind the other. Follows what the feeder says and tells it what is next.

import AudioCore
import Synchronization

/// Where a render stands in its list.
struct RenderLine {
    let feeder: TrackFeeder
    var problems: [AudioError] = []
    private let items: [QueueItem]
    private var next = 0
    private var serial: Int32 = 0
    private var hasPlan = false
    /// What was handed to the feeder and is not open yet.
    private var planned: QueueItem?
    private var isDone = false

    init(_ items: [QueueItem], _ feeder: TrackFeeder) {
        self.items = items
        self.feeder = feeder
    }

    /// Nothing is being decoded and nothing follows.
    var isIdle: Bool { isDone }

    /// Opens the first file that can be opened.
    /// - Returns: what it is; nil when none can.
    mutating func begin(_ events: borrowing Mutex<[DecoderEvent]>) -> StreamInfo? {
        while next < items.count {
            serial += 1
            feeder.load(serial: serial, item: items[next], seconds: 0)
            next += 1
            _ = feeder.step()
            for event in taken(events) {
                switch event {
                case .opened(_, let info):
                    plan()
                    return info
                case .failed(_, let error, _): problems.append(error)
                case .needsOutput, .crossed, .missedSeek: break
                }
            }
        }
        return nil
    }

    /// Acts on what the feeder has said.
    mutating func follow(_ events: borrowing Mutex<[DecoderEvent]>) {
        for event in taken(events) {
            switch event {
            case .crossed: plan()
            case .failed(_, let error, let wasOpen):
                problems.append(error)
                if !wasOpen { plan() }
            case .opened, .needsOutput, .missedSeek: break
            }
        }
        isDone = feeder.isIdle && !hasPlan
    }

    private func taken(_ events: borrowing Mutex<[DecoderEvent]>) -> [DecoderEvent] {
        events.withLock { queue in
            defer { queue = [] }
            return queue
        }
    }

    private mutating func plan() {
        hasPlan = next < items.count
        planned = hasPlan ? items[next] : nil
        guard hasPlan else { return }
        serial += 1
        feeder.setUpcoming(.track(serial: serial, items[next]))
        next += 1
    }

    /// What the files say of themselves before they are decoded; of the first it is known.
    func survey(_ first: StreamInfo, _ format: DeviceFormat, _ files: OpenedAhead) -> RenderSurvey {
        var survey = RenderSurvey()
        survey.add(first, format)
        for item in items[next...] {
            if let info = files.info(of: item) { survey.add(info, format) }
        }
        if let planned, let info = files.info(of: planned) { survey.add(info, format) }
        return survey
    }
}

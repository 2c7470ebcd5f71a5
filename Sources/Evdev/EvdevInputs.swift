// Knobs, keys, fingers and wires of a console, whenever they are plugged in. Main thread: the main loop polls
// `descriptors`, and calls `read` when one is readable or `deadline` has come.

import Glibc
public import Scene

/// All input devices. Not thread-safe: one owner, the main thread.
public final class EvdevInputs {
    /// What is known of an opened device, for people.
    public struct Device: Hashable, Sendable {
        public enum Use: String, Hashable, Sendable { case knob, touch, keys }
        public var path: String
        /// What the device calls itself; empty for a FIFO.
        public var name: String
        public var use: Use
    }

    /// The picture that fingers point at; set when it is rotated.
    public var picture: PictureGeometry {
        didSet { if picture != oldValue { turnTouches() } }
    }
    /// A text field has the focus: letters type.
    public var isTextEntry = false
    /// The wires whose state is known.
    public private(set) var switches: [SwitchName: Bool] = [:]
    /// Seconds of the main clock at which `read` is due although no descriptor is readable; nil: none.
    public internal(set) var deadline: Double?

    struct Opened {
        var device: EvdevDevice
        var role: DeviceRole
        var decoder: DeviceDecoder
    }

    let configuration: InputConfiguration
    let root: String
    let now: () -> Double
    let log: (String) -> Void
    let keyMap: KeyMap
    let watch = FolderWatch()
    var switchFiles: SwitchFiles
    /// By real path.
    var opened: [String: Opened] = [:]
    /// Devices of no use, so that they are not opened again and again.
    var ignored: [String: FileIdentity] = [:]
    /// Paths that could not be opened, with the error number that was told.
    var refused: [String: Int32] = [:]
    var lastScan = -Double.infinity
    var wantsScan = false
    private var isPressCancelled = false
    private var toldWarnings: Set<String> = []

    /// Devices appear in a burst; they are looked at once for all of it.
    static let scanInterval = 0.1
    /// How often a device that is awaited is looked for, beside being told of changes.
    static let waitInterval = 2.0
    /// How often files that do not tell of changes are read.
    static let fileInterval = 1.0

    /// Opens what is there.
    ///
    /// - Parameters:
    ///   - root: the folder of `event*` devices.
    ///   - now: the main clock, in seconds; CLOCK_MONOTONIC, which also stamps the events of real devices.
    ///   - log: takes a line for each device that comes or goes, and for what in the configuration makes no sense.
    public init(
        configuration: InputConfiguration, picture: PictureGeometry, root: String = "/dev/input",
        now: @escaping () -> Double = EvdevInputs.monotonicTime, log: @escaping (String) -> Void = { _ in }
    ) {
        self.configuration = configuration
        self.picture = picture
        self.root = root
        self.now = now
        self.log = log
        var warnings: [String] = []
        keyMap = KeyMap(changes: configuration.keys, warnings: &warnings)
        switchFiles = SwitchFiles(configuration.switches)
        for (name, source) in configuration.switches.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            guard case .device(_, let code) = source else { continue }
            if KeyNames.key(code) == nil, KeyNames.evdevSwitch(code) == nil {
                warnings.append(
                    "input.switches.\(name.rawValue): no key or switch is called \(code); "
                        + "the nearest is \(KeyNames.nearest(to: code))")
            }
        }
        warn(warnings)
        var output = DeviceOutput()
        scan(into: &output)
        adopt(output)
    }

    /// What the main loop polls for reading. It changes with every `read`.
    public var descriptors: [Int32] {
        let watched = watch.descriptor >= 0 ? [watch.descriptor] : []
        return watched + opened.values.map(\.device.descriptor)
    }

    /// The devices in use, by path.
    public var devices: [Device] {
        opened.sorted { $0.key < $1.key }.map { path, opened in
            let use: Device.Use =
                switch opened.role {
                case .knob: .knob
                case .touch: .touch
                case .keys, .ignored: .keys
                }
            return Device(path: path, name: opened.device.name, use: use)
        }
    }

    /// Takes what has come, in order of time. Never blocks.
    public func read() -> [InputEvent] {
        var output = DeviceOutput()
        if watch.takeChange() { wantsScan = true }
        let time = now()
        for path in opened.keys.sorted() { readDevice(path, now: time, into: &output) }
        if wantsScan || deadline.map({ $0 <= time }) == true { scanOrWait(now: time, into: &output) }
        return adopt(output)
    }

    /// Whether a press that has begun was lost with its device, so that no event ends it; asked once after `read`.
    public func takePressCancellation() -> Bool {
        defer { isPressCancelled = false }
        return isPressCancelled
    }

    /// Seconds of CLOCK_MONOTONIC.
    public static func monotonicTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
    }
}

// MARK: - One device

extension EvdevInputs {
    private func readDevice(_ path: String, now time: Double, into output: inout DeviceOutput) {
        // Only the device: a copy of the decoder would be copied again with every change.
        guard let device = opened[path]?.device else { return }
        guard case .events(let events) = device.read() else {
            if device.identity.isCharacterDevice {
                drop(path, reason: "gone", now: time, into: &output)
                wantsScan = true
            } else {
                reopen(path, device, now: time, into: &output)
            }
            return
        }
        let canBeAsked = device.capabilities != nil
        for event in events {
            opened[path]?.decoder.take(event, now: time, isTextEntry: isTextEntry, into: &output)
            guard opened[path]?.decoder.needsResync == true else { continue }
            // What waits is older than the state that is asked for.
            if canBeAsked { device.drain() }
            opened[path]?.decoder.resync(device.snapshot(), now: time, into: &output)
            if canBeAsked { return }
        }
    }

    /// A FIFO that its last writer left. It is opened again before it is closed, so that a writer who comes just now
    /// loses nothing.
    private func reopen(_ path: String, _ old: EvdevDevice, now time: Double, into output: inout DeviceOutput) {
        opened[path]?.decoder.end(now: time, into: &output)
        opened[path] = nil
        open(path, spellings: spellingsByRealPath()[path] ?? [path], isQuiet: true, into: &output)
        withExtendedLifetime(old) {}
    }

    func drop(_ path: String, reason: String, now time: Double, into output: inout DeviceOutput) {
        opened[path]?.decoder.end(now: time, into: &output)
        if let entry = opened.removeValue(forKey: path) { log("input: \(title(entry.device)) is \(reason)") }
    }

    func title(_ device: EvdevDevice) -> String {
        device.name.isEmpty ? device.path : "\(device.name) (\(device.path))"
    }

    @discardableResult
    private func adopt(_ output: DeviceOutput) -> [InputEvent] {
        for (name, value) in output.switches { switches[name] = value }
        if output.isPressCancelled { isPressCancelled = true }
        // Each device is in order already; between devices the earlier goes first.
        return output.events.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
            .map(\.element)
    }

    private func turnTouches() {
        for (path, entry) in opened where entry.role == .touch {
            opened[path]?.decoder.transform = transform(for: entry.device)
        }
    }

    func warn(_ warnings: [String]) {
        for warning in warnings where toldWarnings.insert(warning).inserted { log(warning) }
    }
}

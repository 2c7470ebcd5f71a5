// How devices come and go. Part of EvdevInputs; main thread.

import Glibc
import Scene

extension EvdevInputs {
    func scanOrWait(now time: Double, into output: inout DeviceOutput) {
        if time - lastScan < Self.scanInterval, time >= lastScan {
            deadline = lastScan + Self.scanInterval
            wantsScan = true
        } else {
            scan(into: &output)
        }
    }

    /// Compares what is there with what is open.
    func scan(into output: inout DeviceOutput) {
        let time = now()
        lastScan = time
        wantsScan = false
        addWatches()
        let found = spellingsByRealPath()
        for path in opened.keys.sorted() where found[path] == nil {
            drop(path, reason: "gone", now: time, into: &output)
        }
        for path in found.keys.sorted() { look(at: path, spellings: found[path] ?? [], now: time, into: &output) }
        refused = refused.filter { found[$0.key] != nil }
        ignored = ignored.filter { found[$0.key] != nil }
        output.switches.merge(switchFiles.read()) { $1 }
        setDeadline(now: time, found: found)
    }

    private func look(at path: String, spellings: Set<String>, now time: Double, into output: inout DeviceOutput) {
        guard let identity = FileIdentity(path: path) else { return }
        if let entry = opened[path] {
            let role = DeviceRole(
                name: entry.device.name, spellings: spellings, capabilities: entry.device.capabilities,
                configuration: configuration)
            if entry.device.identity == identity, entry.role == role { return }
            drop(path, reason: "opened anew", now: time, into: &output)
        } else if ignored[path] == identity, !isAwaited(spellings) {
            return
        }
        open(path, spellings: spellings, into: &output)
    }

    /// A path of the configuration: it is of use, whatever it can do.
    private func isAwaited(_ spellings: Set<String>) -> Bool {
        selectors.contains { $0.isPath && $0.matches(name: "", spellings: spellings) }
    }

    func open(_ path: String, spellings: Set<String>, isQuiet: Bool = false, into output: inout DeviceOutput) {
        var failure: Int32 = 0
        guard let device = EvdevDevice(path: path, failure: &failure) else {
            // A device on its way out is not worth a word.
            let isLeaving = [ENOENT, ENODEV, ENXIO].contains(failure)
            if refused.updateValue(failure, forKey: path) != failure, !isLeaving {
                log("input: \(path) cannot be opened yet: \(Self.reason(failure))")
            }
            return
        }
        refused[path] = nil
        let role = DeviceRole(
            name: device.name, spellings: spellings, capabilities: device.capabilities, configuration: configuration)
        guard role != .ignored else {
            ignored[path] = device.identity
            return
        }
        if case .knob(let knob, isConfigured: true) = role { claim(device, as: knob) }
        let wires = switchCodes(name: device.name, spellings: spellings)
        var warnings: [String] = []
        var decoder = DeviceDecoder(
            number: freeNumber(), role: role, keyMap: keyMap, transform: transform(for: device),
            switchKeys: wires.keys, switchCodes: wires.switches, isMainClock: device.isMainClock, warnings: &warnings)
        warn(warnings)
        decoder.begin(device.snapshot(), into: &output)
        opened[path] = Opened(device: device, role: role, decoder: decoder)
        if !isQuiet { log("input: \(title(device)) is open as \(Self.title(role))") }
    }

    private func claim(_ device: EvdevDevice, as knob: KnobConfiguration) {
        guard let capabilities = device.capabilities else { return }
        let failure = device.grab()
        if failure != 0 { log("input: \(title(device)) is shared with others: \(Self.reason(failure))") }
        let fits =
            switch knob.axis {
            case .dial: capabilities.relatives.contains(RelativeCode.dial)
            case .wheel: !capabilities.relatives.isDisjoint(with: [RelativeCode.wheel, RelativeCode.horizontalWheel])
            case .x: capabilities.relatives.contains(RelativeCode.x)
            case .keys: !capabilities.keys.isEmpty
            }
        if !fits {
            let has = capabilities.knobAxis.map { "it has \"\($0.rawValue)\"" } ?? "it has none that turns"
            warn(["input.knobs: \(title(device)) has no axis \"\(knob.axis.rawValue)\"; \(has)"])
        }
    }

    private func setDeadline(now time: Double, found: [String: Set<String>]) {
        var wait = Double.infinity
        let isMissing = selectors.contains { selector in
            !opened.contains { path, entry in
                selector.matches(name: entry.device.name, spellings: found[path] ?? [path])
            }
        }
        let isUntold = watch.descriptor < 0 || access(root, F_OK) != 0
        if isMissing || isUntold || !refused.isEmpty { wait = Self.waitInterval }
        if !switchFiles.isEmpty { wait = min(wait, Self.fileInterval) }
        deadline = wait.isFinite ? time + wait : nil
    }

    private func freeNumber() -> Int {
        let taken = Set(opened.values.map(\.decoder.number))
        return (0...taken.count).first { !taken.contains($0) } ?? taken.count
    }

    private static func title(_ role: DeviceRole) -> String {
        switch role {
        case .knob(let knob, _): "a knob for \(knob.role.rawValue)"
        case .touch: "a touch panel"
        case .keys, .ignored: "keys"
        }
    }

    private static func reason(_ code: Int32) -> String {
        if code == 0 { return "it is not an input device" }
        let text = String(cString: strerror(code))
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}

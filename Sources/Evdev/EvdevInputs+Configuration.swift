// What the configuration means for the devices there are. Part of EvdevInputs; main thread.

import Glibc

extension EvdevInputs {
    var selectors: [DeviceSelector] {
        var devices = configuration.knobs.map(\.device)
        if let panel = configuration.touch.device { devices.append(panel) }
        for source in configuration.switches.values {
            if case .device(let device, _) = source { devices.append(device) }
        }
        return devices.map { DeviceSelector($0) }
    }

    func addWatches() {
        watch.add(root)
        for selector in selectors {
            if let folder = selector.folder { watch.add(folder) }
        }
        for folder in switchFiles.folders { watch.add(folder) }
    }

    /// Every device there is: those of the root and those of configured paths, each with all its names.
    func spellingsByRealPath() -> [String: Set<String>] {
        var found: [String: Set<String>] = [:]
        func add(_ path: String) {
            guard let resolved = realpath(path, nil) else { return }
            defer { free(resolved) }
            let real = String(cString: resolved)
            found[real, default: [real]].insert(path)
        }
        if let folder = opendir(root) {
            defer { closedir(folder) }
            while let entry = readdir(folder) {
                let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
                if name.hasPrefix("event") { add(root + "/" + name) }
            }
        }
        for selector in selectors { selector.paths().forEach(add) }
        return found
    }

    func switchCodes(
        name: String, spellings: Set<String>
    ) -> (keys: [UInt16: SwitchName], switches: [UInt16: SwitchName]) {
        var (keys, switches): ([UInt16: SwitchName], [UInt16: SwitchName]) = ([:], [:])
        for (wire, source) in configuration.switches {
            guard case .device(let device, let code) = source,
                DeviceSelector(device).matches(name: name, spellings: spellings)
            else { continue }
            if let number = KeyNames.key(code) { keys[number] = wire }
            if let number = KeyNames.evdevSwitch(code) { switches[number] = wire }
        }
        return (keys, switches)
    }

    func transform(for device: EvdevDevice) -> TouchTransform {
        let isTurned = [90, 270].contains(configuration.touch.rotate ?? picture.rotation)
        let (panelWidth, panelHeight) =
            isTurned ? (picture.height, picture.width) : (picture.width, picture.height)
        func range(_ maximum: Int?, _ side: Int) -> ClosedRange<Int32> {
            0...Int32(clamping: max(1, maximum ?? side - 1))
        }
        let ranges =
            device.touchRange()
            ?? (range(configuration.touch.maximumX, panelWidth), range(configuration.touch.maximumY, panelHeight))
        var warnings: [String] = []
        let transform = TouchTransform(
            rangeX: ranges.0, rangeY: ranges.1, configuration: configuration.touch, picture: picture,
            warnings: &warnings)
        warn(warnings)
        return transform
    }
}

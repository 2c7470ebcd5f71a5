// The `input` part of config.json: knobs, the touch panel, keys, and the wires of the car. A value; workers.

import Evdev
import Scene
import TemplateKit

extension ConfigReader {
    private static let device = "a path, a pattern as /dev/input/by-path/*, or the name of a device"

    /// Wires that do something; the others belong to rooms this version does not have.
    private static let wires: [SwitchName] = [.headlights, .moving, .mute, .prompt]

    mutating func input(_ node: JSONNode) -> InputConfiguration {
        var input = InputConfiguration()
        for member in members(node, "input", known: ["knobs", "touch", "keys", "switches"]) {
            let node = member.node
            switch member.key {
            case "knobs":
                let items = list(node, "input.knobs", "a list of knobs, each with its device") ?? []
                input.knobs = items.enumerated().compactMap { index, item in knob(item, "input.knobs[\(index)]") }
            case "touch": input.touch = touch(node)
            case "keys": input.keys = keys(node)
            default: input.switches = switches(node)
            }
        }
        return input
    }

    private mutating func knob(_ node: JSONNode, _ path: String) -> KnobConfiguration? {
        var knob = KnobConfiguration(device: "")
        var isAxisKnown = false
        let known = ["device", "role", "axis", "stepsPerDetent", "reverse", "keyPair"]
        for member in members(node, path, known: known) {
            let node = member.node
            let path = Self.join(path, member.key)
            switch member.key {
            case "device": knob.device = text(node, path, Self.device) ?? ""
            case "role": knob.role = choice(node, path) ?? knob.role
            case "axis":
                let axis: KnobConfiguration.Axis? = choice(node, path)
                isAxisKnown = axis != nil
                knob.axis = axis ?? knob.axis
            case "stepsPerDetent": knob.stepsPerDetent = whole(node, path, in: 1...16, "steps") ?? 1
            case "reverse": knob.reverse = flag(node, path) ?? false
            default: knob.keyPair = keyPair(node, path)
            }
        }
        if let pair = node["keyPair"], knob.axis != .keys, node["axis"] == nil || isAxisKnown {
            let axis = knob.axis.rawValue
            add(pair.offset, "\(path).keyPair does nothing with the axis \"\(axis)\" (\"axis\": \"keys\")")
            knob.keyPair = nil
        }
        guard !knob.device.isEmpty else {
            if node.isObject, node["device"] == nil {
                add(node.offset, "\(path) without \"device\" (\(Self.device))")
            }
            return nil
        }
        return knob
    }

    private mutating func keyPair(_ node: JSONNode, _ path: String) -> [String]? {
        let right = "two key names, anticlockwise and clockwise"
        guard let items = list(node, path, right) else { return nil }
        let names = items.enumerated().compactMap { index, item in keyName(item, "\(path)[\(index)]") }
        guard items.count == 2 else {
            add(node.offset, "\(path) has \(items.count) items (\(right))")
            return nil
        }
        return names.count == 2 ? names : nil
    }

    /// The kernel's name of a key.
    private mutating func keyName(_ node: JSONNode, _ path: String) -> String? {
        guard let name = text(node, path, "a key name as KEY_F5") else { return nil }
        guard KeyNames.key(name) != nil else {
            add(node.offset, "\(path) is \"\(name.prefix(40))\" (did you mean \"\(KeyNames.nearest(to: name))\"?)")
            return nil
        }
        return name
    }

    private mutating func touch(_ node: JSONNode) -> TouchConfiguration {
        var touch = TouchConfiguration()
        for member in members(
            node, "input.touch", known: ["device", "rotate", "matrix", "maximumX", "maximumY"])
        {
            let node = member.node
            let path = Self.join("input.touch", member.key)
            switch member.key {
            case "device": touch.device = text(node, path, Self.device)
            case "rotate": touch.rotate = angle(node, path)
            case "matrix": touch.matrix = matrix(node, path)
            case "maximumX": touch.maximumX = whole(node, path, in: 1...1_000_000, "")
            default: touch.maximumY = whole(node, path, in: 1...1_000_000, "")
            }
        }
        return touch
    }

    /// Two rows of three; the part that turns and stretches must not fold the panel into a line.
    private mutating func matrix(_ node: JSONNode, _ path: String) -> [Double]? {
        guard let items = list(node, path, "six numbers, row by row") else { return nil }
        let numbers = items.enumerated().compactMap { index, item in
            number(item, "\(path)[\(index)]", in: -1000...1000, "")
        }
        guard items.count == 6 else {
            add(node.offset, "\(path) has \(items.count) items (six numbers, row by row)")
            return nil
        }
        guard numbers.count == 6 else { return nil }
        guard (numbers[0] * numbers[4] - numbers[1] * numbers[3]).magnitude > 1e-9 else {
            add(node.offset, "\(path) makes a line of the panel (as [1, 0, 0, 0, 1, 0], which changes nothing)")
            return nil
        }
        return numbers
    }

    private mutating func keys(_ node: JSONNode) -> [String: String] {
        guard case .object(let members) = node.value else {
            add(node.offset, "input.keys is \(node.value.name) (an object, as {\"KEY_F5\": \"home\"})")
            return [:]
        }
        var keys: [String: String] = [:]
        for member in members {
            let path = Self.join("input.keys", String(member.key.prefix(40)))
            guard KeyNames.key(member.key) != nil else {
                let nearest = KeyNames.nearest(to: member.key)
                add(
                    member.keyOffset,
                    "no key is called \"\(member.key.prefix(40))\" in input.keys (did you mean \"\(nearest)\"?)")
                continue
            }
            if let action = word(member.node, path, among: KeyAction.words) { keys[member.key] = action }
        }
        return keys
    }

    private mutating func switches(_ node: JSONNode) -> [SwitchName: SwitchConfiguration] {
        let later = SwitchName.allCases.filter { !Self.wires.contains($0) }.map(\.rawValue)
        var switches: [SwitchName: SwitchConfiguration] = [:]
        for member in members(node, "input.switches", known: Self.wires.map(\.rawValue), later: later) {
            guard let name = SwitchName(rawValue: member.key) else { continue }
            switches[name] = wire(member.node, Self.join("input.switches", member.key))
        }
        return switches
    }

    private mutating func wire(_ node: JSONNode, _ path: String) -> SwitchConfiguration? {
        var (device, code, file): (String?, String?, String?) = (nil, nil, nil)
        for member in members(node, path, known: ["device", "code", "file"]) {
            let path = Self.join(path, member.key)
            switch member.key {
            case "device": device = text(member.node, path, Self.device)
            case "code": code = switchCode(member.node, path)
            default: file = text(member.node, path, "a file that holds 0 or 1")
            }
        }
        guard node.isObject else { return nil }
        switch (node["device"], node["code"], node["file"]) {
        case (nil, nil, .some): return file.map(SwitchConfiguration.file)
        case (.some, .some, nil):
            if let device, let code { return .device(device, code: code) }
        case (.some, nil, nil): add(node.offset, "\(path) without \"code\" (a key or switch as KEY_F1, SW_LID)")
        case (nil, .some, nil): add(node.offset, "\(path) without \"device\" (\(Self.device))")
        case (nil, nil, nil): add(node.offset, "\(path) is empty (a device with its code, or a file)")
        default: add(node.offset, "\(path) has a device and a file (one of the two)")
        }
        return nil
    }

    private mutating func switchCode(_ node: JSONNode, _ path: String) -> String? {
        guard let name = text(node, path, "a key or switch as KEY_F1, SW_LID") else { return nil }
        guard KeyNames.key(name) != nil || KeyNames.evdevSwitch(name) != nil else {
            add(node.offset, "\(path) is \"\(name.prefix(40))\" (did you mean \"\(KeyNames.nearest(to: name))\"?)")
            return nil
        }
        return name
    }
}

extension JSONNode {
    fileprivate var isObject: Bool {
        if case .object = value { true } else { false }
    }
}

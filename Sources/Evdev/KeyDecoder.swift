// From key events of one device to what they mean. Rules as a value, tested without a device; main thread.

import Scene

/// The keys of one device.
struct KeyDecoder: Sendable {
    /// Values of a key event (`linux/input.h`): 0 up, 1 down, 2 repeated by the kernel.
    private enum Motion: Int32 { case up, down, again }

    let map: KeyMap
    /// What a press means here; the press of a volume knob mutes.
    let pressAction: KeyAction
    private var heldPresses: Set<UInt16> = []
    private var heldModifiers: Set<UInt16> = []

    init(map: KeyMap, pressAction: KeyAction = .press) {
        self.map = map
        self.pressAction = pressAction
    }

    /// A press has begun and not ended.
    var isPressed: Bool { !heldPresses.isEmpty }

    /// - Parameter isTextEntry: a text field has the focus, so letters type.
    mutating func take(_ code: UInt16, value: Int32, time: Double, isTextEntry: Bool) -> [InputEvent] {
        guard let motion = Motion(rawValue: value) else { return [] }
        if TypedText.shiftKeys.contains(code) || TypedText.commandKeys.contains(code) {
            if motion == .up { heldModifiers.remove(code) } else { heldModifiers.insert(code) }
        }
        if motion == .up {
            guard heldPresses.remove(code) != nil, heldPresses.isEmpty else { return [] }
            return [InputEvent(.press(isDown: false), time: time)]
        }
        if isTextEntry, let kind = typed(code) { return [InputEvent(kind, time: time)] }
        guard var action = map.action(of: code) else { return [] }
        if action == .press { action = pressAction }
        guard motion == .down || action.repeats else { return [] }
        switch action {
        case .press:
            let isFirst = heldPresses.isEmpty
            heldPresses.insert(code)
            return isFirst ? [InputEvent(.press(isDown: true), time: time)] : []
        case .nudge(let direction): return [InputEvent(.nudge(direction), time: time)]
        case .rotate(let ticks): return [InputEvent(.rotate(ticks), time: time)]
        case .back: return [InputEvent(.back, time: time)]
        case .key(let key): return [InputEvent(.key(key), time: time)]
        case .none: return []
        }
    }

    /// The device is gone, or events were lost: forgets what is not in `stillDown`.
    /// - Returns: a press was under way and will not be ended by an event.
    mutating func forget(stillDown: Set<UInt16> = []) -> Bool {
        let wasPressed = isPressed
        heldPresses.formIntersection(stillDown)
        heldModifiers.formIntersection(stillDown)
        return wasPressed && !isPressed
    }

    private func typed(_ code: UInt16) -> InputEvent.Kind? {
        if code == TypedText.backspace { return .deleteBackward }
        guard heldModifiers.isDisjoint(with: TypedText.commandKeys) else { return nil }
        let isShifted = !heldModifiers.isDisjoint(with: TypedText.shiftKeys)
        return TypedText.character(code, isShifted: isShifted).map { .text($0) }
    }
}

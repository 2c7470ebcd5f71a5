// What the wires of the car do: the dashboard's light, the phone's mute, the wheels, another device that speaks. Rules
// as a value; main thread.

import Evdev

/// Remembers how the wires were, and says what follows from a change.
struct SwitchEffects {
    enum Effect: Equatable {
        /// The theme goes with them when it is automatic.
        case headlights(areOn: Bool)
        case mute(isOn: Bool)
        /// The limits of a moving car hold as long as it is on.
        case moving(isOn: Bool)
        /// Another device speaks over the same loudspeakers.
        case prompt(isOn: Bool)
    }

    private var last: [SwitchName: Bool] = [:]

    /// - Parameter switches: the wires whose state is known now.
    mutating func take(_ switches: [SwitchName: Bool]) -> [Effect] {
        guard switches != last else { return [] }
        defer { last = switches }
        var effects: [Effect] = []
        if let areOn = switches[.headlights], areOn != last[.headlights] { effects.append(.headlights(areOn: areOn)) }
        // A wire that is off at the start changes nothing: the owner may have muted by hand. A wire that is gone is off.
        let isMuted = switches[.mute] ?? false
        if isMuted != (last[.mute] ?? false) { effects.append(.mute(isOn: isMuted)) }
        // A car of whose wheels nothing is known any more stands.
        let isMoving = switches[.moving] ?? false
        if isMoving != (last[.moving] ?? false) { effects.append(.moving(isOn: isMoving)) }
        let isPrompted = switches[.prompt] ?? false
        if isPrompted != (last[.prompt] ?? false) { effects.append(.prompt(isOn: isPrompted)) }
        return effects
    }
}

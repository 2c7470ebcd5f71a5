// A mixer in memory that moves when it is told to, by whomever, and fails on demand.

import AudioCore
import Glibc

@testable import ALSAOutput

final class ModelMixer: MixerPort {
    var elements: [MixerElement] = [
        MixerElement(name: "Digital", range: -10_350...0, hasSwitch: true)
    ]
    /// Hundredths of a decibel between two levels it can stand at.
    var step = 50
    /// What `open` does instead of opening.
    var refusal: AudioError?
    var onSet: () -> Int? = { nil }
    var onLevel: () -> Int? = { nil }
    /// What the next waits report; after that the bell.
    var readiness: [MixerReadiness] = []

    private(set) var calls: [String] = []
    var standsAt = 0
    var isSwitchedOn = true
    private var selected: MixerElement?

    func open(_ name: String) throws(AudioError) -> [MixerElement] {
        calls.append("open \(name)")
        if let refusal { throw refusal }
        return elements
    }

    func select(_ element: MixerElement) -> Bool {
        selected = element
        return elements.contains(element)
    }

    func level() -> Result<Int, MixerFailure> {
        if let code = onLevel() { return .failure(MixerFailure(code: code)) }
        return .success(standsAt)
    }

    func setLevel(_ hundredths: Int) -> Int {
        calls.append("level \(hundredths)")
        if let code = onSet() { return code }
        guard let range = selected?.range, range.contains(hundredths) || hundredths >= range.lowerBound else {
            return Int(-EINVAL)
        }
        // Down to the next step.
        let steps = Int((Double(hundredths) / Double(step)).rounded(.down))
        standsAt = max(range.lowerBound, steps * step)
        return 0
    }

    func isOn() -> Bool { isSwitchedOn }

    func setOn(_ isOn: Bool) -> Int {
        guard selected?.hasSwitch == true else { return 0 }
        calls.append(isOn ? "on" : "off")
        isSwitchedOn = isOn
        return 0
    }

    func wait() -> MixerReadiness { readiness.isEmpty ? .bell : readiness.removeFirst() }
    func takeChanges() -> Int { 0 }

    func close() {
        if selected != nil { calls.append("close") }
        selected = nil
    }

    func forgetCalls() { calls = [] }
}

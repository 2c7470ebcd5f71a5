// The mixer thread's work, one turn at a time: what was asked for first, then what others did. A test turns it by hand.

import AudioCore

/// Keeps a card's volume where it is wanted, and tells who else moves it. Every method is called by one thread.
final class MixerLoop {
    private let port: any MixerPort
    private let inbox: MixerInbox
    private let log: @Sendable (String) -> Void
    private let events: @Sendable (OutputEvent) -> Void

    /// The mixer that is open, and its volume.
    private var open: (name: String, element: MixerElement)?
    private var wish: MixerWish?
    /// Where the control stood when it was last looked at.
    private var last: Standing?
    /// Devices whose lack of a volume was said.
    private var told: Set<String> = []
    private(set) var hasEnded = false

    private struct Standing: Equatable {
        var level: Int
        var isOn: Bool
    }

    /// - Parameters:
    ///   - log: takes one line for each device whose volume has to stay in software.
    ///   - events: takes `hardwareVolume`.
    init(
        port: any MixerPort, inbox: MixerInbox, log: @escaping @Sendable (String) -> Void,
        events: @escaping @Sendable (OutputEvent) -> Void
    ) {
        self.port = port
        self.inbox = inbox
        self.log = log
        self.events = events
    }

    func turn() {
        for command in inbox.takeAll() {
            switch command {
            case .attach(let name, let device, let number): inbox.answer(attach(name, device), to: number)
            case .set(let new): set(new)
            case .shutDown: return end()
            }
        }
        let readiness = port.wait()
        if readiness.contains(.bell) { inbox.bell.silence() }
        if readiness.contains(.fault) { return lose() }
        if readiness.contains(.change) { look() }
    }

    private func end() {
        port.close()
        open = nil
        hasEnded = true
    }

    // MARK: - Steps

    /// Opens the mixer and puts the volume where it is wanted before the device sounds.
    /// - Returns: the volume; nil when there is none to be used.
    private func attach(_ name: String, _ device: String) -> HardwareVolume? {
        if open?.name != name {
            port.close()
            open = nil
            last = nil
            do throws(AudioError) {
                let elements = try port.open(name)
                guard let element = MixerChoice.best(of: elements), port.select(element) else {
                    return refuse(device, MixerChoice.shortcoming(of: elements))
                }
                open = (name, element)
            } catch {
                return refuse(device, error.message)
            }
        }
        guard apply() else { return refuse(device, "its mixer does not take a volume") }
        guard let open, let range = open.element.range else { return nil }
        let decibels = Self.decibels(Self.lowest(range)).value...Self.decibels(range.upperBound).value
        return HardwareVolume(element: open.element.name, range: decibels)
    }

    private func refuse(_ device: String, _ why: String) -> HardwareVolume? {
        port.close()
        open = nil
        if told.insert(device).inserted { log("\(device): \(why); the volume is set in software") }
        return nil
    }

    private func set(_ new: MixerWish) {
        wish = new
        if open != nil, !apply() { lose() }
    }

    /// Moves the control where it is wanted. False when it does not move.
    private func apply() -> Bool {
        guard let open, let range = open.element.range else { return false }
        guard let wish else { return true }
        let bounded = max(Double(Self.lowest(range)), min(Double(range.upperBound), wish.level.value * 100))
        guard bounded == bounded, port.setLevel(Int(bounded.rounded())) >= 0, port.setOn(!wish.isMuted) >= 0,
            let now = standing()
        else { return false }
        last = now
        tell(now, isForeign: false)
        return true
    }

    /// Others may have moved the control.
    private func look() {
        guard port.takeChanges() >= 0, let now = standing() else { return lose() }
        guard now != last else { return }
        last = now
        // What was wanted since is about to be carried out.
        if !inbox.isWishWaiting { tell(now, isForeign: true) }
    }

    private func standing() -> Standing? {
        guard case .success(let level) = port.level() else { return nil }
        return Standing(level: level, isOn: port.isOn())
    }

    private func tell(_ standing: Standing, isForeign: Bool) {
        let state = HardwareVolumeState(
            level: Self.decibels(standing.level), isMuted: !standing.isOn, wish: wish?.number ?? 0, isForeign: isForeign
        )
        events(.hardwareVolume(state))
    }

    /// The card is gone, or does not obey: whoever sounds has the volume again.
    private func lose() {
        port.close()
        guard open != nil else { return }
        open = nil
        last = nil
        events(.hardwareVolume(nil))
    }

    // MARK: - Scale

    /// `SND_CTL_TLV_DB_GAIN_MUTE` (alsa/control.h), as a driver gives it for a lowest step that is silent.
    private static var silent: Int { -9_999_999 }
    /// In its place, in hundredths of a decibel.
    private static var quietest: Int { -12_000 }

    private static func lowest(_ range: ClosedRange<Int>) -> Int {
        min(max(range.lowerBound, quietest), range.upperBound)
    }

    private static func decibels(_ hundredths: Int) -> Decibels {
        hundredths <= silent ? .silence : Decibels(Double(hundredths) / 100)
    }
}

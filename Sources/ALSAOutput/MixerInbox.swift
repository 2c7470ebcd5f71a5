// What the mixer thread is asked for, and its answers. Any thread but the real-time part of one.

import AudioCore

/// A volume that is wanted.
struct MixerWish: Equatable, Sendable {
    /// Not-a-number is silence.
    var level: Decibels
    var isMuted: Bool
    /// Rising from 1.
    var number: Int

    init(level: Decibels, isMuted: Bool, number: Int) {
        self.level = level.value.isNaN ? .silence : level
        self.isMuted = isMuted
        self.number = number
    }
}

enum MixerCommand: Equatable, Sendable {
    /// Use the mixer `name` for the volume of `device`; answered under `number`.
    case attach(name: String, device: String, number: Int)
    case set(MixerWish)
    case shutDown
}

/// Commands with a bell, and one answer at a time.
final class MixerInbox: Sendable {
    private struct State {
        var commands: [MixerCommand] = []
        var asked = 0
        var answered = 0
        var answer: HardwareVolume?
    }

    let bell: Bell
    private let state = Monitor(State())

    init(bell: Bell) { self.bell = bell }

    /// A wish that was not carried out yet is replaced.
    func send(_ command: MixerCommand) {
        state.withLock { state in
            if case .set = command {
                state.commands.removeAll { if case .set = $0 { true } else { false } }
                // A wish holds for a mixer that is opened after it, and comes first.
                state.commands.insert(command, at: 0)
            } else {
                state.commands.append(command)
            }
        }
        bell.ring()
    }

    func takeAll() -> [MixerCommand] {
        state.withLock { state in
            let taken = state.commands
            state.commands = []
            return taken
        }
    }

    var isWishWaiting: Bool {
        state.withLock { $0.commands.contains { if case .set = $0 { true } else { false } } }
    }

    /// Has the mixer opened and set; waits for that, at most so long.
    func attach(_ name: String, device: String, within time: Duration) -> HardwareVolume? {
        let number = state.withLock { state in
            state.asked += 1
            return state.asked
        }
        send(.attach(name: name, device: device, number: number))
        let deadline = SteadyClock.now + time
        return state.wait { state in
            if state.answered == number { return .done(state.answer) }
            return SteadyClock.now >= deadline ? .done(nil) : .sleep(until: deadline)
        }
    }

    func answer(_ volume: HardwareVolume?, to number: Int) {
        state.change { state in
            state.answered = number
            state.answer = volume
        }
    }
}

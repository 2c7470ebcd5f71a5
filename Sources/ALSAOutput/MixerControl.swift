// The card's volume as the output sees it: a thread of its own, which starts when a volume is first wanted.

import AudioCore
import Synchronization

/// Sets the volume at the card. Any thread but the real-time part of one.
final class MixerControl: Sendable {
    /// A mixer that takes longer is done without: the music does not wait for it.
    private static let patience = Duration.milliseconds(500)

    private let inbox: MixerInbox
    private let start: @Sendable () -> NamedThread
    private let thread = Mutex<NamedThread?>(nil)

    /// - Parameters:
    ///   - log: takes one line for each device whose volume has to stay in software.
    ///   - events: takes `hardwareVolume`; called on the mixer thread.
    convenience init(
        log: @escaping @Sendable (String) -> Void, events: @escaping @Sendable (OutputEvent) -> Void
    ) {
        let bell = Bell()
        self.init(bell: bell, makePort: { ALSAMixer(bell: bell) }, log: log, events: events)
    }

    /// The same on any mixer.
    init(
        bell: Bell, makePort: @escaping @Sendable () -> any MixerPort, log: @escaping @Sendable (String) -> Void,
        events: @escaping @Sendable (OutputEvent) -> Void
    ) {
        let inbox = MixerInbox(bell: bell)
        self.inbox = inbox
        start = {
            NamedThread("mixer") {
                let loop = MixerLoop(port: makePort(), inbox: inbox, log: log, events: events)
                while !loop.hasEnded { loop.turn() }
            }
        }
    }

    deinit {
        if thread.withLock({ $0 != nil }) { inbox.send(.shutDown) }
    }

    /// What the volume shall be, at the mixer in use and at those to come. Returns at once.
    func set(_ wish: MixerWish) {
        thread.withLock { if $0 == nil { $0 = start() } }
        inbox.send(.set(wish))
    }

    /// The volume of the device that was opened, set as it is wanted; nil when nobody wants one there, and when the
    /// device has none.
    /// - Parameter mixer: the name that opens it.
    func attach(_ mixer: String, device: String) -> HardwareVolume? {
        guard thread.withLock({ $0 != nil }) else { return nil }
        return inbox.attach(mixer, device: device, within: Self.patience)
    }

    /// Ends the thread; returns when it is gone.
    func shutDown() {
        let running = thread.withLock { thread in
            let running = thread
            thread = nil
            return running
        }
        guard let running else { return }
        inbox.send(.shutDown)
        running.join()
    }
}

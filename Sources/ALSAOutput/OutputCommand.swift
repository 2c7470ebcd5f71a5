// Commands on their way to the output thread. Any thread sends; the output thread takes.

import AudioCore
import Synchronization

enum OutputCommand: Equatable {
    case open(OutputRequest, serial: Int)
    case run, pause, discard, close, shutDown
}

/// A queue with a bell. The output thread touches the lock only after a flag said that there is something.
final class CommandQueue: Sendable {
    let bell: Bell
    private let isRung = Atomic<Bool>(false)
    private let waiting = Mutex<[OutputCommand]>([])

    init(bell: Bell) {
        self.bell = bell
    }

    func send(_ command: OutputCommand) {
        waiting.withLock { $0.append(command) }
        isRung.store(true, ordering: .releasing)
        bell.ring()
    }

    /// Something was sent since the last `takeAll`. Real-time.
    var hasNews: Bool { isRung.load(ordering: .acquiring) }

    /// Gives what was sent, in order. Whoever hears the bell silences it: it may ring for what was taken already.
    func takeAll() -> [OutputCommand] {
        isRung.store(false, ordering: .releasing)
        return waiting.withLock { commands in
            let taken = commands
            commands.removeAll()
            return taken
        }
    }
}

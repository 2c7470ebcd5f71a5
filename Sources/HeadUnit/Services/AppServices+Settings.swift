// What the settings ask of the services, and small jobs for a worker. Main thread.

import AudioCore
import Glibc

extension AppServices {
    /// What the owner has set; the defaults in a transient run and before it is loaded.
    var ownerSettings: OwnerSettings { keeper?.settings ?? OwnerSettings() }

    /// Keeps a word the owner chose; saved within two seconds.
    func keep(_ key: String, _ word: String) { keeper?.keep(key, word) }

    /// The folder of the builder's `config.json`; nil in a transient run.
    var configFolder: RawPath? { keeper?.configFolder }

    /// The owner's equalizer curve, beside `config.json`; nil in a transient run.
    var equalizerFile: RawPath? { configFolder?.appending("equalizer.json") }

    /// Says what is wrong in the owner's curve at the start, not only when it is chosen.
    func tellEqualizerFault() {
        guard let file = equalizerFile else { return }
        work("equalizer") { () -> AudioError? in
            guard file.withCString({ access($0, F_OK) == 0 }) else { return nil }
            if case .failure(let fault) = EqualizerFile.result(file) { return fault }
            return nil
        } then: { [weak self] fault in
            if let fault { self?.onFault(fault.description) }
        }
    }

    /// Has a worker do something, and says on the main thread what came of it.
    /// - Parameter name: at most 15 bytes, shown by the kernel.
    func work<Value: Sendable>(
        _ name: String, _ body: @escaping @Sendable () -> Value,
        then receive: @escaping @MainActor @Sendable (Value) -> Void
    ) {
        jobs.append(name)
        let inbox = inbox
        _ = NamedThread(name, stackBytes: 1 << 20) { [weak self] in
            let value = body()
            inbox.post(
                .perform {
                    if let self, let place = self.jobs.firstIndex(of: name) { self.jobs.remove(at: place) }
                    receive(value)
                })
        }
    }
}

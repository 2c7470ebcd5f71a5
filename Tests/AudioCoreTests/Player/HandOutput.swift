// An output without a device: the test says what the device does, and turns its crank.

import Synchronization

@testable import AudioCore

/// Notes every command, and renders when it is told to. Commands come from the main thread, as does the crank.
final class HandOutput: AudioOutput {
    enum Call: Equatable {
        case open(OutputRequest, serial: Int)
        case run, pause, discard, close, shutDown
    }

    private struct State {
        var calls: [Call] = []
        var isOpen = false
        var isRunning = false
        var rendered: Int64 = 0
        var samples: [Int16] = []
    }

    private let source: any RenderSource
    private let state = Mutex(State())

    init(source: any RenderSource) {
        self.source = source
    }

    func open(_ request: OutputRequest, serial: Int) { note(.open(request, serial: serial)) }
    func run() { note(.run) { $0.isRunning = $0.isOpen } }
    func pause() { note(.pause) { $0.isRunning = false } }

    func discard() {
        note(.discard)
        source.discarded()
    }

    func close() {
        note(.close) {
            $0.isOpen = false
            $0.isRunning = false
        }
    }

    func shutDown() { note(.shutDown) }
    var underrunCount: Int { 0 }

    private func note(_ call: Call, _ change: (inout State) -> Void = { _ in }) {
        state.withLock { state in
            state.calls.append(call)
            change(&state)
        }
    }

    // MARK: The test's side

    /// Everything asked for since the last look.
    func takeCalls() -> [Call] {
        state.withLock { state in
            defer { state.calls = [] }
            return state.calls
        }
    }

    var calls: [Call] { state.withLock { $0.calls } }
    var isRunning: Bool { state.withLock { $0.isRunning } }
    /// Everything that sounded, interleaved.
    var samples: [Int16] { state.withLock { $0.samples } }

    /// The device is open at `format`.
    func opens(_ format: DeviceFormat) {
        source.prepare(for: format, maximumFrameCount: 4096)
        state.withLock { state in
            state.isOpen = true
            state.isRunning = false
            state.rendered = 0
        }
    }

    /// The device is gone.
    func isGone() {
        state.withLock { state in
            state.isOpen = false
            state.isRunning = false
        }
    }

    /// So many stereo frames of 16 bits sound and are heard at once.
    func turn(_ frameCount: Int) {
        precondition(isRunning, "a device that does not run makes no sound")
        var block = [Int16](repeating: 0, count: frameCount * 2)
        block.withUnsafeMutableBytes { source.render(into: $0.baseAddress!, frameCount: frameCount) }
        let rendered = state.withLock { state in
            state.samples += block
            state.rendered += Int64(frameCount)
            return state.rendered
        }
        source.heard(deviceFrame: rendered)
    }
}

// A rate or word length that was asked for on the command line, in place of the music's own. Main thread.

import AudioCore

/// What a device is asked for whatever plays.
struct OutputShape: Sendable {
    /// The words that were asked for.
    enum Words: Sendable {
        case bits(Int)
        /// As many as the device has.
        case most
    }

    /// Hertz; nil asks for the music's own.
    var rate: Int?
    var words: Words?

    /// The output that is asked for this shape; `output` itself when there is none.
    func applied(to output: any AudioOutput) -> any AudioOutput {
        rate == nil && words == nil ? output : ShapedOutput(output, self)
    }

    func request(_ request: OutputRequest) -> OutputRequest {
        var request = request
        request.rate = rate ?? request.rate
        switch words {
        case .bits(let bits): request.bits = bits
        case .most: request.bits = nil
        case nil: break
        }
        return request
    }

    /// What the player is told of a device: words of a size that was asked for are as wide as they get.
    func described(_ event: OutputEvent) -> OutputEvent {
        guard case .bits = words, case .opened(let serial, var description) = event else { return event }
        description.isWidest = true
        return .opened(serial: serial, description)
    }
}

/// Passes everything on, and asks for another shape.
private final class ShapedOutput: AudioOutput {
    private let output: any AudioOutput
    private let shape: OutputShape

    init(_ output: any AudioOutput, _ shape: OutputShape) {
        self.output = output
        self.shape = shape
    }

    func open(_ request: OutputRequest, serial: Int) { output.open(shape.request(request), serial: serial) }
    func run() { output.run() }
    func pause() { output.pause() }
    func discard() { output.discard() }
    func close() { output.close() }
    func use(device: String) { output.use(device: device) }

    func setHardwareVolume(_ level: Decibels, isMuted: Bool, wish: Int) {
        output.setHardwareVolume(level, isMuted: isMuted, wish: wish)
    }

    func shutDown() { output.shutDown() }
    var underrunCount: Int { output.underrunCount }
}

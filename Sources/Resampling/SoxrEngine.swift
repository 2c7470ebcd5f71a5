// The handle of libsoxr. Decoder thread; the only file that calls the library.

import AudioCore
import CSoxr

/// Owns one `soxr_t`: interleaved 64-bit float in, 32-bit float out.
final class SoxrEngine {
    private let handle: soxr_t

    init(from: Int, to: Int, channels: Int) throws(AudioError) {
        var failure: soxr_error_t?
        var formats = soxr_io_spec(SOXR_FLOAT64_I, SOXR_FLOAT32_I)
        var quality = soxr_quality_spec(UInt(SOXR_VHQ), 0)
        var runtime = soxr_runtime_spec(1)
        let made = soxr_create(
            Double(from), Double(to), UInt32(channels), &failure, &formats, &quality, &runtime)
        guard failure == nil, let made else {
            if let made { soxr_delete(made) }
            throw AudioError(.notSupported, "cannot convert \(from) Hz to \(to) Hz: \(Self.text(failure))")
        }
        handle = made
    }

    deinit { soxr_delete(handle) }

    /// soxr_process with input.
    func process(
        _ input: UnsafePointer<Double>, frameCount: Int, into output: UnsafeMutablePointer<UInt32>, capacity: Int
    ) throws(AudioError) -> (taken: Int, given: Int) {
        var taken = 0
        var given = 0
        try check(soxr_process(handle, input, frameCount, &taken, output, capacity, &given))
        return (taken, given)
    }

    /// soxr_process without input: what is left at the end of the stream.
    func finish(into output: UnsafeMutablePointer<UInt32>, capacity: Int) throws(AudioError) -> Int {
        var given = 0
        try check(soxr_process(handle, nil, 0, nil, output, capacity, &given))
        return given
    }

    /// soxr_clear: ready for a fresh signal at the same rates.
    func reset() throws(AudioError) {
        try check(soxr_clear(handle))
    }

    private func check(_ failure: soxr_error_t?) throws(AudioError) {
        guard failure == nil else { throw AudioError(.decode, "the rate converter failed: \(Self.text(failure))") }
    }

    private static func text(_ failure: soxr_error_t?) -> String {
        failure.map { String(cString: $0) } ?? "not enough memory"
    }
}

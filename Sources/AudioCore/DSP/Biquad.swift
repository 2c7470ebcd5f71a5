// One running filter section. Output thread: plain numbers, no allocation.

/// A section of one channel with its memory: transposed direct form II in 64-bit float, which holds a 20 Hz pole at
/// 192 kHz (|z| ≈ 0.9995) without audible noise.
///
/// Its coefficients stay as they are while it runs. Changes of sound are made by fading to another section
/// (`DSPChain`), because a section with constant coefficients is stable by the place of its poles, and one whose
/// coefficients move need not be.
public struct Biquad: BitwiseCopyable {
    public let coefficients: BiquadCoefficients
    private(set) var first = 0.0
    private(set) var second = 0.0

    public init(_ coefficients: BiquadCoefficients) {
        self.coefficients = coefficients
    }

    /// A section with other coefficients that starts from the memory of `earlier`, so that it settles sooner.
    public init(_ coefficients: BiquadCoefficients, continuing earlier: Biquad) {
        self.coefficients = coefficients
        first = earlier.first
        second = earlier.second
    }

    /// Filters one channel in place.
    /// - Parameters:
    ///   - samples: the channel's first sample.
    ///   - stride: samples from one frame to the next: the number of channels.
    public mutating func process(_ samples: UnsafeMutablePointer<Double>, frameCount: Int, stride: Int) {
        let (b0, b1, b2) = (coefficients.b0, coefficients.b1, coefficients.b2)
        let (a1, a2) = (coefficients.a1, coefficients.a2)
        var (s1, s2) = (first, second)
        var sample = samples
        for _ in 0..<frameCount {
            let input = sample.pointee
            let output = b0 * input + s1
            s1 = b1 * input - a1 * output + s2
            s2 = b2 * input - a2 * output
            sample.pointee = output
            sample += stride
        }
        keep(s1, s2)
    }

    /// Remembers what a run left behind. A tail below −400 dB ends: silence becomes exact, and the processor never meets
    /// slow denormal numbers.
    mutating func keep(_ s1: Double, _ s2: Double) {
        let isAudible = abs(s1) > 1e-20 || abs(s2) > 1e-20
        first = isAudible ? s1 : 0
        second = isAudible ? s2 : 0
    }
}

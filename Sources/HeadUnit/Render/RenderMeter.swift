// Measures what a render writes, sample for sample. The thread that renders.

import Analysis
import AudioCore

/// A meter of loudness and true peak for samples in a device's layout.
///
/// libebur128 oversamples less from 96 kHz on, and from 192 kHz on not at all; our own meter does at every rate. Both read
/// too little rather than too much, so the larger reading counts.
struct RenderMeter {
    private let format: DeviceFormat
    private let meter: LoudnessMeter?
    private let peak: TruePeakMeter
    /// Why nothing is measured; nil when it is.
    let note: String?
    private var samples: [Double] = []

    init(_ format: DeviceFormat) {
        self.format = format
        peak = TruePeakMeter(channels: format.channels)
        do throws(AudioError) {
            meter = try LoudnessMeter(rate: format.rate, channels: format.channels)
            note = nil
        } catch {
            meter = nil
            note = "loudness and true peak are not measured: \(error.description)"
        }
    }

    /// Loudness and true peak so far; nil when nothing is measured.
    var reading: LoudnessReading? {
        guard var reading = meter?.reading else { return nil }
        peak.add([Double](repeating: 0, count: TruePeakMeter.delay * format.channels))
        let level = peak.level.value
        if level.isFinite { reading.truePeakDb = max(reading.truePeakDb ?? level, level) }
        return reading
    }

    /// Takes whole frames.
    mutating func add(_ frames: UnsafeRawBufferPointer) {
        guard let meter else { return }
        let size = format.layout.bytesPerSample
        samples.removeAll(keepingCapacity: true)
        for offset in stride(from: 0, to: frames.count - size + 1, by: size) {
            samples.append(Self.sample(frames, offset, format.layout))
        }
        meter.add(samples)
        peak.add(samples)
    }

    private static func sample(_ frames: UnsafeRawBufferPointer, _ offset: Int, _ layout: SampleLayout) -> Double {
        switch layout {
        case .s16: return Double(frames.loadUnaligned(fromByteOffset: offset, as: Int16.self)) * 0x1p-15
        case .s24in3:
            let low = UInt32(frames[offset]) << 8 | UInt32(frames[offset + 1]) << 16
            return Double(Int32(bitPattern: low | UInt32(frames[offset + 2]) << 24)) * 0x1p-31
        case .s24in4: return Double(frames.loadUnaligned(fromByteOffset: offset, as: Int32.self)) * 0x1p-23
        case .s32: return Double(frames.loadUnaligned(fromByteOffset: offset, as: Int32.self)) * 0x1p-31
        case .float32: return Double(frames.loadUnaligned(fromByteOffset: offset, as: Float.self))
        }
    }
}

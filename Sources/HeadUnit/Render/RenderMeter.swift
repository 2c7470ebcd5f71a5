// Measures what a render writes, sample for sample. The thread that renders.

import Analysis
import AudioCore

/// A loudness meter for samples in a device's layout.
struct RenderMeter {
    private let format: DeviceFormat
    private let meter: LoudnessMeter?
    /// Why nothing is measured; nil when it is.
    let note: String?
    private var samples: [Double] = []

    init(_ format: DeviceFormat) {
        self.format = format
        do throws(AudioError) {
            meter = try LoudnessMeter(rate: format.rate, channels: format.channels)
            note = nil
        } catch {
            meter = nil
            note = "loudness and true peak are not measured: \(error.description)"
        }
    }

    /// Loudness and true peak so far; nil when nothing is measured.
    var reading: LoudnessReading? { meter?.reading }

    /// Takes whole frames.
    mutating func add(_ frames: UnsafeRawBufferPointer) {
        guard let meter else { return }
        let size = format.layout.bytesPerSample
        samples.removeAll(keepingCapacity: true)
        for offset in stride(from: 0, to: frames.count - size + 1, by: size) {
            samples.append(Self.sample(frames, offset, format.layout))
        }
        meter.add(samples)
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

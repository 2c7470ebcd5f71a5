// Linear fades over device frames, so that nothing starts or stops with a click. The output thread, real-time.

import AudioCore

/// A ramp by frame number. The weights of a falling and a rising ramp at one position add up to 1.
struct Fade {
    /// Frames.
    let length: Int
    let rises: Bool

    /// The gain at `position` (0 ..< length) is this over `length + 1`; never 0 and never full.
    func weight(at position: Int) -> Int {
        rises ? position + 1 : length - position
    }

    /// Scales `frameCount` frames that stand at `position` of the ramp.
    func apply(to frames: UnsafeMutableRawPointer, frameCount: Int, position: Int, format: DeviceFormat) {
        precondition(position >= 0 && position + frameCount <= length)
        switch format.layout {
        case .s16: scale(frames, frameCount, position, format.channels, as: Int16.self)
        case .s24in4, .s32: scale(frames, frameCount, position, format.channels, as: Int32.self)
        case .s24in3: scalePacked(frames, frameCount, position, format.channels)
        case .float32: scaleFloat(frames, frameCount, position, format.channels)
        }
    }

    @inline(__always)
    private func scale<Sample: FixedWidthInteger>(
        _ frames: UnsafeMutableRawPointer, _ frameCount: Int, _ position: Int, _ channels: Int, as: Sample.Type
    ) {
        let samples = frames.assumingMemoryBound(to: Sample.self)
        for frame in 0..<frameCount {
            let weight = self.weight(at: position + frame)
            for index in (frame * channels)..<((frame + 1) * channels) {
                samples[index] = Sample(truncatingIfNeeded: Int(samples[index]) * weight / (length + 1))
            }
        }
    }

    private func scalePacked(
        _ frames: UnsafeMutableRawPointer, _ frameCount: Int, _ position: Int, _ channels: Int
    ) {
        let bytes = frames.assumingMemoryBound(to: UInt8.self)
        for frame in 0..<frameCount {
            let weight = self.weight(at: position + frame)
            for index in (frame * channels)..<((frame + 1) * channels) {
                let sample = bytes + 3 * index
                let high = Int(Int8(bitPattern: sample[2])) << 16
                let scaled = (high | Int(sample[1]) << 8 | Int(sample[0])) * weight / (length + 1)
                sample[0] = UInt8(truncatingIfNeeded: scaled)
                sample[1] = UInt8(truncatingIfNeeded: scaled >> 8)
                sample[2] = UInt8(truncatingIfNeeded: scaled >> 16)
            }
        }
    }

    private func scaleFloat(
        _ frames: UnsafeMutableRawPointer, _ frameCount: Int, _ position: Int, _ channels: Int
    ) {
        let samples = frames.assumingMemoryBound(to: Float.self)
        for frame in 0..<frameCount {
            let gain = Float(weight(at: position + frame)) / Float(length + 1)
            for index in (frame * channels)..<((frame + 1) * channels) { samples[index] *= gain }
        }
    }
}

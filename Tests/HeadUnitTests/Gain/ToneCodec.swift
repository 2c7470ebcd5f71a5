// Steady tones one after the other, as a codec gives them.

import AudioCore
import Glibc

/// A stretch of a sine in all channels.
struct Tone {
    var seconds: Double
    /// Peak level of each channel, dBFS.
    var levels: [Double]
    var frequency = 1000.0
    /// Degrees at its start.
    var phase = 0.0
    /// Seconds in which it comes and goes: a start in the middle of a wave has a true peak of its own.
    var fade = 0.0
}

/// Single-precision samples of `tones`.
final class ToneCodec: AudioCodec {
    let info: StreamInfo
    private let samples: [Float]
    private var next = 0

    init(_ tones: [Tone], rate: Int = 48_000) {
        let channels = tones[0].levels.count
        var samples: [Float] = []
        for tone in tones {
            let factors = tone.levels.map { pow(10, $0 / 20) }
            for frame in 0..<Int((tone.seconds * Double(rate)).rounded()) {
                let angle = 2 * Double.pi * (tone.frequency * Double(frame) / Double(rate) + tone.phase / 360)
                let edge = min(Double(frame), tone.seconds * Double(rate) - Double(frame)) / Double(rate)
                let value = sin(angle) * (tone.fade > 0 ? min(1, edge / tone.fade) : 1)
                for factor in factors { samples.append(Float(factor * value)) }
            }
        }
        self.samples = samples
        info = StreamInfo(
            container: "tones", codec: "tones", rate: rate, channels: channels, bits: nil, words: .float32,
            frameCount: Int64(samples.count / channels), isLossless: true, bitrate: nil)
    }

    func read(into words: UnsafeMutablePointer<UInt32>, frameCount: Int) throws(AudioError) -> Int {
        let count = min(frameCount, samples.count / info.channels - next)
        for index in 0..<(count * info.channels) { words[index] = samples[next * info.channels + index].bitPattern }
        next += count
        return count
    }

    func seek(toFrame frame: Int64) throws(AudioError) { next = Int(frame) }
}

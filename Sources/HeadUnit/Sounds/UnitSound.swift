// The unit's own sounds, made by arithmetic. Pure; any thread.

import AudioCore
import Glibc

/// A sound and what it is for; raw values name the files that may stand for them.
enum UnitSound: String, CaseIterable, Sendable {
    /// Something was pressed.
    case click
    /// Something failed.
    case error
    /// Another device is about to speak.
    case prompt

    private static let rate = 48_000

    /// A few notes that begin softly and die away.
    private struct Note {
        /// Seconds from the beginning.
        var start: Double
        var seconds: Double
        /// Hertz.
        var frequency: Double
        /// Peak, full scale 1.
        var level: Double
        /// Seconds in which it falls to 1/e.
        var decay: Double
    }

    private var notes: [Note] {
        switch self {
        case .click: [Note(start: 0, seconds: 0.03, frequency: 1760, level: 0.16, decay: 0.004)]
        // A minor third down.
        case .error:
            [
                Note(start: 0, seconds: 0.25, frequency: 523.25, level: 0.25, decay: 0.08),
                Note(start: 0.13, seconds: 0.4, frequency: 440, level: 0.25, decay: 0.12),
            ]
        // A fourth up.
        case .prompt:
            [
                Note(start: 0, seconds: 0.3, frequency: 659.25, level: 0.2, decay: 0.1),
                Note(start: 0.15, seconds: 0.5, frequency: 880, level: 0.2, decay: 0.15),
            ]
        }
    }

    /// The sound, mono.
    var clip: VoiceClip {
        let length = notes.map { $0.start + $0.seconds }.max() ?? 0
        var samples = [Float](repeating: 0, count: Int(length * Double(Self.rate)))
        for note in notes {
            let first = Int(note.start * Double(Self.rate))
            let count = Int(note.seconds * Double(Self.rate))
            for frame in 0..<count where first + frame < samples.count {
                let time = Double(frame) / Double(Self.rate)
                // 2 ms in, and 5 ms out at its very end.
                let edge = min(1, time / 0.002) * min(1, (note.seconds - time) / 0.005)
                let tone = sin(2 * Double.pi * note.frequency * time) + 0.2 * sin(4 * Double.pi * note.frequency * time)
                samples[first + frame] += Float(note.level / 1.2 * edge * exp(-time / note.decay) * tone)
            }
        }
        return VoiceClip(samples: samples, rate: Self.rate, channels: 1)
    }
}

// How the pieces sound, as far as numbers hear: loudness, peaks, clicks, silence.

import AudioCore
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import DemoCollection

@Suite("the sound of the demo collection")
struct SoundTests {
    private let written = WrittenCollection.shared

    @Test("every file is mastered to about −16 LUFS, as was meant for it, with true peaks at or below −1 dBTP")
    func levels() throws {
        #expect(!written.sounds.isEmpty)
        for file in written.sounds {
            #expect(abs((file.loudness ?? 0) + 16) <= 1.1, "\(file.path.shown)")
            let piece = Album.all.flatMap(\.pieces).first { file.path.shown.hasSuffix(" \($0.title).flac") }
            #expect(abs((file.loudness ?? 0) - (piece?.loudness ?? -16)) < 0.3, "\(file.path.shown)")
            #expect((file.truePeak ?? 0) <= -1, "\(file.path.shown)")
        }
    }

    @Test("ffmpeg's meter agrees: loudness to a tenth of a unit, and no true peak above −1 dBTP")
    func meter() throws {
        guard output(of: ["ffmpeg", "-version"]) != nil else { return }
        for file in written.sounds {
            let said = try #require(
                output(of: [
                    "ffmpeg", "-nostats", "-hide_banner", "-i", file.path.shown, "-map", "0:a", "-af",
                    "ebur128=peak=true:framelog=verbose", "-f", "null", "-",
                ]))
            let loudness = try #require(number(behind: "I:", in: said))
            let peak = try #require(number(behind: "Peak:", in: said))
            #expect(abs(loudness - (file.loudness ?? 0)) <= 0.1, "\(file.path.shown)")
            #expect(peak <= -1, "\(file.path.shown)")
        }
    }

    @Test("no constant part, silence at the end, and both sides about as loud")
    func balance() throws {
        for file in written.sounds {
            let (info, words) = try samples(of: file.path)
            let unit = 1 / Double(1 << ((info.bits ?? 0) - 1))
            var sums = (0.0, 0.0)
            var powers = (0.0, 0.0)
            var product = 0.0
            for frame in 0..<(words.count / 2) {
                let (left, right) = (Double(words[2 * frame]) * unit, Double(words[2 * frame + 1]) * unit)
                sums = (sums.0 + left, sums.1 + right)
                powers = (powers.0 + left * left, powers.1 + right * right)
                product += left * right
            }
            let count = Double(words.count / 2)
            #expect(abs(sums.0 / count) < 1e-4 && abs(sums.1 / count) < 1e-4)
            #expect(abs(10 * log10(powers.0 / powers.1)) < 2.5)
            // Wide, yet whole when both sides are added.
            #expect((0.2...0.97).contains(product / (powers.0 * powers.1).squareRoot()))
            let last = words.suffix(info.rate / 50).map { Double($0.magnitude) * unit }.max() ?? 1
            #expect(last < 3 * max(unit, 1e-4))
            let first = words.prefix(20).map { Double($0.magnitude) * unit }.max() ?? 1
            #expect(first < 3 * max(unit, 1e-3))
        }
    }

    /// A jump stands out of what is around it; the attack of a drum or a string is steep for many samples.
    @Test("nothing clicks: no step between two samples stands alone")
    func clicks() throws {
        for file in written.sounds {
            let (info, words) = try samples(of: file.path)
            let unit = 1 / Double(1 << ((info.bits ?? 0) - 1))
            var worst = 0.0
            for channel in 0..<2 {
                let steps = stride(from: channel + 2, to: words.count, by: 2).map {
                    Double(words[$0] - words[$0 - 2]) * unit
                }
                for index in 8..<(steps.count - 8) where steps[index].magnitude > 0.12 {
                    var around = 0.0
                    for near in 1...8 {
                        around = max(around, steps[index - near].magnitude, steps[index + near].magnitude)
                    }
                    worst = max(worst, steps[index].magnitude / max(around, 0.02))
                }
            }
            #expect(worst < 4, "\(file.path.shown): a step \(worst) times its neighbours")
        }
    }

    @Test("a piece is a piece: it begins with few instruments, grows, and has less to say at its end")
    func form() {
        for album in Album.all {
            for piece in album.pieces {
                let score = piece.compose(piece.seed)
                #expect((40...90).contains(score.length), "\(piece.title): \(score.length) s")
                #expect(score.parts.count >= 6)
                let notes = score.parts.flatMap(\.notes)
                #expect(notes.count > 150)
                for note in notes {
                    #expect(note.start >= 0 && note.start < score.length && note.length > 0)
                    #expect(note.velocity > 0 && note.velocity <= 1)
                    #expect((20...108).contains(note.key))
                }
                func count(_ from: Double, _ to: Double) -> Int {
                    notes.count { $0.start >= from * score.length && $0.start < to * score.length }
                }
                func sounding(_ from: Double, _ to: Double) -> Int {
                    score.parts.count { part in
                        part.notes.contains { $0.start >= from * score.length && $0.start < to * score.length }
                    }
                }
                #expect(sounding(0, 0.04) < sounding(0.5, 0.7), "\(piece.title)")
                #expect(count(0.9, 1) < count(0.5, 0.6))
            }
        }
    }

    @Test("every voice ends, stays finite, and leaves silence")
    func voices() {
        let instruments: [Instrument] = [
            .nylonGuitar, .harp, .dulcimer, .pizzicato, .uprightBass, .electricPiano, .warmPad, .softStrings, .flute,
            .reed, .vibraphone, .celesta, .musicBox, .bell, .softKick, .frameDrum, .frameTap, .brushSweep, .brushTap,
            .ride, .shaker, .crossStick, .raindrop, .seaWash,
        ]
        let block = UnsafeMutablePointer<Double>.allocate(capacity: 256)
        defer { block.deallocate() }
        for instrument in instruments {
            for rate in [44_100.0, 96_000] {
                for key in [28.0, 60, 96] {
                    let note = Note(start: 0, length: 0.4, key: key, velocity: 1)
                    let voice = instrument.voice(for: note, rate: rate, random: SeededRandom(1))
                    var (peak, last, blocks) = (0.0, 0.0, 0)
                    var sounds = true
                    while sounds && blocks < 20_000 {
                        block.initialize(repeating: 0, count: 256)
                        sounds = voice.add(to: block, count: 256)
                        last = (0..<256).map { block[$0].magnitude }.max() ?? .nan
                        #expect(last.isFinite)
                        peak = max(peak, last)
                        blocks += 1
                    }
                    #expect(!sounds, "\(instrument) at \(key) does not end")
                    #expect((0.003...4).contains(peak), "\(instrument) at \(key): \(peak)")
                    #expect(last < 0.02 * peak + 1e-4, "\(instrument) at \(key) is cut off")
                }
            }
        }
    }

    @Test("plucked strings, bars and winds are in tune", arguments: [45.0, 57, 69, 81])
    func tuning(key: Double) {
        let rate = 44_100.0
        let length = 1 << 15
        let sound = UnsafeMutablePointer<Double>.allocate(capacity: length)
        defer { sound.deallocate() }
        for instrument: Instrument in [.nylonGuitar, .harp, .dulcimer, .electricPiano, .vibraphone, .reed] {
            sound.initialize(repeating: 0, count: length)
            let note = Note(start: 0, length: 2, key: key, velocity: 0.6)
            let voice = instrument.voice(for: note, rate: rate, random: SeededRandom(2))
            _ = voice.add(to: sound, count: length)
            // The loudest of fine steps around the note is the note: within six cents, vibrato included.
            let cents = stride(from: -40.0, through: 40, by: 2).max { one, other in
                strength(sound, length, hertz(ofKey: key + one / 100) / rate)
                    < strength(sound, length, hertz(ofKey: key + other / 100) / rate)
            }
            #expect(abs(cents ?? 99) <= 6, "\(instrument) at \(key): \(cents ?? 99) cents")
        }
    }

    /// How much of a frequency (turns a sample) is in the sound, seen through a Hann window.
    private func strength(_ sound: UnsafePointer<Double>, _ count: Int, _ frequency: Double) -> Double {
        var (real, imaginary) = (0.0, 0.0)
        for index in 0..<count {
            let window = 0.5 - 0.5 * sine(turns: Double(index) / Double(count) + 0.25)
            let value = sound[index] * window
            real += value * sine(turns: frequency * Double(index) + 0.25)
            imaginary += value * sine(turns: frequency * Double(index))
        }
        return real * real + imaginary * imaginary
    }

    private func number(behind label: String, in text: String) -> Double? {
        let lines = text.split(separator: "\n").filter { $0.contains(label) }
        return lines.last?.split(separator: " ").compactMap { Double($0) }.first
    }
}

// A piece being played: parts into a room, the room into a stereo mix. One thread a performance.

import Glibc

/// One instrument's place and notes.
struct Part: Sendable {
    var instrument: Instrument
    /// Decibels.
    var level: Double
    /// −1 left ... 1 right.
    var pan: Double
    /// Decibels of what is sent into the room, relative to the part.
    var send: Double
    var color: PartColor
    var notes: [Note] = []
}

/// All that is needed to play a piece.
struct Score: Sendable {
    var parts: [Part]
    var room: Room
    /// Seconds until the last sound is gone.
    var length: Double
    var seed: UInt64
}

/// Plays a score block by block: memory does not grow with its length.
final class Performance {
    static let blockLength = 256

    private final class Player {
        let part: Part
        let index: Int
        let effect: PartEffect
        let send: Double
        var next = 0
        var voices: [any Voice] = []

        init(_ part: Part, index: Int, rate: Double) {
            self.part = part
            self.index = index
            effect = PartEffect(part.color, pan: part.pan, gain: factor(decibels: part.level), rate: rate)
            send = factor(decibels: part.send)
        }
    }

    private let rate: Double
    private let seed: UInt64
    private let players: [Player]
    private let reverb: Reverb
    private let scratch: UnsafeMutablePointer<Double>
    private var frame = 0

    init(_ score: Score, rate: Double) {
        self.rate = rate
        seed = score.seed
        players = score.parts.enumerated().map { index, part in
            var sorted = part
            sorted.notes.sort { $0.start < $1.start }
            return Player(sorted, index: index, rate: rate)
        }
        reverb = Reverb(score.room, rate: rate)
        scratch = .allocate(capacity: Self.blockLength * 5)
        scratch.initialize(repeating: 0, count: Self.blockLength * 5)
    }

    deinit { scratch.deallocate() }

    /// Writes the next `blockLength` samples of both sides over what is there.
    func next(_ left: UnsafeMutablePointer<Double>, _ right: UnsafeMutablePointer<Double>) {
        let count = Self.blockLength
        let mono = scratch
        let (partLeft, partRight) = (scratch + count, scratch + 2 * count)
        let (sentLeft, sentRight) = (scratch + 3 * count, scratch + 4 * count)
        for buffer in [left, right, sentLeft, sentRight] { buffer.update(repeating: 0, count: count) }
        for player in players {
            mono.update(repeating: 0, count: count)
            guard play(player, mono, count) else { continue }
            partLeft.update(repeating: 0, count: count)
            partRight.update(repeating: 0, count: count)
            player.effect.add(mono, count: count, partLeft, partRight)
            for at in 0..<count {
                left[at] += partLeft[at]
                right[at] += partRight[at]
                sentLeft[at] += partLeft[at] * player.send
                sentRight[at] += partRight[at] * player.send
            }
        }
        reverb.add(left: sentLeft, right: sentRight, count: count, to: left, right)
        frame += count
    }

    /// - Returns: whether anything sounds, or has just sounded and may still colour the part.
    private func play(_ player: Player, _ mono: UnsafeMutablePointer<Double>, _ count: Int) -> Bool {
        var rest = player.voices.isEmpty
        player.voices.removeAll { !$0.add(to: mono, count: count) }
        let notes = player.part.notes
        while player.next < notes.count {
            let note = notes[player.next]
            let start = max(frame, Int(note.start * rate))
            guard start < frame + count else { break }
            let random = SeededRandom(seed, stream: player.index << 20 | player.next)
            let voice = player.part.instrument.voice(for: note, rate: rate, random: random)
            if voice.add(to: mono + (start - frame), count: frame + count - start) { player.voices.append(voice) }
            player.next += 1
            rest = false
        }
        if case .ensemble = player.part.color { return true }
        return !rest
    }
}

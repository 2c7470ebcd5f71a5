// Each voice goes to its nearest note: how chords follow one another by hand. Pure; any thread.

/// Remembers the last chord and places the next one close to it.
struct VoiceLeading {
    /// MIDI keys between which the voices stay.
    var range: ClosedRange<Int>
    /// At most as many as the chord has colours.
    var voices: Int
    private var last: [Int] = []

    init(range: ClosedRange<Int>, voices: Int) {
        self.range = range
        self.voices = voices
    }

    /// The keys of `chord`, ascending: of all placements the one whose voices move least, without seconds at the
    /// bottom and without holes wider than a tenth.
    mutating func next(_ chord: Chord) -> [Int] {
        let classes = chord.colors.prefix(voices).map { (chord.root + $0) % 12 }
        var candidates: [[Int]] = [[]]
        for pitchClass in classes {
            let places = range.filter { $0 % 12 == pitchClass }
            candidates = candidates.flatMap { keys in places.map { keys + [$0] } }
        }
        var best: (keys: [Int], cost: Double) = ([], .infinity)
        for candidate in candidates {
            let keys = candidate.sorted()
            let cost = cost(keys)
            if cost < best.cost { best = (keys, cost) }
        }
        last = best.keys
        return best.keys
    }

    private func cost(_ keys: [Int]) -> Double {
        let center = Double(range.lowerBound + range.upperBound) / 2
        var cost = 0.0
        for (lower, upper) in zip(keys, keys.dropFirst()) {
            let gap = upper - lower
            if gap < 1 || gap > 9 { cost += 40 }
            if gap < 3 { cost += gap < 2 ? 24 : 1 }
        }
        // A minor ninth is the one interval that never lies still.
        for (index, key) in keys.enumerated() where keys[(index + 1)...].contains(key + 13) { cost += 14 }
        if keys.count > 1, keys[1] - keys[0] < 3 { cost += 6 }
        let mean = Double(keys.reduce(0, +)) / Double(max(1, keys.count))
        cost += (mean - center).magnitude * (last.isEmpty ? 2 : 0.6)
        // The top voice is what is heard to move.
        for (index, key) in keys.enumerated() where last.count == keys.count {
            cost += Double((key - last[index]).magnitude) * (index == keys.count - 1 ? 1.6 : 1)
        }
        return cost
    }
}

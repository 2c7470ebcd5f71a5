// Beats into seconds: tempo, swing, and the slowing down at the end. Pure; any thread.

/// When a beat is.
struct TempoMap {
    /// Quarter notes (or what the piece counts in) a minute.
    var beatsPerMinute: Double
    /// Where in a beat its second half falls: 0.5 even, 0.67 triplets.
    var swing = 0.5
    /// The beat from which it slows down, and by how much a beat is longer `slowingLength` beats later.
    var slowingFrom = Double.infinity
    var slowingLength = 1.0
    var slowing = 0.0

    /// Seconds from the start of the piece.
    func seconds(at beat: Double) -> Double {
        let swung = swung(beat)
        var seconds = swung * 60 / beatsPerMinute
        if swung > slowingFrom {
            let over = swung - slowingFrom
            seconds += over * over * slowing / (2 * slowingLength) * 60 / beatsPerMinute
        }
        return seconds
    }

    /// The first half of each beat is stretched to `swing`, the second half pressed together.
    private func swung(_ beat: Double) -> Double {
        let whole = beat.rounded(.down)
        let rest = beat - whole
        return whole + (rest < 0.5 ? rest * 2 * swing : swing + (rest - 0.5) * 2 * (1 - swing))
    }
}

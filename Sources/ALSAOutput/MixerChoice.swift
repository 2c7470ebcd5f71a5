// Which control of a mixer is the volume: the rule, apart from libasound. Values; any thread.

enum MixerChoice {
    /// Where several elements would do, the first of these names. The converter's own attenuator comes before what stands
    /// behind it: `PCM` on USB and the Pi's own jack, `Digital` on boards with a pcm512x, `Master` on laptops' codecs.
    private static let order = [
        "PCM", "Digital", "Master", "DAC", "Speaker", "Headphone", "Front", "Line Out", "Playback",
    ]
    /// A trim of a few decibels is no volume. Hundredths of a decibel.
    private static let leastSpan = 2000

    /// Nil when no element can be the volume.
    static func best(of elements: [MixerElement]) -> MixerElement? {
        let usable = elements.filter(isUsable)
        return order.lazy.compactMap { name in usable.first { $0.name == name } }.first ?? usable.first
    }

    /// What was found instead, for people.
    static func shortcoming(of elements: [MixerElement]) -> String {
        if elements.isEmpty { return "its mixer has no playback volume" }
        let names = elements.map(\.name).joined(separator: ", ")
        if elements.allSatisfy({ $0.range == nil }) { return "its mixer has no decibel scale (\(names))" }
        return "its mixer has no volume of the card's own over 20 dB (\(names))"
    }

    private static func isUsable(_ element: MixerElement) -> Bool {
        guard let range = element.range, !element.isUserMade else { return false }
        let span = range.upperBound.subtractingReportingOverflow(range.lowerBound)
        return span.overflow || span.partialValue >= leastSpan
    }
}

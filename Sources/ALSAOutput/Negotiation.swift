// Which format to run a device at: the rule, apart from libasound. Values; any thread.

import AudioCore

/// The formats a device still admits; each accepted `set` narrows what the later ones may choose from.
protocol HardwareSpace {
    /// Each returns false, and changes nothing, when the value is refused.
    mutating func set(channels: Int) -> Bool
    mutating func set(rate: Int) -> Bool
    mutating func set(layout: SampleLayout) -> Bool
    /// Whether `set` would accept the layout.
    func takes(_ layout: SampleLayout) -> Bool
    /// Chooses the nearest and gives it; nil when there is none.
    mutating func setNearest(channels: Int) -> Int?
    mutating func setNearest(rate: Int) -> Int?
}

enum Negotiation {
    /// What a device agreed to.
    struct Agreement: Equatable {
        var rate: Int
        var channels: Int
        var layout: SampleLayout
        /// Music of more bits would get no wider layout.
        var isWidest: Bool
    }

    /// Narrows `space` to the best it has for `request`: channels first, then the rate, then the layout, since a wrong
    /// rate costs more than a wrong word length.
    ///
    /// - Returns: nil when the device takes none of our layouts.
    static func choose(_ request: OutputRequest, from space: inout some HardwareSpace) -> Agreement? {
        guard let channels = chooseChannels(request.channels, from: &space),
            let rate = chooseRate(request.rate, from: &space)
        else { return nil }
        let widest = layouts(forBits: 32).first { space.takes($0) }
        for layout in layouts(forBits: request.bits) where space.set(layout: layout) {
            return Agreement(
                rate: rate, channels: channels, layout: layout, isWidest: layout.bits >= widest?.bits ?? 32)
        }
        return nil
    }

    /// Layouts in order of preference: the source's own, then the widest; float only where nothing else is, or where
    /// the source has no word length of its own.
    static func layouts(forBits bits: Int?) -> [SampleLayout] {
        switch bits {
        case nil: [.s32, .float32, .s24in3, .s24in4, .s16]
        case .some(...16): [.s16, .s32, .s24in3, .s24in4, .float32]
        case .some(17...24): [.s24in3, .s32, .s24in4, .s16, .float32]
        case .some: [.s32, .s24in3, .s24in4, .s16, .float32]
        }
    }

    /// Rates in order of preference: the music's own; its multiples, nearest first; its even parts down to 44.1 kHz
    /// (the nearest is the highest); then the other family, upwards from the music's rate before downwards.
    static func rates(for rate: Int) -> [Int] {
        let multiples = [2, 4, 8].map { rate * $0 }.filter { $0 <= 384_000 }
        let parts = [2, 4, 8].filter { rate % $0 == 0 && rate / $0 >= 44_100 }.map { rate / $0 }
        let usual = [44_100, 48_000, 88_200, 96_000, 176_400, 192_000, 352_800, 384_000]
        let above = usual.filter { $0 > rate }
        let below = usual.filter { $0 < rate }.reversed()
        var seen = Set<Int>()
        return ([rate] + multiples + parts + above + below).filter { seen.insert($0).inserted }
    }

    private static func chooseChannels(_ channels: Int, from space: inout some HardwareSpace) -> Int? {
        if space.set(channels: channels) { return channels }
        if space.set(channels: 2) { return 2 }
        return space.setNearest(channels: max(channels, 2))
    }

    private static func chooseRate(_ rate: Int, from space: inout some HardwareSpace) -> Int? {
        for candidate in rates(for: rate) where space.set(rate: candidate) { return candidate }
        return space.setNearest(rate: rate)
    }
}

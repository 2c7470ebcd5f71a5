// Which rate of a device suits music it does not take as it is. Values; any thread.

/// The device rate for music of `rate` hertz, or nil when `rates` is empty.
///
/// In this order: the rate itself; the next higher rate of its family (multiples of 11.025 kHz, or of 4 kHz), because
/// whole ratios convert best and nothing is lost: 44.1 goes to 88.2 before 48; the highest lower rate of the family
/// that still holds all that is heard (44.1 kHz or more); the next higher rate of any family; the highest there is.
public func nearestFamilyRate(of rate: Int, among rates: [Int]) -> Int? {
    if rates.contains(rate) { return rate }
    let family = rates.filter { isSameFamily($0, rate) }
    return family.filter { $0 > rate }.min()
        ?? family.filter { $0 < rate && $0 >= 44100 }.max()
        ?? rates.filter { $0 > rate }.min()
        ?? rates.max()
}

private func isSameFamily(_ one: Int, _ other: Int) -> Bool {
    [11025, 4000].contains { one % $0 == 0 && other % $0 == 0 }
}

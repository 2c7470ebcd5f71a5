// When an automatic theme is day and when it is night. Rules as a value; main thread.

/// The dashboard's light says it where its wire is known; else the hour does, and until that is known it is night.
struct ThemeRule {
    /// Hours of the day that are light for most of the year.
    static let daylight = 7..<19

    /// Nil where no wire tells.
    var areHeadlightsOn: Bool?
    /// Local time, 0 to 23; nil until the clock can be believed.
    var hour: Int?

    var isDay: Bool {
        if let areHeadlightsOn { return !areHeadlightsOn }
        return hour.map(Self.daylight.contains) ?? false
    }
}

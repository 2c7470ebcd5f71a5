// The time of day as the screens show it. Any thread.

/// How a time of day is shown.
enum WallClock {
    static func text(hour: Int, minute: Int) -> String {
        "\(hour):\(minute < 10 ? "0" : "")\(minute)"
    }
}

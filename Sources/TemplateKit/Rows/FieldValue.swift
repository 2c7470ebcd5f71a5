// What a row source publishes about each row. Values; any thread.

/// The types of fields. How each is written is the language's business, not the document's.
public enum FieldType: String, Hashable, Sendable, CaseIterable {
    case text, count, duration, date, flag, image
    /// Names a thing to sources and actions; never shown.
    case key

    /// With its article, for a message.
    var phrase: String { self == .image ? "an image" : "a \(rawValue)" }
}

/// A field with its value; `none` is a field the row has nothing for.
public enum FieldValue: Hashable, Sendable {
    case none
    case text(String)
    case count(Int)
    /// Seconds.
    case duration(Double)
    case date(CalendarDate)
    case flag(Bool)
    case image(Image)
    case key(Int32)

    /// Nil for `none`.
    public var type: FieldType? {
        switch self {
        case .none: nil
        case .text: .text
        case .count: .count
        case .duration: .duration
        case .date: .date
        case .flag: .flag
        case .image: .image
        case .key: .key
        }
    }

    /// What `when` asks: a flag that is set, or any other field that has something to say (a count above 0).
    public var isTrue: Bool {
        switch self {
        case .none: false
        case .text(let text): !text.isEmpty
        case .count(let count): count != 0
        case .duration(let seconds): seconds > 0
        case .flag(let flag): flag
        case .date, .image, .key: true
        }
    }
}

/// A day, a month or a year of the Gregorian calendar: as much as is known.
public struct CalendarDate: Hashable, Sendable {
    public let year: Int
    /// 1 to 12.
    public let month: Int?
    /// 1 to 31; only with a month.
    public let day: Int?

    /// A month outside 1 to 12 and a day outside 1 to 31 are not known; neither is the day of an unknown month.
    public init(year: Int, month: Int? = nil, day: Int? = nil) {
        self.year = year
        self.month = month.flatMap { (1...12).contains($0) ? $0 : nil }
        self.day = self.month == nil ? nil : day.flatMap { (1...31).contains($0) ? $0 : nil }
    }
}

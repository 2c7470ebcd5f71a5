// How a language writes counts, durations and dates.
// Source of separators, month names and date patterns: Unicode CLDR 47, main/*.xml (gregorian calendar, long dates;
// Russian without the word for year). Pure functions; any thread.

extension Language {
    /// A whole number with the language's groups of three: `12,345`. Spanish groups from five digits on.
    public func string(count: Int) -> String {
        let digits = String(count.magnitude)
        guard digits.utf8.count > (self == .es ? 4 : 3) else { return String(count) }
        var result = count < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0 && (digits.utf8.count - index) % 3 == 0 { result += groupSeparator }
            result.append(digit)
        }
        return result
    }

    /// A number with at most one decimal place, and a true minus: `−1.5`, `3`. For numbers below a thousand.
    /// Source of the decimal signs: Unicode CLDR 47, numbers, symbols of the script `latn`.
    public func string(decimal number: Double) -> String {
        let tenths = number.isNaN ? 0 : Int((min(max(number, -1e6), 1e6) * 10).rounded())
        let sign = tenths < 0 ? "\u{2212}" : ""
        let whole = "\(tenths.magnitude / 10)"
        let rest = tenths.magnitude % 10
        return sign + (rest == 0 ? whole : whole + decimalSign + "\(rest)")
    }

    private var decimalSign: String {
        switch self {
        case .en, .zh, .ja, .ko: "."
        case .ru, .de, .fr, .es, .it, .pt, .tr: ","
        }
    }

    /// `70%` as the language spaces and places the sign. Source: Unicode CLDR 47, numbers, percent formats.
    public func string(percent: Int) -> String {
        switch self {
        case .en, .zh, .ja, .ko, .it, .pt: "\(percent)%"
        case .ru, .de, .es: "\(percent)\u{A0}%"
        case .fr: "\(percent)\u{202F}%"
        case .tr: "%\(percent)"
        }
    }

    private var groupSeparator: String {
        switch self {
        case .en, .zh, .ja, .ko: ","
        case .de, .es, .it, .pt, .tr: "."
        case .ru: "\u{A0}"
        case .fr: "\u{202F}"
        }
    }

    /// `3:45`, `1:02:03`; whole seconds that have passed, the same in all our languages. Less than nothing, no number
    /// and more than a thousand hours are `0:00` and `999:59:59`.
    public func string(duration seconds: Double) -> String {
        guard seconds > 0 else { return "0:00" }
        let whole = Int(min(seconds, 3_599_999))
        let rest = Self.twoDigits(whole % 60)
        let minutes = whole / 60
        if minutes < 60 { return "\(minutes):\(rest)" }
        return "\(minutes / 60):\(Self.twoDigits(minutes % 60)):\(rest)"
    }

    /// As much of the date as is known: `1998`, `May 1998`, `May 1, 1998`.
    public func string(date: CalendarDate) -> String {
        let year = String(date.year)
        guard let month = date.month else {
            switch self {
            case .zh, .ja: return year + "年"
            case .ko: return year + "년"
            default: return year
            }
        }
        guard let day = date.day else {
            switch self {
            case .zh, .ja: return "\(year)年\(month)月"
            case .ko: return "\(year)년 \(month)월"
            case .es, .pt: return "\(monthNames[month - 1]) de \(year)"
            case .ru: return "\(Self.russianMonthsAlone[month - 1]) \(year)"
            default: return "\(monthNames[month - 1]) \(year)"
            }
        }
        switch self {
        case .zh, .ja: return "\(year)年\(month)月\(day)日"
        case .ko: return "\(year)년 \(month)월 \(day)일"
        case .es, .pt: return "\(day) de \(monthNames[month - 1]) de \(year)"
        case .en: return "\(monthNames[month - 1]) \(day), \(year)"
        case .de: return "\(day). \(monthNames[month - 1]) \(year)"
        case .ru, .fr, .it, .tr: return "\(day) \(monthNames[month - 1]) \(year)"
        }
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }

    private static let russianMonthsAlone = [
        "январь", "февраль", "март", "апрель", "май", "июнь", "июль", "август", "сентябрь", "октябрь", "ноябрь",
        "декабрь",
    ]

    /// As they stand beside a day; languages that write months as numbers have none.
    private var monthNames: [String] {
        switch self {
        case .ru:
            [
                "января", "февраля", "марта", "апреля", "мая", "июня", "июля", "августа", "сентября", "октября",
                "ноября", "декабря",
            ]
        case .en:
            [
                "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
                "November", "December",
            ]
        case .de:
            [
                "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober",
                "November", "Dezember",
            ]
        case .fr:
            [
                "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre",
                "novembre", "décembre",
            ]
        case .es:
            [
                "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre",
                "noviembre", "diciembre",
            ]
        case .it:
            [
                "gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio", "agosto", "settembre",
                "ottobre", "novembre", "dicembre",
            ]
        case .pt:
            [
                "janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho", "agosto", "setembro", "outubro",
                "novembro", "dezembro",
            ]
        case .tr:
            [
                "Ocak", "Şubat", "Mart", "Nisan", "Mayıs", "Haziran", "Temmuz", "Ağustos", "Eylül", "Ekim", "Kasım",
                "Aralık",
            ]
        case .zh, .ja, .ko: (1...12).map(String.init)
        }
    }
}

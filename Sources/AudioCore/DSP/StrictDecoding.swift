// Reading JSON so that every mistake is named: unknown members, numbers out of range, words that are none. Any thread.

extension Decoder {
    /// The members of an object, none of which may be unknown.
    func strictContainer<Key: CodingKey & CaseIterable>(
        keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        for key in try container(keyedBy: AnyKey.self).allKeys where Key(stringValue: key.stringValue) == nil {
            let known = Key.allCases.map(\.stringValue).joined(separator: ", ")
            throw DecodingError.dataCorrupted(
                .init(codingPath: codingPath + [key], debugDescription: "there is no such member (\(known))"))
        }
        return try container(keyedBy: type)
    }
}

extension KeyedDecodingContainer {
    /// The number of a member; nil when it is missing or null.
    func number(_ key: Key, in range: ClosedRange<Double>, _ unit: String) throws -> Double? {
        guard let number = try decodeIfPresent(Double.self, forKey: key) else { return nil }
        if let fault = fault(of: number, range, unit) {
            throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: fault)
        }
        return number
    }

    /// The word of a member; nil when it is missing or null.
    func word<Word: RawRepresentable & CaseIterable>(_ key: Key) throws -> Word? where Word.RawValue == String {
        guard let text = try decodeIfPresent(String.self, forKey: key) else { return nil }
        guard let word = Word(rawValue: text) else {
            let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self, debugDescription: "“\(text)” is none of \(words)")
        }
        return word
    }

    /// `value`, which must be there.
    func required<Value>(_ value: Value?, _ key: Key) throws -> Value {
        if let value { return value }
        throw DecodingError.dataCorrupted(
            .init(codingPath: codingPath, debugDescription: "“\(key.stringValue)” is missing"))
    }
}

extension UnkeyedDecodingContainer {
    /// The next number of a list.
    mutating func number(in range: ClosedRange<Double>, _ unit: String) throws -> Double {
        let place = currentIndex
        let number = try decode(Double.self)
        guard let fault = fault(of: number, range, unit) else { return number }
        let key = AnyKey(index: place)
        throw DecodingError.dataCorrupted(.init(codingPath: codingPath + [key], debugDescription: fault))
    }
}

/// What is wrong with a number, and what would be right; nil when it is in its range.
private func fault(of number: Double, _ range: ClosedRange<Double>, _ unit: String) -> String? {
    guard !range.contains(number) else { return nil }
    let words = [range.lowerBound, range.upperBound].map { $0 == $0.rounded() ? "\(Int($0))" : "\($0)" }
    return "\(number) is out of range (\(words[0]) to \(words[1])\(unit.isEmpty ? "" : " \(unit)"))"
}

/// A name or a place.
private struct AnyKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(index: Int) {
        stringValue = "\(index)"
        intValue = index
    }

    init?(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init?(intValue: Int) {
        self.init(index: intValue)
    }
}

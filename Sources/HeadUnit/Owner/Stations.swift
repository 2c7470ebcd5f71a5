// The owner's radio stations: an address and a name each. A value in a snapshot; main thread.

import FoundationEssentials

/// Stations in the order in which they were added.
struct Stations: Equatable, Sendable {
    static let name = "stations"
    static let version = 1
    /// More are not kept.
    static let limit = 1000
    /// Characters of a name.
    static let nameLength = 100

    struct Station: Equatable, Sendable {
        /// Counted from 1 in each run, never used again in it.
        let id: Int32
        var name: String
        let address: String
        /// What its titles are written in where that cannot be told; nil is not known.
        var charset: String?
        /// Nobody gave the name: what the station calls itself is taken when it is known.
        var isNameGuessed = false
    }

    private(set) var stations: [Station] = []
    private var lastID: Int32 = 0

    var isFull: Bool { stations.count >= Self.limit }

    func station(_ id: Int32) -> Station? { stations.first { $0.id == id } }
    func station(at address: String) -> Station? { stations.first { $0.address == address } }

    /// The station of that name; capitals do not count.
    func station(named name: String) -> Station? {
        stations.first { $0.name == name } ?? stations.first { $0.name.lowercased() == name.lowercased() }
    }

    /// Keeps a station; a name that another one has gets a number behind it. An address that is there already keeps its
    /// place, and takes the name when one is `given`.
    /// - Returns: the station as it is kept; nil when there are too many.
    @discardableResult
    mutating func add(_ address: String, name: String, isNameGiven given: Bool = true, charset: String? = nil)
        -> Station?
    {
        if let known = station(at: address) {
            if given { rename(known.id, to: name) }
            if let charset, let place = place(known.id) { stations[place].charset = charset }
            return station(known.id)
        }
        guard !isFull else { return nil }
        lastID += 1
        let free = freeName(Self.clipped(name), besides: nil)
        let station = Station(id: lastID, name: free, address: address, charset: charset, isNameGuessed: !given)
        stations.append(station)
        return station
    }

    /// - Returns: the name it got; nil when there is none of that number, or the name is empty.
    @discardableResult
    mutating func rename(_ id: Int32, to name: String) -> String? {
        let name = Self.clipped(name)
        guard let place = place(id), !name.isEmpty else { return nil }
        stations[place].name = freeName(name, besides: id)
        stations[place].isNameGuessed = false
        return stations[place].name
    }

    /// What the station at an address calls itself: its name from now on, unless somebody gave it another.
    /// - Returns: the name it got; nil when it keeps its own.
    mutating func learn(_ name: String, of address: String) -> String? {
        guard let known = station(at: address), known.isNameGuessed else { return nil }
        return rename(known.id, to: name)
    }

    mutating func remove(_ id: Int32) { stations.removeAll { $0.id == id } }

    private func place(_ id: Int32) -> Int? { stations.firstIndex { $0.id == id } }

    private func freeName(_ name: String, besides id: Int32?) -> String {
        let taken = Set(stations.filter { $0.id != id }.map { $0.name.lowercased() })
        guard taken.contains(name.lowercased()) else { return name }
        var number = 2
        while taken.contains("\(name) \(number)".lowercased()) { number += 1 }
        return "\(name) \(number)"
    }

    private static func clipped(_ name: String) -> String {
        let line = name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return String(line.prefix(nameLength)).withoutBlankEnds
    }
}

/// The numbers are not kept: they only tell rows apart.
extension Stations: Codable {
    private struct Entry: Codable {
        var name: String
        var address: String
        var charset: String?
        var isNameGuessed: Bool?
    }

    private enum CodingKeys: String, CodingKey {
        case stations
    }

    init(from decoder: any Decoder) throws {
        let entries = try decoder.container(keyedBy: CodingKeys.self).decode([Entry].self, forKey: .stations)
        for entry in entries {
            let isGuessed = entry.isNameGuessed == true || entry.name.isEmpty
            add(
                entry.address, name: entry.name.isEmpty ? entry.address : entry.name, isNameGiven: !isGuessed,
                charset: entry.charset)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        let entries = stations.map { station in
            Entry(
                name: station.name, address: station.address, charset: station.charset,
                isNameGuessed: station.isNameGuessed ? true : nil)
        }
        try values.encode(entries, forKey: .stations)
    }
}

// `carillon station`: adds, lists and removes radio stations. Main thread, which has nothing else to do.

import AudioCore
import Radio
import TemplateKit

/// Keeps the owner's list of stations.
@MainActor
enum StationCommand {
    static let subcommand = Subcommand(
        name: "station", summary: "add, list and remove radio stations", help: help, run: run)

    private static let help = """
        Usage: carillon station add URL|FILE [NAME] [options]
               carillon station list [options]
               carillon station remove NAME|URL [options]

        Adds a station by its address, or every station that a playlist file names; lists them; removes one. An address
        that is there already only takes the new name. The head unit shows them under Radio. While it runs the list is
        its own: end it first, or put a playlist called stations.m3u among the music, which is read whenever it changes.
          --json                  the stations added, listed or removed, as one line of JSON
          --state DIR             as for the head unit; the list is kept in the state folder
          --quiet                 no words, only errors
        """

    private static let flags = ["--json", "--state", "--quiet", "--help"]
    private static let verbs = ["add", "list", "remove"]

    private struct Options {
        var verb = ""
        var words: [[UInt8]] = []
        var state: RawPath?
        var console = Console()
        var isJSON = false
    }

    private static func run(_ words: [[UInt8]]) throws(UsageError) -> Int32 {
        let options = try parse(words)
        do throws(AudioError) {
            let stations = try perform(options)
            show(stations, options)
            return 0
        } catch {
            options.console.report(error, asJSON: options.isJSON)
            return 1
        }
    }

    private static func parse(_ words: [[UInt8]]) throws(UsageError) -> Options {
        var options = Options()
        var reader = ArgumentReader(words)
        while let word = try reader.next() {
            switch word {
            case .flag("--json"): options.isJSON = true
            case .flag("--quiet"): options.console.isQuiet = true
            case .flag("--state"): options.state = RawPath(bytes: try reader.value(of: "--state", "a folder"))
            case .flag(let flag): throw .unknown(flag, among: flags)
            case .operand(let bytes): options.words.append(bytes)
            }
        }
        guard !options.words.isEmpty else { throw UsageError("station needs one of \(verbs.joined(separator: ", "))") }
        options.verb = String(decoding: options.words.removeFirst(), as: UTF8.self)
        guard verbs.contains(options.verb) else {
            let hint = Nearest.question(for: options.verb, among: verbs)
            throw UsageError("station takes \(verbs.joined(separator: ", ")), not “\(options.verb)”\(hint)")
        }
        let count = options.words.count
        switch options.verb {
        case "add" where count == 0: throw UsageError("station add needs an address, or a playlist file")
        case "remove" where count == 0: throw UsageError("station remove needs the name or the address of a station")
        case "list" where count > 0, "add" where count > 2, "remove" where count > 1:
            let extra = String(decoding: options.words[count - 1], as: UTF8.self)
            throw UsageError(
                "station \(options.verb): one word too many, “\(extra)” (a name of several words in quotes)")
        default: return options
        }
    }

    // MARK: - What is done

    private static func perform(_ options: Options) throws(AudioError) -> [Stations.Station] {
        let file = try StationFile(options.state, isChanging: options.verb != "list") { options.console.error($0) }
        switch options.verb {
        case "add":
            var stations = file.stations
            let added = try add(options, to: &stations)
            try file.save(stations)
            return added
        case "remove":
            var stations = file.stations
            let station = try find(String(decoding: options.words[0], as: UTF8.self), in: stations)
            stations.remove(station.id)
            try file.save(stations)
            return [station]
        default: return file.stations.stations
        }
    }

    private static func add(
        _ options: Options, to stations: inout Stations
    ) throws(AudioError) -> [Stations.Station] {
        let name = options.words.count > 1 ? String(decoding: options.words[1], as: UTF8.self).withoutBlankEnds : nil
        if name?.isEmpty == true { throw AudioError(.usage, "a station needs a name that is not empty") }
        let found = try given(options.words[0])
        if name != nil, found.count > 1 {
            let path = String(decoding: options.words[0], as: UTF8.self)
            throw AudioError(.usage, path: path, "names \(found.count) stations: they cannot have one name")
        }
        var added: [Stations.Station] = []
        for station in found {
            let kept = stations.add(
                station.station.address, name: name ?? station.station.name,
                isNameGiven: name != nil || station.isNamed, charset: station.station.charset)
            guard let kept else {
                throw AudioError(.notSupported, "there are \(Stations.limit) stations already: remove some first")
            }
            added.append(kept)
        }
        return added
    }

    /// - Throws: `notSupported` with the nearest name, for one that is not there.
    private static func find(_ word: String, in stations: Stations) throws(AudioError) -> Stations.Station {
        if let station = stations.station(named: word) ?? stations.station(at: word) { return station }
        let near = Nearest.word(to: word, among: stations.stations.map(\.name))
        let hint = near.map { "; did you mean “\($0)”?" } ?? " (carillon station list shows them)"
        throw AudioError(.notSupported, "there is no station “\(word)”\(hint)")
    }

    /// An address, or all addresses in a file.
    private static func given(_ word: [UInt8]) throws(AudioError) -> [FoundStation] {
        let text = String(decoding: word, as: UTF8.self)
        // Of another scheme, it is told what would be right; a file may be called anything else.
        guard StreamAddress.isOne(text) || text.contains("://") else {
            let path = RawPath(bytes: word)
            let found = try StationFinding.stations(in: path)
            if !found.isEmpty { return found }
            throw AudioError(.notSupported, path: path.shown, "no station in it (addresses that start with http://)")
        }
        let address = try StreamAddress(text)
        let station = Station(address: address.text, name: address.host, charset: address.charset)
        return [FoundStation(station: station, isNamed: false)]
    }

    // MARK: - What is said

    /// The address without a password.
    private static func shown(_ station: Stations.Station) -> String {
        (try? StreamAddress(station.address))?.shown ?? station.address
    }

    private static func show(_ stations: [Stations.Station], _ options: Options) {
        let console = options.console
        if options.isJSON { return console.result(json(stations).text) }
        if options.verb == "list" {
            if stations.isEmpty { console.note("no stations yet; carillon station add URL [NAME] adds one") }
            let width = stations.map(\.name.count).max() ?? 0
            for station in stations {
                console.words("\(station.name.padding(to: width))  \(shown(station))")
            }
        } else if !console.isQuiet {
            let done = options.verb == "add" ? "added" : "removed"
            for station in stations {
                console.words("\(done): \(station.name)  \(shown(station))")
            }
        }
    }

    /// The line of the contract: of `add` and `remove` those that were, of `list` all.
    static func json(_ stations: [Stations.Station]) -> JSON {
        .object([
            ("kind", "stations"),
            (
                "stations",
                .array(
                    stations.map {
                        .object([
                            ("name", .string($0.name)), ("address", .string($0.address)), ("charset", JSON($0.charset)),
                        ])
                    })
            ),
        ])
    }
}

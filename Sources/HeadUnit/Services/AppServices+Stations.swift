// The stations: the owner's own, and those of the playlist stations.m3u among the music. Main thread.

import AudioCore
import MusicLibrary
import Radio

/// A station as screens show it.
struct ShownStation: Equatable {
    var key: Int32
    var station: Station
    /// The owner's own; one of a file is only read.
    var isOwn: Bool
}

extension AppServices {
    /// The owner's as they were added, then the file's; an address is there once.
    var stations: [ShownStation] {
        let revision = [ownerRevision, branches.revision]
        if let known = shownStations, known.revision == revision { return known.list }
        var list = owner?.stations.value.stations.map { ShownStation($0) } ?? []
        let own = Set(list.map(\.station.address))
        list += branches.value.stations.filter { !own.contains($0.station.address) }
        shownStations = (revision, list)
        return list
    }

    /// The station of that key; nil when it has gone.
    func shownStation(_ key: Int32) -> ShownStation? { stations.first { $0.key == key } }

    /// Gives one of the owner's own another name, also where it plays.
    func renameStation(_ key: Int32, to name: String) {
        guard let owner, let before = owner.stations.value.station(key) else { return }
        owner.stations.update { $0.rename(key, to: name) }
        if let now = owner.stations.value.station(key), station?.address == before.address { station?.name = now.name }
        stationsChanged()
    }

    /// What is removed while it plays goes on until something else is chosen.
    func removeStation(_ key: Int32) {
        owner?.stations.update { $0.remove(key) }
        stationsChanged()
    }

    private func stationsChanged() {
        ownerRevision += 1
        onChange()
        // Without music and without stations there is nothing but to look for some.
        onRootChange()
    }
}

extension ShownStation {
    init(_ own: Stations.Station) {
        self.init(
            key: own.id, station: Station(address: own.address, name: own.name, charset: own.charset), isOwn: true)
    }
}

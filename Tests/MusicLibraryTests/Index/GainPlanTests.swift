import AudioCore
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import MusicLibrary

@Suite struct GainPlanTests {
    /// What an earlier form of the library kept of /tmp/v2/music: a WAV file, and a cue sheet with one track.
    private static let version2 = """
        Q0FSTElCDQoCAAAArgEAAAAAAAATjr6CatTuaAwBeANPbmUBWARMaXZlA3dhdgNwY20BMQVBbGJ1bQFBAUwBIwFPAggvdG1wL3YyLxQvdG1wL3
        YyL211c2ljL0FsYnVtLwMDAgEABW11c2ljAQAFbXVzaWMAAAEAAQIBBXguY3VlvgGAgNDixr/Oly8AAAEBBTIud2F2oByAgNDixr/Oly8AAQEB
        AgEAAQECBAECAAIAAAAAAAB7FK5H4XqEPwQFiLEFhhYCEAGgHICA0OLGv86XLwD45+ywDQIBAQEFMS53YXagHICA0OLGv86XLwAAAAABAAIAAA
        AGAAAAAAAAAAAAAAB7FK5H4XqEPwQFiLEFhhYCEAGgHICA0OLGv86XLwD45+ywDQEAAgEHAAAAAQAAAAABAvjn7LANexSuR+F6hD8BAgMDAQEA
        AAAAAAABAfjn7LANexSuR+F6hD8BAQECAAECAQEBAgEAAAACAAAAAggACQECAgAAAAEAAAACAgAKAQIBAAAAAgAAAAACAQAAAAIAAAAAAgEAAA
        ACAAAAAgsACgECAQAAAAIAAAACAgAKAQICAAAAAQAAAAIIAAkBAQEAAAABAgA=
        """

    private static func album(_ rig: Rig, _ count: Int, _ extra: String...) throws {
        for number in 1...count {
            try rig.folder.write(
                flacFile(["ALBUM=A", "ARTIST=X", "TITLE=t\(number)", "TRACKNUMBER=\(number)"] + extra),
                to: "music/a/\(number).flac")
        }
    }

    /// Measures everything that is planned: each track by its length of name, each album by its count.
    private static func measure(_ rig: Rig, only limit: Int = .max) {
        var results = GainResults()
        for album in rig.contents.gainPlan.albums {
            for track in album.tracks.filter(\.isWanted).prefix(limit) {
                var gain = MeasuredGain(lufs: -20, peak: 0.5)
                if album.isWhole, limit == .max {
                    gain.setAlbum(lufs: -10 - Double(album.tracks.count), peak: 0.75, mark: album.mark)
                }
                results.put(gain, of: track)
            }
        }
        rig.contents.take(results)
    }

    private static func planned(_ rig: Rig) -> [[String]] {
        rig.contents.gainPlan.albums.map { album in
            album.tracks.map { String(decoding: $0.item.path.lastComponent, as: UTF8.self) + ($0.isWanted ? "" : "?") }
        }
    }

    @Test("an album without gains is planned whole, once, and is saved and loaded as measured")
    func whole() throws {
        let rig = Rig()
        try Self.album(rig, 3)
        rig.scan()
        #expect(Self.planned(rig) == [["1.flac", "2.flac", "3.flac"]])
        #expect(rig.contents.gainPlan.albums[0].isWhole && rig.contents.gainPlan.seconds == 30)
        Self.measure(rig)
        let gain = rig.track("t2")?.measured?.gain
        #expect(gain == TrackGain(track: 2, trackPeak: 0.5, album: -5, albumPeak: 0.75, origin: .measured))
        #expect(Self.planned(rig).isEmpty && rig.contents.gainPlan.knownCount == 3)
        let loaded = try LibraryContents(rig.contents.encoded)
        #expect(loaded.snapshot.tracks == rig.snapshot.tracks && loaded.gainPlan.albums.isEmpty)
        #expect(loaded.index.entries == rig.contents.index.entries)
    }

    @Test("tags stand: what has gains is not measured, and only counts for an album that lacks some")
    func tagged() throws {
        let rig = Rig()
        try Self.album(rig, 2, "REPLAYGAIN_TRACK_GAIN=-3 dB")
        rig.scan()
        #expect(Self.planned(rig).isEmpty && rig.contents.gainPlan.taggedCount == 2)
        try rig.add("a/3.flac", "ALBUM=A", "ARTIST=X", "TITLE=t3", "TRACKNUMBER=3")
        rig.scan()
        #expect(Self.planned(rig) == [["1.flac?", "2.flac?", "3.flac"]])
        Self.measure(rig)
        #expect(rig.track("t1")?.measured == nil && rig.track("t3")?.measured?.gain?.album == -5)
    }

    @Test("a file that changes loses its measurement, and its album is measured again")
    func changed() throws {
        let rig = Rig()
        try Self.album(rig, 2)
        rig.scan()
        Self.measure(rig)
        rig.scan()
        #expect(Self.planned(rig).isEmpty, "a scan without news changes nothing")
        try rig.add("a/2.flac", "ALBUM=A", "ARTIST=X", "TITLE=t2, longer", "TRACKNUMBER=2")
        rig.scan()
        #expect(rig.track("t2, longer")?.measured == nil && rig.track("t1")?.measured != nil)
        #expect(Self.planned(rig) == [["1.flac", "2.flac"]])
    }

    @Test("a measurement that comes for a file that has changed meanwhile is dropped")
    func late() throws {
        let rig = Rig()
        try Self.album(rig, 1)
        rig.scan()
        var results = GainResults()
        results.put(MeasuredGain(lufs: -20, peak: 1), of: rig.contents.gainPlan.albums[0].tracks[0])
        try rig.add("a/1.flac", "ALBUM=A", "TITLE=another one altogether")
        rig.scan()
        rig.contents.take(results)
        #expect(rig.track("another one altogether")?.measured == nil)
    }

    @Test("tags that come later take the place of a measurement")
    func taggedLater() throws {
        let rig = Rig()
        try Self.album(rig, 1)
        rig.scan()
        Self.measure(rig)
        try Self.album(rig, 1, "REPLAYGAIN_TRACK_GAIN=-3 dB")
        rig.scan()
        #expect(rig.track("t1")?.measured == nil && rig.contents.gainPlan.taggedCount == 1)
    }

    @Test("a track that joins an album has all of it measured again; one that leaves, too")
    func joined() throws {
        let rig = Rig()
        try Self.album(rig, 2)
        rig.scan()
        Self.measure(rig)
        try rig.add("a/3.flac", "ALBUM=A", "ARTIST=X", "TITLE=t3", "TRACKNUMBER=3")
        rig.scan()
        #expect(Self.planned(rig) == [["1.flac", "2.flac", "3.flac"]])
        Self.measure(rig)
        #expect(rig.track("t1")?.measured?.gain?.album == -5)
        unlink(rig.root.appending("a/3.flac").shown)
        rig.scan()
        #expect(Self.planned(rig) == [["1.flac", "2.flac"]])
    }

    @Test("an album whose measuring broke off keeps its tracks, and is finished later")
    func interrupted() throws {
        let rig = Rig()
        try Self.album(rig, 3)
        rig.scan()
        Self.measure(rig, only: 2)
        #expect(rig.track("t1")?.measured?.gain == TrackGain(track: 2, trackPeak: 0.5, origin: .measured))
        #expect(Self.planned(rig) == [["1.flac", "2.flac", "3.flac"]])
    }

    @Test("one bad file does not have its album measured again and again")
    func badFile() throws {
        let rig = Rig()
        try Self.album(rig, 3)
        rig.scan()
        var results = GainResults()
        let album = rig.contents.gainPlan.albums[0]
        for track in album.tracks.dropLast() {
            var gain = MeasuredGain(lufs: -20, peak: 0.5)
            gain.setAlbum(lufs: -20, peak: 0.5, mark: album.mark)
            results.put(gain, of: track)
        }
        rig.contents.take(results)
        #expect(Self.planned(rig) == [["3.flac"]])
    }

    @Test("loose tracks of a folder are measured one by one: they are no album")
    func loose() throws {
        let rig = Rig()
        try rig.add("1.flac", "TITLE=t1")
        try rig.add("2.flac", "TITLE=t2")
        rig.scan()
        #expect(Self.planned(rig) == [["1.flac", "2.flac"]])
        #expect(rig.contents.gainPlan.albums.allSatisfy { !$0.isWhole })
        Self.measure(rig)
        #expect(Self.planned(rig).isEmpty && rig.track("t1")?.measured?.gain?.album == nil)
    }

    @Test("silence is known to be silence, and states no gain")
    func silence() throws {
        let rig = Rig()
        try rig.add("1.flac", "TITLE=t1")
        rig.scan()
        var results = GainResults()
        results.put(MeasuredGain(lufs: nil, peak: nil), of: rig.contents.gainPlan.albums[0].tracks[0])
        rig.contents.take(results)
        #expect(Self.planned(rig).isEmpty && rig.contents.gainPlan.knownCount == 1)
        #expect(rig.track("t1")?.measured?.gain == nil)
    }

    @Test("a library of the form before is opened as it was, and read again for its gains only when they are asked for")
    func earlierForm() throws {
        let bytes = Array(try #require(Data(base64Encoded: Self.version2, options: .ignoreUnknownCharacters)))
        #expect(bytes[8] == 2)
        let contents = try LibraryContents(bytes)
        #expect(contents.snapshot.tracks.map(\.title).sorted() == ["1", "One"])
        #expect(contents.snapshot.albums.map(\.title).sorted() == ["Album", "Live"])
        #expect(contents.snapshot.tracks.allSatisfy { $0.gainTags == .unread && $0.measured == nil })
        #expect(contents.snapshot.tracks.first { $0.title == "One" }?.cueTrack == 1)
        let again = try LibraryContents(contents.encoded)
        #expect(again.index.entries == contents.index.entries, "saved in the new form it says the same")

        let rig = Rig()
        try Self.album(rig, 2)
        rig.scan()
        _ = rig.probe.take()
        for entry in rig.contents.index.entries.indices {
            rig.contents.index.entries[entry].tracks[0].gainTags = .unread
        }
        rig.scan()
        #expect(rig.probe.take().isEmpty)
        let before = rig.snapshot.tracks.map(\.key)
        rig.scan(mustKnowGains: true)
        #expect(rig.probe.take() == ["1.flac", "2.flac"])
        #expect(rig.snapshot.tracks.map(\.key) == before && rig.contents.gainPlan.albums.count == 1)
        rig.scan(mustKnowGains: true)
        #expect(rig.probe.take().isEmpty)
    }

    @Test("what opens music finds measurements by file and cue track, as long as the file is the one measured")
    func lookup() throws {
        let rig = Rig()
        try Self.album(rig, 1)
        rig.scan()
        Self.measure(rig)
        let gains = MeasuredGains(rig.snapshot)
        let item = QueueItem(path: rig.root.appending("a/1.flac"))
        #expect(gains.gain(of: item)?.track == 2)
        #expect(gains.gain(of: QueueItem(path: item.path, cueTrack: 1)) == nil)
        try rig.add("a/1.flac", "TITLE=the file is another one now")
        #expect(gains.gain(of: item) == nil)
    }

    @Test(
        "gains and peaks that no music has are none",
        arguments: [
            (-78.5, 1.0, false, true), (-18.0, 0.0, true, false), (.nan, .nan, false, false), (-18, 101, true, false),
        ])
    func absurd(lufs: Double, peak: Double, hasGain: Bool, hasPeak: Bool) {
        var gain = MeasuredGain(lufs: lufs, peak: peak)
        gain.setAlbum(lufs: -18, peak: nil, mark: 1)
        #expect((gain.gain?.track != nil) == hasGain)
        #expect((gain.gain?.trackPeak != nil) == hasPeak)
        #expect(MeasuredGain(bits: gain.bits) == gain)
    }

    @Test("bits that no measurement gives are refused")
    func damagedBits() {
        let bits = MeasuredGain(lufs: -18, peak: 1).bits
        #expect(MeasuredGain(bits: bits) != nil)
        #expect(MeasuredGain(bits: Array(bits.dropLast())) == nil)
        for place in 0..<4 {
            for number in [Float.nan, 1e9, -Float.infinity] {
                var broken = bits
                broken[place] = number.bitPattern
                #expect(MeasuredGain(bits: broken) == nil)
            }
        }
    }
}

// The queue's description and the owner's settings as files.

import AudioCore
import FoundationEssentials
import HeadUnit
import TestSupport
import Testing

private let folder = RawPath("/state")

private func queueFile(_ files: PowerCutFileSystem, _ lines: Lines = Lines()) -> SnapshotFile<QueueDescription> {
    SnapshotFile(
        name: QueueDescription.name, version: QueueDescription.version, folder: folder, files: files,
        report: lines.report)
}

private func item(_ number: Int) -> QueueItem { QueueItem(path: RawPath("/music/\(number).flac")) }

@Suite("Queue description and settings")
struct DescriptionTests {
    @Test("100,000 shuffled tracks with edits are a few kilobytes, and come back in the same order")
    func large() throws {
        let items = (0..<100_000).map(item)
        var queue = PlayQueue(items: items, startingAt: 500)
        queue.setShuffled(true, seed: .max)
        queue.repeatMode = .all
        for _ in 0..<10 { _ = queue.advance(.nextPressed) }
        queue.insertNext([item(-1), item(-2)])
        queue.remove(at: 7)
        queue.jump(to: 99)
        let files = PowerCutFileSystem()
        var file = queueFile(files)
        let description = QueueDescription(
            source: .folders([RawPath("/music")]), sort: .path, order: queue.record)
        #expect(file.save(description) == true)
        #expect(files.files[folder.appending("queue.json")]?.count ?? .max < 4000)
        var again = queueFile(files)
        let loaded = try #require(again.load().map { $0 } ?? nil)
        #expect(loaded == description)
        let back = PlayQueue(items: items, record: loaded.order)
        let isSame = back == queue
        #expect(isSame)
    }

    @Test("paths that are not UTF-8 come back; more than the limit are cut, relative ones left out")
    func sources() {
        let raw = RawPath(bytes: [0x2F, 0xFF, 0x0A, 0x25, 0x22])
        let many = (0..<600).map { RawPath("/\($0)") }
        let cases: [(QueueSource, QueueSource, Bool)] = [
            (.files([raw, RawPath("relative")]), .files([raw]), false),
            (.folders([raw]), .folders([raw]), false),
            (.files(many), .files(Array(many.prefix(QueueSource.fileLimit))), true),
            (.folders(many), .folders(Array(many.prefix(QueueSource.folderLimit))), true),
        ]
        for (source, kept, isCut) in cases {
            let files = PowerCutFileSystem()
            var file = queueFile(files)
            let description = QueueDescription(source: source, sort: .given, order: QueueRecord(baseCount: 0))
            #expect(description.isCut == isCut)
            #expect(file.save(description) == true)
            var again = queueFile(files)
            #expect(again.load()?.source == kept)
        }
    }

    @Test("a kind of a newer version is said and not destroyed")
    func unknownKind() {
        let order = """
            {"baseCount":0,"position":0,"repeat":"off","shuffle":false,"seed":0,"lap":0,"edits":[],"editsBeforeOrder":0}
            """
        let text = #"{"version":1,"value":{"source":{"kind":"genre","name":"Jazz"},"sort":"path","order":\#(order)}}"#
        let disk = [folder.appending("queue.json"): Array(text.utf8)]
        let files = PowerCutFileSystem(files: disk)
        let lines = Lines()
        var file = queueFile(files, lines)
        #expect(file.load() == nil)
        #expect(lines.all.count == 1)
        #expect(lines.all.first?.contains("\"genre\"") == true)
        let ours = QueueDescription(source: .files([]), sort: .given, order: QueueRecord(baseCount: 0))
        #expect(file.save(ours) == true)
        #expect(files.files == disk)
    }

    @Test("cut or flipped anywhere, the queue is the last good one or none, and the bytes are kept")
    func damage() throws {
        let files = PowerCutFileSystem()
        var file = queueFile(files)
        let first = QueueDescription(source: .files([RawPath("/a")]), sort: .given, order: QueueRecord(baseCount: 1))
        var second = first
        second.source = .folders([RawPath("/b")])
        #expect(file.save(first) == true)
        #expect(file.save(second) == true)
        let disk = files.files
        let path = folder.appending("queue.json")
        let whole = try #require(disk[path])
        var dice = SeededNumbers(seed: 5)
        for place in whole.indices {
            var flipped = whole
            flipped[place] ^= UInt8.random(in: 1...255, using: &dice)
            for bytes in [Array(whole[..<place]), flipped] {
                let world = PowerCutFileSystem(files: disk.merging([path: bytes]) { $1 })
                var again = queueFile(world)
                let loaded = again.load()
                #expect(loaded == first || loaded == second)
                #expect(world.files.values.contains(bytes))
            }
        }
    }

    @Test("settings of an earlier program lack members, and a volume is never above full scale")
    func settings() throws {
        func decoded(_ text: String) throws -> OwnerSettings {
            try JSONDecoder().decode(OwnerSettings.self, from: Data(text.utf8))
        }
        #expect(try decoded("{}") == OwnerSettings())
        #expect(try decoded(#"{"volume":12,"muted":true}"#) == OwnerSettings(volume: 0, isMuted: true))
        #expect(try decoded(#"{"volume":-1e300}"#).volume == -120)
        var settings = OwnerSettings()
        settings.volume = .nan
        #expect(settings.volume == KeptVolume.initial)
        settings.volume = 3
        #expect(settings.volume == 0)
    }
}

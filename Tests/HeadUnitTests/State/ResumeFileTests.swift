// What the resume point survives.

import AudioCore
import FoundationEssentials
import Glibc
import HeadUnit
import Radio
import TestSupport
import Testing

private let folder = RawPath("/state")
private let current = folder.appending("resume.json")
private let slotOffsets = [7168, 7680]

private func resumeFile(_ files: any StateFileSystem, _ lines: Lines = Lines()) -> ResumeFile {
    ResumeFile(folder: folder, files: files, report: lines.report)
}

private func point(_ track: Int, at position: Int = 0) -> ResumePoint {
    var point = ResumePoint(
        item: QueueItem(path: RawPath("/music/\(track).flac")), status: .playing, position: position)
    point.title = "Звезда по имени Солнце"
    point.artist = "Кино"
    point.album = "Звезда по имени Солнце"
    point.duration = 226.5
    point.format = ResumePoint.Format(rate: 44100, channels: 2, bits: 16)
    point.thumbnail = "3f7a.jpg"
    point.isShuffled = true
    point.repeatMode = .all
    point.queueIndex = track
    point.volume = -20.5
    point.loudness = "medium"
    point.device = "hw:CARD=DAC,DEV=0"
    return point
}

/// A folder in which track 1 played, then track 2 until it was 20 s in.
private func disk() -> [RawPath: [UInt8]] {
    let files = PowerCutFileSystem()
    var file = resumeFile(files)
    for next in [point(1), point(1, at: 5000), point(2), point(2, at: 10_000), point(2, at: 20_000)] {
        let isSaved = file.save(next)
        #expect(isSaved)
    }
    return files.files
}

/// CRC-32 bit by bit, as eight hexadecimal digits.
private func crc32(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var value = UInt32.max
    for byte in bytes {
        value ^= UInt32(byte)
        for _ in 0..<8 { value = value >> 1 ^ (value & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    let digits = String(~value, radix: 16, uppercase: true)
    return Array((String(repeating: "0", count: 8 - digits.count) + digits).utf8)
}

@Suite("Resume point")
struct ResumeFileTests {
    @Test("everything comes back, with the last position")
    func roundTrip() {
        var paused = point(2, at: 21_250)
        paused.status = .paused
        for reason in PauseReason.allCases {
            paused.pausedBy = reason
            let files = PowerCutFileSystem(files: disk())
            var file = resumeFile(files)
            #expect(file.load() == point(2, at: 20_000))
            #expect(file.save(paused) == true)
            var again = resumeFile(files)
            #expect(again.load() == paused)
        }
    }

    @Test("the station that is on comes back beside the track that waits for its end, or alone")
    func station() {
        for item in [point(2).item, nil] {
            var tuned = point(2, at: 20_000)
            tuned.item = item
            tuned.station = Station(address: "http://radio.example/jazz", name: "Джаз", charset: "koi8-r")
            let files = PowerCutFileSystem(files: disk())
            var file = resumeFile(files)
            #expect(file.load()?.station == nil)
            #expect(file.save(tuned) == true)
            var again = resumeFile(files)
            #expect(again.load() == tuned)
        }
    }

    @Test("a station whose address is too long is left out, and one with a long name has a shorter one")
    func longStation() {
        for character in ["a", "\"", "\u{1}", "я"] {
            var tuned = point(2, at: 20_000)
            tuned.device = String(repeating: character, count: 256 / character.utf8.count)
            tuned.thumbnail = tuned.device
            tuned.station = Station(
                address: "http://a.example/" + String(repeating: "a", count: 1900),
                name: String(repeating: character, count: 5000),
                charset: String(repeating: character, count: 5000))
            let files = PowerCutFileSystem(files: disk())
            var file = resumeFile(files)
            _ = file.load()
            #expect(file.save(tuned) == true)
            var again = resumeFile(files)
            let loaded = again.load()
            #expect(loaded?.station?.address == tuned.station?.address)
            #expect(loaded?.station?.name.isEmpty == false)
            #expect(loaded?.station?.charset == nil)
            tuned.station = Station(address: String(repeating: character, count: 3000), name: "Long")
            #expect(file.save(tuned) == true)
            var last = resumeFile(files)
            let without = last.load()
            #expect(without != nil)
            #expect(without?.station == nil)
        }
    }

    @Test("an empty folder gives nothing and says nothing")
    func first() {
        let lines = Lines()
        var file = resumeFile(PowerCutFileSystem(), lines)
        #expect(file.load() == nil)
        #expect(lines.all == [])
    }

    @Test("the file is one JSON object of at most 8 kB that other programs can read")
    func isJSON() throws {
        struct Whole: Decodable {
            var version: Int
            var title: String
            var volume: Double
            var positions: [String]
        }
        let bytes = try #require(disk()[current])
        #expect(bytes.count <= 8000)
        let whole = try JSONDecoder().decode(Whole.self, from: Data(bytes))
        #expect(whole.version == 1)
        #expect(whole.title == "Звезда по имени Солнце")
        #expect(whole.positions.map(\.utf8.count) == [64, 64])
        #expect(whole.positions.contains { $0.contains(" 000000020000 playing  ") })
    }

    @Test("only the position changed: 64 bytes are written in place, in turns, and synchronized")
    func inPlace() throws {
        let files = PowerCutFileSystem(files: disk())
        var file = resumeFile(files)
        _ = file.load()
        var before = try #require(files.files[current])
        var changed: [Int] = []
        for second in 21...24 {
            #expect(file.save(point(2, at: second * 1000)) == true)
            let after = try #require(files.files[current])
            let places = before.indices.filter { before[$0] != after[$0] }
            changed.append((places.first ?? 0) < slotOffsets[1] ? 0 : 1)
            let slot = slotOffsets[changed.last ?? 0]
            #expect(places.allSatisfy { (slot..<slot + 64).contains($0) })
            before = after
        }
        #expect(changed == [0, 1, 0, 1] || changed == [1, 0, 1, 0])
        let calls = files.callCount
        #expect(file.save(point(2, at: 24_000)) == true)
        #expect(files.callCount == calls, "nothing new is nothing to write")
        #expect(file.save(point(2, at: 25_000)) == true)
        #expect(files.callCount == calls + 2, "one write and one fdatasync")
        #expect(files.state.withLock { state in state.inodes.allSatisfy { $0.seen == $0.kept } })
    }

    @Test("a slot torn at any byte leaves the other one")
    func torn() throws {
        let start = disk()
        let files = PowerCutFileSystem(files: start)
        var file = resumeFile(files)
        _ = file.load()
        #expect(file.save(point(2, at: 30_000)) == true)
        let old = try #require(start[current])
        let new = try #require(files.files[current])
        let slot = try #require(slotOffsets.first { new[$0..<$0 + 64] != old[$0..<$0 + 64] })
        for filling in [nil, UInt8(0), 0xFF] {
            for cut in 0...64 {
                for isFrontNew in [true, false] {
                    var torn = old
                    for byte in 0..<64 {
                        let isNew = (byte < cut) == isFrontNew
                        torn[slot + byte] = isNew ? new[slot + byte] : filling ?? old[slot + byte]
                    }
                    let lines = Lines()
                    let world = PowerCutFileSystem(files: [current: torn])
                    var restarted = resumeFile(world, lines)
                    let loaded = restarted.load()
                    #expect(loaded?.position == (torn == new ? 30_000 : 20_000))
                    #expect(lines.all == [])
                    // The torn slot is the one written next.
                    #expect(restarted.save(point(2, at: 40_000)) == true)
                    var again = resumeFile(world)
                    #expect(again.load()?.position == 40_000)
                }
            }
        }
    }

    @Test("a failed slot write is repeated in the same slot, so the good one is never at risk")
    func failedSlot() throws {
        for writes in [0, 1, 3, 1000] {
            let files = PowerCutFileSystem(files: disk())
            let lines = Lines()
            var file = resumeFile(files, lines)
            _ = file.load()
            for second in 21...25 {
                files.state.withLock {
                    $0.largestWrite = 10
                    $0.writesLeft = writes
                    $0.faults = writes == 1000 ? [.synchronizeContent: EIO] : [:]
                }
                #expect(file.save(point(2, at: second * 1000)) == false)
                for isKept in [true, false] {
                    let world = files.state.withLock { state in
                        state.names.mapValues { isKept ? state.inodes[$0].kept : state.inodes[$0].seen }
                    }
                    var restarted = resumeFile(PowerCutFileSystem(files: world))
                    #expect(restarted.load()?.position ?? 0 >= 20_000)
                }
            }
            #expect(lines.all.count == 1)
            files.state.withLock {
                $0.writesLeft = .max
                $0.faults = [:]
            }
            #expect(file.save(point(2, at: 26_000)) == true)
            #expect(lines.all.last == "resume.json is saved again")
            var again = resumeFile(files)
            #expect(again.load()?.position == 26_000)
        }
    }

    @Test("a slot of an older track is not taken for the newer one's")
    func foreignSlot() throws {
        let files = PowerCutFileSystem(files: disk())
        var file = resumeFile(files)
        _ = file.load()
        let old = try #require(files.files[current])
        #expect(file.save(point(3, at: 100)) == true)
        var mixed = try #require(files.files[current])
        for slot in slotOffsets { mixed.replaceSubrange(slot..<slot + 64, with: old[slot..<slot + 64]) }
        var restarted = resumeFile(PowerCutFileSystem(files: [current: mixed]))
        #expect(restarted.load() == point(3, at: 100))
    }

    @Test("cut at any byte it gives this track or the one before, and keeps the damaged bytes")
    func cutAnywhere() throws {
        let whole = disk()
        let bytes = try #require(whole[current])
        for length in bytes.indices {
            var damaged = whole
            damaged[current] = Array(bytes[..<length])
            let files = PowerCutFileSystem(files: damaged)
            let lines = Lines()
            var file = resumeFile(files, lines)
            let found = file.load()
            let loaded = try #require(found)
            if length >= slotOffsets[0] {
                #expect(loaded.item == point(2).item, "cut at \(length)")
                if length >= slotOffsets[1] + 64 { #expect(loaded.position == 20_000) }
            } else {
                #expect(loaded == point(1, at: 5000), "cut at \(length)")
            }
            #expect(lines.all.count == 1)
            #expect(files.files[folder.appending("resume.corrupt-1.json")]?.count == length)
            guard length % 64 < 3 else { continue }
            #expect(file.save(point(2, at: 30_000)) == true)
            #expect(file.save(point(2, at: 31_000)) == true)
            #expect(files.files[folder.appending("resume.corrupt-1.json")] == Array(bytes[..<length]))
            var again = resumeFile(files)
            #expect(again.load() == point(2, at: 31_000))
        }
    }

    @Test("with bytes flipped it gives a point that was kept, and loses no damaged facts", arguments: UInt64(1)...8)
    func flipped(seed: UInt64) throws {
        let whole = disk()
        let bytes = try #require(whole[current])
        // Most of the file is spaces; half of the flips go where something stands.
        let written = bytes.indices.filter { bytes[$0] != UInt8(ascii: " ") }
        var dice = SeededNumbers(seed: seed)
        for round in 0..<150 {
            var flipped = bytes
            let place = round % 2 == 0 ? written.randomElement(using: &dice) : bytes.indices.randomElement(using: &dice)
            flipped[try #require(place)] ^= UInt8.random(in: 1...255, using: &dice)
            let files = PowerCutFileSystem(files: whole.merging([current: flipped]) { $1 })
            var file = resumeFile(files)
            let found = file.load()
            let loaded = try #require(found)
            #expect([point(2, at: 20_000), point(2, at: 10_000), point(1, at: 5000)].contains(loaded))
            if loaded.item == point(1).item { #expect(files.files.values.contains(flipped)) }
        }
    }

    @Test("random bytes are no resume point and no crash", arguments: UInt64(1)...20)
    func random(seed: UInt64) throws {
        var dice = SeededNumbers(seed: seed)
        let bytes = (0..<Int.random(in: 1...20_000, using: &dice)).map { _ in UInt8.random(in: 0...255, using: &dice) }
        let files = PowerCutFileSystem(files: [current: bytes])
        var file = resumeFile(files)
        #expect(file.load() == nil)
        #expect(files.files == [folder.appending("resume.corrupt-1.json"): bytes])
    }

    @Test("a power cut at any call of a drive gives a point at least as new as the last one kept")
    func powerCut() throws {
        let drive = [
            point(3), point(3, at: 10_000), point(3, at: 20_000), point(4), point(4, at: 10_000), point(5, at: 1),
            point(5, at: 2),
        ]
        let start = disk()
        for largestWrite in [8192, 1500] {
            for calls in 0..<2000 {
                let files = PowerCutFileSystem(files: start)
                var file = resumeFile(files)
                #expect(file.load() == point(2, at: 20_000))
                files.state.withLock {
                    $0.callsLeft = calls
                    $0.largestWrite = largestWrite
                }
                var isSaved = true
                var kept = -1
                for (index, next) in drive.enumerated() where isSaved {
                    isSaved = file.save(next)
                    if isSaved { kept = index }
                }
                let allowed = ([point(2, at: 20_000)] + drive).dropFirst(kept + 1).prefix(2)
                for world in files.worlds() {
                    var restarted = resumeFile(world)
                    let found = restarted.load()
                    #expect(found.map { allowed.contains($0) } == true, "call \(calls): \(String(describing: found))")
                }
                if isSaved { break }
            }
        }
    }

    @Test("a newer version's file is left as it is, and that is said once", arguments: [true, false])
    func newer(looksLikeOurs: Bool) throws {
        var bytes = Array(#"{"version":2,"anything":[1,2,3]}"#.utf8)
        if looksLikeOurs {
            bytes = try #require(disk()[current])
            let ours = Array(#""version":1"#.utf8)
            let place = try #require(bytes.indices.first { bytes[$0...].starts(with: ours) })
            bytes[place + ours.count - 1] = UInt8(ascii: "2")
            let key = Array(#","checksum":""#.utf8)
            let end = try #require(bytes.indices.first { bytes[$0...].starts(with: key) })
            bytes.replaceSubrange((end + key.count)..<(end + key.count + 8), with: crc32(bytes[..<end]))
        }
        let files = PowerCutFileSystem(files: [current: bytes])
        let lines = Lines()
        var file = resumeFile(files, lines)
        #expect(file.load() == nil)
        #expect(file.isReadOnly)
        #expect(file.save(point(1)) == true)
        #expect(files.files == [current: bytes])
        #expect(lines.all.count == 1)
        #expect(lines.all.first?.contains("version 2") == true)
    }

    @Test(
        "titles of 100 kB are cut at a character, and the file stays within 8 kB",
        arguments: ["a", "é", "👨‍👩‍👧‍👦", "e\u{301}", "\"", "\u{1}", "漢", "/"])
    func longTexts(unit: String) throws {
        var long = point(1, at: 1234)
        long.title = String(repeating: unit, count: 100_000 / unit.utf8.count)
        long.artist = long.title
        long.album = long.title
        long.thumbnail = long.title
        long.loudness = String(repeating: unit, count: 100_000 / unit.utf8.count)
        let files = PowerCutFileSystem()
        var file = resumeFile(files)
        #expect(file.save(long) == true)
        #expect(try #require(files.files[current]).count <= 8000)
        var again = resumeFile(files)
        let loaded = again.load()
        #expect(loaded?.item == long.item)
        #expect(loaded?.position == 1234)
        #expect(loaded?.thumbnail == nil)
        let title = try #require(loaded?.title)
        #expect(title.utf8.count >= 150)
        #expect(title == String(repeating: unit, count: title.utf8.count / unit.utf8.count))
        // The long texts in memory are not taken for a change.
        let calls = files.callCount
        #expect(file.save(long) == true)
        #expect(files.callCount == calls)
    }

    @Test("one endless character is cut between its scalars rather than left out")
    func endlessCharacter() throws {
        var long = point(1)
        long.title = "a" + String(repeating: "\u{301}", count: 50_000)
        let files = PowerCutFileSystem()
        var file = resumeFile(files)
        #expect(file.save(long) == true)
        var again = resumeFile(files)
        let loaded = again.load()
        let title = try #require(loaded?.title)
        #expect(title.count == 1)
        #expect(title.unicodeScalars.count > 100)
        #expect(title.unicodeScalars.first == "a")
    }

    @Test("a path that is not UTF-8 comes back byte for byte; one too long is left out and said")
    func paths() {
        let raw = RawPath(bytes: Array("/music/".utf8) + (1...255).map { UInt8($0) })
        var odd = point(1)
        odd.item = QueueItem(path: raw, cueTrack: 7, region: CueRegion(startFrame: 0, endFrame: nil))
        let files = PowerCutFileSystem()
        let lines = Lines()
        var file = resumeFile(files, lines)
        #expect(file.save(odd) == true)
        var again = resumeFile(files)
        #expect(again.load()?.item == odd.item)
        #expect(lines.all == [])
        odd.item = QueueItem(path: RawPath("/" + String(repeating: "ы", count: 2000)))
        odd.volume = -1
        #expect(file.save(odd) == true)
        odd.volume = -2
        #expect(file.save(odd) == true)
        #expect(lines.all.count == 1)
        var third = resumeFile(files)
        let loaded = third.load()
        #expect(loaded?.item == nil)
        #expect(loaded?.title == odd.title)
    }

    @Test("numbers that make no sense are kept out", arguments: [-1, Int.min, Int.max])
    func numbers(number: Int) throws {
        var odd = point(1, at: number)
        odd.volume = number < 0 ? .nan : .infinity
        odd.duration = number < 0 ? .nan : -.infinity
        let files = PowerCutFileSystem()
        var file = resumeFile(files)
        #expect(file.save(odd) == true)
        var again = resumeFile(files)
        let found = again.load()
        let loaded = try #require(found)
        #expect((0...999_999_999_999).contains(loaded.position))
        #expect(loaded.volume <= 0)
        #expect(loaded.duration == nil)
    }

    @Test("no space for the rewrite: the point before stays and later ones are kept")
    func noSpace() {
        let files = PowerCutFileSystem(files: disk())
        let lines = Lines()
        var file = resumeFile(files, lines)
        _ = file.load()
        files.state.withLock { $0.faults = [.synchronize: ENOSPC] }
        #expect(file.save(point(3)) == false)
        #expect(file.save(point(3, at: 10)) == false)
        var restarted = resumeFile(PowerCutFileSystem(files: files.files))
        #expect(restarted.load() == point(2, at: 20_000))
        files.state.withLock { $0.faults = [:] }
        #expect(file.save(point(3, at: 20)) == true)
        var again = resumeFile(files)
        #expect(again.load() == point(3, at: 20))
        #expect(lines.all.count == 2)
    }
}

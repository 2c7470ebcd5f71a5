import AudioCore
import FoundationEssentials
import Glibc
import MusicLibrary
import Synchronization
import TestSupport
import Testing

@testable import HeadUnit

/// A stereo WAV file with a tone of that peak level in both channels.
private func toneFile(_ level: Double, seconds: Double = 1, tags: [String: String] = [:]) -> [UInt8] {
    toneFile([(level, seconds)], tags: tags)
}

private func toneFile(_ parts: [(level: Double, seconds: Double)], tags: [String: String] = [:]) -> [UInt8] {
    var words: [UInt32] = []
    for part in parts {
        let factor = pow(10, part.level / 20) * 0x7FFF_FFFF
        for frame in 0..<Int(part.seconds * 44_100) {
            let value = UInt32(bitPattern: Int32(factor * sin(2 * Double.pi * 1000 * Double(frame) / 44_100)))
            words.append(value & 0xFFFF_0000)
            words.append(value & 0xFFFF_0000)
        }
    }
    return wav(tags, sound: Sound(words: words))
}

@Suite struct GainScanTests {
    /// A library in a folder, scanned and measured as the program does it, but at once.
    private final class Rig {
        let folder = TemporaryFolder()
        var store: LibraryStore { LibraryStore(folder: folder.file("cache")) }

        func scan() -> LibraryContents {
            var contents = store.load { Issue.record("\($0)") }
            var scanner = LibraryScanner.ofProgram(roots: [folder.file("music")])
            scanner.isIdle = false
            scanner.mustKnowGains = true
            #expect(scanner.scan(&contents, store: store).saveFailure == nil)
            return contents
        }

        @discardableResult
        func measure(
            open: @escaping TrackOpener = { item throws(AudioError) in try TrackOpening.open(item) },
            isCancelled: () -> Bool = { false }
        ) -> GainReport {
            var scan = GainScan(store: store)
            scan.isIdle = false
            scan.threadCount = 2
            scan.open = open
            return scan.run(self.scan(), isCancelled: isCancelled, progress: { _ in })
        }

        func gain(_ name: String, cueTrack: Int? = nil) -> TrackGain? {
            let path = folder.file("music").appending(name)
            return SavedGains(cache: folder.file("cache")).gain(of: QueueItem(path: path, cueTrack: cueTrack))
        }
    }

    @Test("an album: gains to -18 LUFS by track and as a whole, with true peaks")
    func album() throws {
        let rig = Rig()
        try rig.folder.write(toneFile(-23, tags: ["TALB": "A", "TIT2": "1"]), to: "music/1.wav")
        try rig.folder.write(toneFile(-20, tags: ["TALB": "A", "TIT2": "2"]), to: "music/2.wav")
        let report = rig.measure()
        #expect(report.measured == 2 && report.albums == 1 && report.failed.isEmpty && !report.wasInterrupted)
        let (first, second) = (try #require(rig.gain("1.wav")), try #require(rig.gain("2.wav")))
        #expect(abs(try #require(first.track) - 5) < 0.1)
        #expect(abs(try #require(second.track) - 2) < 0.1)
        #expect(abs(try #require(first.album) - 3.25) < 0.15 && first.album == second.album)
        #expect(abs(try #require(first.trackPeak) - 0.0708) < 0.002)
        #expect(abs(try #require(first.albumPeak) - 0.1) < 0.002 && first.origin == .measured)
        let again = rig.measure()
        #expect(again.measured == 0 && again.known == 2)
    }

    @Test("tracks of a cue sheet are measured by their ranges, and their album as a whole")
    func cueSheet() throws {
        let rig = Rig()
        try rig.folder.write(toneFile([(-20, 1), (-30, 1)]), to: "music/x.wav")
        let sheet = """
            TITLE "Live"
            FILE "x.wav" WAVE
              TRACK 01 AUDIO
                INDEX 01 00:00:00
              TRACK 02 AUDIO
                INDEX 01 00:01:00
            """
        try rig.folder.write(Array(sheet.utf8), to: "music/x.cue")
        #expect(rig.measure().measured == 2)
        let (first, second) = (rig.gain("x.wav", cueTrack: 1), rig.gain("x.wav", cueTrack: 2))
        #expect(abs(try #require(first?.track) - 2) < 0.15)
        #expect(abs(try #require(second?.track) - 12) < 0.15)
        #expect(first?.album == second?.album && rig.gain("x.wav") == nil)
    }

    @Test("what is told to stop keeps what it has measured, and the next run does the rest")
    func interrupted() throws {
        let rig = Rig()
        for number in 1...5 {
            try rig.folder.write(toneFile(-20, seconds: 0.5, tags: ["TIT2": "\(number)"]), to: "music/\(number).wav")
        }
        // Two tracks are let through, the others wait until it has been told to stop.
        let gate = Monitor((opened: 0, mayGoOn: false))
        let report = rig.measure(
            open: { item throws(AudioError) in
                gate.wait { state in
                    if state.opened < 2 || state.mayGoOn {
                        state.opened += 1
                        return .done(())
                    }
                    return .sleep(until: nil)
                }
                return try TrackOpening.open(item)
            },
            isCancelled: {
                guard gate.withLock({ $0.opened >= 2 }) else { return false }
                gate.change { $0.mayGoOn = true }
                return true
            })
        #expect(report.wasInterrupted && report.measured < 5)
        let rest = rig.measure()
        #expect(rest.measured + report.measured == 5 && rest.known == report.measured && !rest.wasInterrupted)
    }

    @Test("one bad file does not stop it, and a damaged one is measured as far as it plays")
    func badFiles() throws {
        let rig = Rig()
        try rig.folder.write(toneFile(-20, tags: ["TIT2": "good"]), to: "music/1.wav")
        try rig.folder.write(toneFile(-20, tags: ["TIT2": "gone"]), to: "music/2.wav")
        try rig.folder.write(toneFile(-20, tags: ["TIT2": "cut"]), to: "music/3.wav")
        let report = rig.measure(open: { item throws(AudioError) in
            switch item.path.lastComponent.first {
            case UInt8(ascii: "2"): throw AudioError(.notSupported, path: item.path.shown, "cannot be opened")
            case UInt8(ascii: "3"): return FakeCodec(frameCount: 44_100, failsAt: 30_000)
            default: return try TrackOpening.open(item)
            }
        })
        #expect(report.measured == 2 && report.failed.map(\.reason) == ["cannot be opened"])
        #expect(report.damaged.map(\.reason) == ["damaged"])
        #expect(rig.gain("1.wav") != nil && rig.gain("2.wav") == nil && rig.gain("3.wav") != nil)
        #expect(rig.measure().measured == 1, "what failed is tried again")
    }

    @Test("what is silent, or shorter than a block, is counted apart, and known from then on")
    func silent() throws {
        let rig = Rig()
        try rig.folder.write(toneFile(-20, tags: ["TALB": "A", "TIT2": "good"]), to: "music/A/1.wav")
        try rig.folder.write(toneFile(-.infinity, tags: ["TALB": "A", "TIT2": "silence"]), to: "music/A/2.wav")
        try rig.folder.write(toneFile(-20, seconds: 0.3, tags: ["TALB": "A", "TIT2": "short"]), to: "music/A/3.wav")
        try rig.folder.write(toneFile(-.infinity, tags: ["TALB": "B", "TIT2": "nothing"]), to: "music/B/1.wav")
        let report = rig.measure()
        #expect(report.measured == 1 && report.silent == 3 && report.failed.isEmpty)
        #expect(report.albums == 1, "an album of silence has no loudness")
        #expect(report.words.hasPrefix("gain: 1 track measured, 1 album, 3 without loudness, silent or too short ("))
        #expect(report.json.text.contains(#""measured":1,"silent":3,"albums":1,"#))
        #expect(rig.gain("A/1.wav")?.track != nil && rig.gain("A/2.wav")?.track == nil)
        let again = rig.measure()
        #expect(again.measured == 0 && again.silent == 0 && again.known == 4)
    }

    @Test("measurements go into the library as it is on the disk by then")
    func concurrentScan() throws {
        let rig = Rig()
        try rig.folder.write(toneFile(-20, tags: ["TIT2": "old"]), to: "music/1.wav")
        // Another program scans, and finds more, while this one measures.
        let (music, cache) = (rig.folder.file("music"), rig.folder.file("cache"))
        let newer = toneFile(-20, tags: ["TIT2": "new"])
        rig.measure(open: { item throws(AudioError) in
            try? Data(newer).write(to: URL(filePath: music.appending("2.wav").shown))
            let store = LibraryStore(folder: cache)
            var contents = store.load { _ in }
            _ = LibraryScanner.ofProgram(roots: [music]).scan(&contents, store: store)
            return try TrackOpening.open(item)
        })
        let saved = rig.store.load { Issue.record("\($0)") }.snapshot
        #expect(saved.tracks.count == 2 && rig.gain("1.wav") != nil && rig.gain("2.wav") == nil)
    }

    @Test("measurements that cannot be saved are said")
    func unsaved() throws {
        let rig = Rig()
        try rig.folder.write(toneFile(-20), to: "music/1.wav")
        let contents = rig.scan()
        var scan = GainScan(store: LibraryStore(folder: try rig.folder.write([1], to: "plain").appending("x")))
        scan.isIdle = false
        let report = scan.run(contents, isCancelled: { false }, progress: { _ in })
        #expect(report.saveFailure?.path?.contains("library.index") == true)
    }

    @Test("how far it is grows to all of it")
    func progress() throws {
        let rig = Rig()
        for number in 1...3 { try rig.folder.write(toneFile(-20), to: "music/\(number).wav") }
        var shares: [Double] = []
        var last: GainProgress?
        var scan = GainScan(store: rig.store)
        scan.isIdle = false
        _ = scan.run(rig.scan(), isCancelled: { false }) { progress in
            shares.append(progress.share)
            last = progress
        }
        #expect(shares == shares.sorted() && shares.last == 1)
        #expect(last?.done == 3 && last?.count == 3)
    }
}

/// The built program.
@Suite struct GainProgramTests {
    @Test("scan --gain measures; info tells it, render plays by it, and no file is touched")
    func endToEnd() async throws {
        let home = try Home()
        let bytes = toneFile(-23, tags: ["TALB": "A", "TIT2": "1"])
        let file = try home.folder.write(bytes, to: "home/Music/1.wav")
        var run = try await home.run("scan", "--json")
        #expect(run.output.hasSuffix("\"gain\":null}\n"))
        run = try await home.run("info", file.shown, "--json")
        #expect(run.output.contains("\"gain\":null"))
        run = try await home.run("scan", "--gain", "--json")
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(
            run.output.contains(
                #""gain":{"measured":1,"silent":0,"albums":1,"tagged":0,"known":0,"failed":[],"damaged":[],"#))
        run = try await home.run("info", file.shown, "--json")
        #expect(run.output.contains(#""from":"measured""#))
        // 5 dB, up to what the meter makes of one second.
        #expect(run.output.contains(/"gain":\{"track":(5\.0|4\.9)/))
        let target = home.folder.file("out.wav").shown
        run = try await home.run("render", file.shown, "-o", target, "--replaygain", "album", "--json")
        #expect(run.output.contains(/"stages":\["replaygain"\],"gainDb":(5\.0|4\.9)/), "\(run.output)")
        run = try await home.run("render", file.shown, "-o", target, "--json")
        #expect(run.output.contains(#""stages":[],"gainDb":0"#))
        run = try await home.run(
            "render", file.shown, "-o", target, "--replaygain", "album", "--json", "--cache",
            home.folder.file("elsewhere").shown)
        #expect(run.output.contains(#""stages":[],"gainDb":0"#), "another library has not measured it")
        #expect(Array(try Data(contentsOf: URL(filePath: file.shown))) == bytes)
        run = try await home.run("scan", "--gain")
        #expect(run.output.contains("gain: 0 tracks measured, 1 known"))
    }

    @Test("one that is interrupted says so, ends with 1 and keeps what it has")
    func interrupted() async throws {
        let home = try Home()
        // Much to measure and little to write: the same file under many names.
        let tone = try home.folder.write(toneFile(-20, seconds: 4), to: "home/Music/0.wav").shown
        for number in 1...250 {
            try FileManager.default.linkItem(atPath: tone, toPath: home.folder.file("home/Music/\(number).wav").shown)
        }
        _ = try await home.run("scan")
        let program = try home.start(["scan", "--gain", "--json"])
        // It works once it has threads that measure.
        while try !FileManager.default.contentsOfDirectory(atPath: "/proc/\(program.identifier)/task")
            .contains(where: { task in
                let name = try? Data(contentsOf: URL(filePath: "/proc/\(program.identifier)/task/\(task)/comm"))
                return name.map { String(decoding: $0, as: UTF8.self).hasPrefix("gain ") } ?? false
            }), program.exitStatus == nil
        {
            try await Task.sleep(for: .milliseconds(2))
        }
        program.signal(SIGINT)
        #expect(try await program.wait() == 1)
        #expect(program.output.contains(#""interrupted":true"#))
        #expect(
            program.errorLines == [
                "carillon: interrupted; what was measured is kept, and the next scan --gain goes on from there"
            ])
    }
}

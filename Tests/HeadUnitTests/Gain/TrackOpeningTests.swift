import AudioCore
import FoundationEssentials
import Glibc
import MusicLibrary
import TestSupport
import Testing

@testable import HeadUnit

/// Counts how often a file is opened, as the kernel tells.
private final class OpenCount {
    private let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))

    /// Equal events in a row are one to the kernel: reads and closes keep one open from the next.
    init(_ path: RawPath) {
        _ = path.withCString { inotify_add_watch(descriptor, $0, UInt32(IN_OPEN | IN_ACCESS | IN_CLOSE)) }
    }

    deinit { close(descriptor) }

    /// Since the last call.
    func take() -> Int {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        let got = max(0, read(descriptor, &buffer, buffer.count))
        // An event without a name is as long as its head; the mask is its second word.
        return buffer.withUnsafeBytes { bytes in
            stride(from: 0, to: got, by: 16).count { start in
                bytes.load(fromByteOffset: start + 4, as: UInt32.self) & UInt32(IN_OPEN) != 0
            }
        }
    }
}

private func play(_ opening: TrackOpening, _ item: QueueItem) throws -> TrackLoudness {
    let codec = try opening.open(item)
    let words = UnsafeMutablePointer<UInt32>.allocate(capacity: 100 * codec.info.channels)
    defer { words.deallocate() }
    #expect(try codec.read(into: words, frameCount: 100) == 100)
    return codec.info.loudness
}

private let tags = ["TALB": "A", "TIT2": "1"]

@Suite("What is known of loudness when a track is opened")
struct LoudnessOpeningTests {
    private let folder = TemporaryFolder()
    private let tagged = ["TXXX": "REPLAYGAIN_TRACK_GAIN\0-6.00 dB"]

    @Test("a file is opened once, whether its gain is wanted or not", arguments: [false, true])
    func openedOnce(isWanted: Bool) throws {
        let path = try folder.write(wav(tagged), to: "a.wav")
        let opening = TrackOpening()
        opening.setWantsLoudness(isWanted)
        let count = OpenCount(path)
        #expect(try play(opening, QueueItem(path: path)).trackGain == (isWanted ? -6 : nil))
        #expect(count.take() == 1)
    }

    @Test("what a cue sheet says stands in front of tags, and what was known of the resumed track in front of both")
    func order() throws {
        let path = try folder.write(wav(tagged), to: "a.wav")
        let item = QueueItem(path: path)
        let opening = TrackOpening()
        opening.setWantsLoudness(true)
        opening.learn([item: TrackLoudness(trackGain: -3)])
        #expect(try play(opening, item).trackGain == -3)
        opening.learn(resumed: [item: TrackLoudness(trackGain: -1)])
        #expect(try play(opening, item).trackGain == -1)
        #expect(opening.forgetResumed() == [item])
        #expect(opening.forgetResumed().isEmpty)
        #expect(try play(opening, item).trackGain == -3)
    }

    @Test("what was measured spares reading tags, as long as the file is the one that was measured")
    func measured() throws {
        let path = try folder.write(wav(tags), to: "music/a.wav")
        let store = LibraryStore(folder: folder.file("cache"))
        var contents = LibraryContents.empty
        var scanner = LibraryScanner.ofProgram(roots: [folder.file("music")])
        scanner.isIdle = false
        _ = scanner.scan(&contents, store: store)
        var scan = GainScan(
            store: store, open: { _ throws(AudioError) in ToneCodec([Tone(seconds: 1, levels: [-23, -23])]) })
        scan.isIdle = false
        #expect(scan.run(contents, isCancelled: { false }, progress: { _ in }).measured == 1)
        let opening = TrackOpening()
        opening.setWantsLoudness(true)
        #expect(try play(opening, QueueItem(path: path)) == .unknown)
        opening.use(SavedGains(cache: folder.file("cache")))
        #expect(abs(try #require(try play(opening, QueueItem(path: path)).trackGain) - 5) < 0.1)
        let library = TrackOpening()
        library.setWantsLoudness(true)
        library.learn(MeasuredGains(store.load { _ in }.snapshot))
        #expect(abs(try #require(try play(library, QueueItem(path: path)).trackGain) - 5) < 0.1)
        try folder.write(wav(tagged.merging(["TIT2": "now tagged"]) { $1 }), to: "music/a.wav")
        #expect(try play(library, QueueItem(path: path)).trackGain == -6)
    }

    @Test("a render opens each of its files once")
    func render() throws {
        let first = try Sound.noisy(frames: 5000).write(to: "a.wav", in: folder)
        let second = try Sound.noisy(frames: 5000, seed: 2).write(to: "b.wav", in: folder)
        var job = RenderJob()
        job.paths = [first, second]
        let (one, two) = (OpenCount(first), OpenCount(second))
        _ = try job.run(to: folder.file("out.wav"))
        // Once by whoever looks for a cue sheet in a file that was named, and once to play it.
        #expect([one.take(), two.take()] == [2, 2])
    }
}

@Suite("ReplayGain in the head unit")
@MainActor
struct ReplayGainServiceTests {
    private static let item = ["TXXX": "REPLAYGAIN_TRACK_GAIN\0-6.00 dB"]

    @Test("switched on in the middle of a track, it knows the gain; the next start knows it from the first sample")
    func toggled() throws {
        let folder = TemporaryFolder()
        let sound = Sound.noisy(frames: 400_000)
        try folder.write(wav(Self.item, sound: sound), to: "music/1.wav")
        let first = ServiceBench(in: folder, hasScreen: false)
        first.services.ensureLoaded()
        #expect(first.until { first.services.player != nil })
        // However long the rest takes, the track plays.
        first.services.player?.setRepeat(.one)
        #expect(first.until { first.services.phase == .ready && first.services.player?.info != nil })
        let player = try #require(first.services.player)
        #expect(player.info?.loudness == .unknown && player.activeStages.isEmpty)
        player.settings.stages.replayGain.mode = .track
        #expect(first.until { player.info?.loudness.trackGain == -6 })
        #expect(player.activeStages == [.replayGain])
        first.services.shutDown(within: .patient)

        let second = ServiceBench(in: folder)
        second.services.ensureLoaded()
        #expect(second.until { second.services.player?.info != nil })
        #expect(second.services.player?.info?.loudness.trackGain == -6)
        second.services.shutDown(within: .patient)
    }

    @Test("a gain that was kept and is not what the tags say any more is given up once the music is gathered")
    func stale() throws {
        let folder = TemporaryFolder()
        let sound = Sound.noisy(frames: 400_000)
        let path = try folder.write(wav(Self.item, sound: sound), to: "music/1.wav")
        let first = ServiceBench(in: folder, hasScreen: false)
        first.services.ensureLoaded()
        #expect(first.until { first.services.player != nil })
        // However long the rest takes, the track plays.
        first.services.player?.setRepeat(.one)
        #expect(first.until { first.services.phase == .ready && first.services.player?.info != nil })
        first.services.player?.settings.stages.replayGain.mode = .track
        #expect(first.until { first.services.player?.info?.loudness.trackGain == -6 })
        first.services.shutDown(within: .patient)
        try folder.write(wav(["TXXX": "REPLAYGAIN_TRACK_GAIN\0-2.00 dB"], sound: sound), to: "music/1.wav")
        #expect(access(path.shown, R_OK) == 0)
        let second = ServiceBench(in: folder)
        second.services.ensureLoaded()
        #expect(second.until { second.services.player?.info?.loudness.trackGain == -2 })
        second.services.shutDown(within: .patient)
    }

    @Test("a track that is being opened while what was kept is given up is looked at when it is open")
    func openedMeanwhile() throws {
        let bench = ServiceBench()
        let path = try bench.folder.write(wav(Self.item, sound: Sound.noisy(frames: 400_000)), to: "music/1.wav")
        bench.services.ensureLoaded()
        #expect(bench.until { bench.services.phase == .ready })
        let player = try #require(bench.services.player)
        player.settings.stages.replayGain.mode = .track
        bench.services.wantLoudness()
        let item = QueueItem(path: path)
        bench.services.opening.learn(resumed: [item: TrackLoudness(trackGain: -1)])
        let opened = OpenCount(path)
        player.playQueue(PlayQueue(items: [item]))
        // The main loop does not turn: that the file is open is not known here yet.
        let deadline = SteadyClock.now + .patient
        while opened.take() == 0, SteadyClock.now < deadline { usleep(1000) }
        bench.services.checkResumedLoudness()
        #expect(bench.until { player.info?.loudness.trackGain == -6 })
        bench.services.shutDown(within: .patient)
    }

    @Test("the resume point keeps the gain of its track, and only what a gain can be")
    func resumePoint() throws {
        var point = ResumePoint(item: QueueItem(path: RawPath("/a.wav"), cueTrack: 2))
        point.trackLoudness = TrackLoudness(trackGain: -6.5, trackPeak: 0.9, albumGain: -7)
        let bytes = try JSONEncoder().encode(point)
        #expect(String(decoding: bytes, as: UTF8.self).contains(#""gain":{"#))
        #expect(try JSONDecoder().decode(ResumePoint.self, from: bytes) == point)
        let absurd = Data(#"{"gain":{"track":900,"trackPeak":0}}"#.utf8)
        #expect(try JSONDecoder().decode(ResumePoint.self, from: absurd).trackLoudness == .unknown)
    }
}

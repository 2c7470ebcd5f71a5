import AudioCore
import FoundationEssentials
import TestSupport
import Testing

@testable import HeadUnit

@Suite("The unit's own sounds")
struct UnitSoundTests {
    @Test("they are short, stay below -9 dBFS, and neither begin nor end with a step", arguments: UnitSound.allCases)
    func shape(sound: UnitSound) {
        let clip = sound.clip
        #expect(clip.duration < 1 && !clip.isCut)
        #expect(clip.peak > 0.05 && clip.peak < 0.3548)
        #expect(clip.channels == 1 && clip.rate == 48_000)
    }

    @Test("files of the owner's stand in their place, whatever their format; the wrong ones are told")
    func folder() throws {
        let folder = TemporaryFolder()
        try Sound.noisy(frames: 2000).write(to: "click.flac", in: folder)
        try Sound.noisy(frames: 6 * 8000, rate: 8000).write(to: "error.wav", in: folder)
        try folder.write(Array("not a sound".utf8), to: "prompt.mp3")
        try Sound.noisy(frames: 100).write(to: "clack.wav", in: folder)
        var lines: [String] = []
        let clips = SoundFolder.read(RawPath(folder.path)) { lines.append($0) }
        #expect(clips[.click]?.frameCount == 2000 && clips[.error]?.isCut == true && clips[.prompt] == nil)
        #expect(lines.count == 3)
        #expect(
            lines.contains { $0.hasSuffix("clack.wav stands for no sound of the unit (they are click, error, prompt)") }
        )
        #expect(lines.contains { $0.hasSuffix("error.wav is cut after 5 s") })
        #expect(lines.contains { $0.contains("prompt.mp3") })
    }

    @Test("they follow the volume as far as they can still be heard; muted, only a prompt sounds")
    @MainActor func volume() {
        func factor(_ sound: UnitSound, _ decibels: Double, isMuted: Bool = false) -> Double? {
            UnitSounds.volume(of: sound, SoundSettings(volume: Decibels(decibels), isMuted: isMuted))
        }
        #expect(factor(.click, 0) == 1 && factor(.click, -20) == Decibels(-20).factor)
        #expect(factor(.click, -60) == Decibels(-30).factor && factor(.prompt, -60) == Decibels(-20).factor)
        #expect(factor(.click, 0, isMuted: true) == nil && factor(.error, 0, isMuted: true) == nil)
        #expect(factor(.prompt, 0, isMuted: true) == Decibels(-20).factor)
    }

    @Test("without a folder there is nothing to tell")
    func noFolder() {
        var lines: [String] = []
        #expect(SoundFolder.read(RawPath("/no/such/folder")) { lines.append($0) }.isEmpty && lines.isEmpty)
    }

    @Test("they are off until the owner wants them, and that is kept from one start to the next")
    @MainActor func settings() throws {
        let folder = TemporaryFolder()
        let first = ServiceBench(in: folder)
        first.services.ensureLoaded()
        #expect(first.until { first.services.phase == .ready })
        #expect(!first.services.hasUnitSounds)
        first.services.hasUnitSounds = true
        #expect(first.services.hasUnitSounds)
        first.services.shutDown(within: .patient)
        let second = ServiceBench(in: folder)
        second.services.ensureLoaded()
        #expect(second.until { second.services.phase == .ready })
        #expect(second.services.hasUnitSounds)
        second.services.shutDown(within: .patient)
    }
}

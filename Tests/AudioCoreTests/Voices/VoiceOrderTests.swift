import Glibc
import Synchronization
import Testing

@testable import AudioCore

@Suite("Voices between two threads")
struct VoiceOrderTests {
    private final class Output: Sendable {
        let mixer = VoiceMixer()
        let looks = Atomic<Int>(0)
        let isOver = Atomic<Bool>(false)

        func run() {
            while !isOver.load(ordering: .acquiring) {
                _ = mixer.take()
                looks.wrappingAdd(1, ordering: .releasing)
            }
        }

        /// Until it has looked from the beginning to the end.
        func waitForLook() {
            let seen = looks.load(ordering: .acquiring)
            while looks.load(ordering: .acquiring) < seen + 2 { sched_yield() }
        }
    }

    @Test("a voice that is started behind a stop is not stopped by it, whenever the output thread looks")
    func startBehindStop() {
        let clip = VoiceClip(samples: [0.1], rate: 44_100, channels: 1)
        let output = Output()
        let thread = NamedThread("voice-order") { output.run() }
        var faults = 0
        for number in Int32(1)...2000 {
            output.mixer.stopAll()
            let start = VoiceStart(
                number: number, generation: 0, samples: UnsafePointer(clip.samples), frameCount: 1, channels: 1,
                pace: 44_100, volume: 1, peak: 0.1)
            if !output.mixer.start(start) { faults += 1 }
            output.waitForLook()
            while let ended = output.mixer.ended.pop() { if ended >= number { faults += 1 } }
        }
        output.isOver.store(true, ordering: .releasing)
        thread.join()
        withExtendedLifetime(clip) {}
        #expect(faults == 0)
    }
}

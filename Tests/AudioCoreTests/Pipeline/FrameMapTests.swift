import Testing

@testable import AudioCore

@Suite("Which ring frame a device frame was")
struct FrameMapTests {
    @Test("counts through music, stands still in silence, and jumps at a flush")
    func maps() {
        var map = FrameMap()
        map.reset(ringFrame: 1000)
        map.start(deviceFrame: 0, ringFrame: 1000, isSilence: false)
        map.start(deviceFrame: 100, ringFrame: 1100, isSilence: false)
        map.start(deviceFrame: 150, ringFrame: 1150, isSilence: true)
        map.start(deviceFrame: 200, ringFrame: 5000, isSilence: false)
        let expected: [(Int64, Int64)] = [
            (0, 1000), (99, 1099), (149, 1149), (150, 1150), (199, 1150), (200, 5000), (260, 5060),
        ]
        for (device, ring) in expected { #expect(map.ringFrame(at: device) == ring, "device frame \(device)") }
    }

    @Test("forgets the oldest runs only, however often music and silence change")
    func forgets() {
        var map = FrameMap()
        map.reset(ringFrame: 0)
        for turn in 0..<500 {
            map.start(deviceFrame: Int64(turn * 20), ringFrame: Int64(turn * 10), isSilence: false)
            map.start(deviceFrame: Int64(turn * 20 + 10), ringFrame: Int64(turn * 10 + 10), isSilence: true)
        }
        #expect(map.ringFrame(at: 499 * 20 + 4) == 4994)
        #expect(map.ringFrame(at: 480 * 20 + 15) == 4810)
    }
}

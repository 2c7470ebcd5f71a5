import AudioCore
import Testing

@testable import Radio

@Suite("When a broken stream is asked for again")
struct ReconnectPolicyTests {
    private let lost = StreamEnd(error: AudioError(.network, "lost"))

    private func refusal(_ status: Int) -> StreamEnd {
        StreamEnd(error: AudioError(.network, "no"), status: status)
    }

    @Test("the waits grow to half a minute and stay there, for ever")
    func growth() {
        var policy = ReconnectPolicy()
        let waits = (0..<10).map { _ in policy.wait(after: lost, random: 0) }
        #expect(waits == [0.5, 1, 2, 4, 8, 16, 30, 30, 30, 30])
        for _ in 0..<10_000 { #expect(policy.wait(after: lost, random: 0) == 30) }
    }

    @Test("a wait is up to a fifth shorter, by chance", arguments: [0.0, 0.25, 0.999])
    func jitter(random: Double) {
        var policy = ReconnectPolicy()
        let wait = policy.wait(after: lost, random: random)
        #expect(wait == 0.5 * (1 - 0.2 * random))
    }

    @Test("half a minute of sound makes a stream well again, less does not", arguments: [(29.9, 1.0), (30, 0.5)])
    func recovery(seconds: Double, wait: Double) {
        var policy = ReconnectPolicy()
        _ = policy.wait(after: lost, random: 0)
        policy.heard(seconds: seconds)
        #expect(policy.wait(after: lost, random: 0) == wait)
    }

    @Test("an address that is refused at once is given up at once", arguments: [400, 401, 403, 404, 410, 451])
    func refused(status: Int) {
        var policy = ReconnectPolicy()
        #expect(policy.wait(after: refusal(status), random: 0) == nil)
    }

    @Test("what passes is waited for", arguments: [408, 425, 429, 500, 502, 503, 504, 399])
    func passing(status: Int) {
        var policy = ReconnectPolicy()
        #expect(policy.wait(after: refusal(status), random: 0) == 0.5)
    }

    @Test("a station that has sounded may be refused for a while: its source is being started anew")
    func restart() {
        var policy = ReconnectPolicy()
        policy.sounds()
        for _ in 0..<ReconnectPolicy.mostRefusals { #expect(policy.wait(after: refusal(404), random: 0) != nil) }
        #expect(policy.wait(after: refusal(404), random: 0) == nil)
    }

    @Test("a file that came to its end is not asked for again, nor what is no stream")
    func final() {
        var policy = ReconnectPolicy()
        #expect(policy.wait(after: StreamEnd(isComplete: true), random: 0) == nil)
        #expect(policy.wait(after: StreamEnd(isFinal: true), random: 0) == nil)
        policy.sounds()
        #expect(policy.wait(after: StreamEnd(isFinal: true), random: 0) == 0.5)
    }
}

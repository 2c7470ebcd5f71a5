// When the resume point is kept, on a clock of numbers.

import AudioCore
import HeadUnit
import Testing

private func point(_ track: Int, at position: Int = 0) -> ResumePoint {
    ResumePoint(item: QueueItem(path: RawPath("/\(track)")), status: .playing, position: position)
}

@Suite("Resume policy")
struct ResumePolicyTests {
    @Test("told once a second for a minute, the position kept is never older than 10 s")
    func interval() {
        var policy = ResumePolicy(last: nil)
        var kept = Duration.zero
        var saves = 0
        for second in 0..<60 {
            let now = Duration.seconds(second)
            if policy.need(for: point(1, at: second * 1000), wasSought: false, at: now) == .now {
                kept = now
                saves += 1
            }
            #expect(now - kept < .seconds(10))
        }
        #expect(saves == 8, "a save costs the medium something: not more than one in 8 s")
    }

    @Test("a paused point is kept once and then costs nothing")
    func paused() {
        var policy = ResumePolicy(last: point(1, at: 500))
        var paused = point(1, at: 900)
        paused.status = .paused
        paused.pausedBy = .user
        #expect(policy.need(for: paused, wasSought: false, at: .seconds(1)) == .now)
        for second in 2..<100 {
            #expect(policy.need(for: paused, wasSought: false, at: .seconds(second)) == .nothing)
        }
        paused.pausedBy = .device
        #expect(policy.need(for: paused, wasSought: false, at: .seconds(100)) == .now)
    }

    @Test("track, play and seek are kept at once; volume, modes and words soon")
    func needs() {
        let start = point(1, at: 500)
        func need(_ change: (inout ResumePoint) -> Void, wasSought: Bool = false) -> ResumePolicy.Need {
            var policy = ResumePolicy(last: nil)
            _ = policy.need(for: start, wasSought: false, at: .seconds(1))
            var next = start
            change(&next)
            return policy.need(for: next, wasSought: wasSought, at: .seconds(1.5))
        }
        #expect(need { _ in } == .nothing)
        #expect(need { $0.position = 1000 } == .nothing)
        #expect(need({ $0.position = 1000 }, wasSought: true) == .now)
        #expect(need { $0.item = point(2).item } == .now)
        #expect(need { $0.status = .stopped } == .now)
        #expect(need { $0.volume = -3 } == .soon)
        #expect(need { $0.isShuffled = true } == .soon)
        #expect(need { $0.title = "Group" } == .soon)
    }

    @Test("what is on disk already is not written again at start")
    func start() {
        var policy = ResumePolicy(last: point(1, at: 500))
        #expect(policy.need(for: point(1, at: 500), wasSought: false, at: .seconds(100)) == .nothing)
    }
}

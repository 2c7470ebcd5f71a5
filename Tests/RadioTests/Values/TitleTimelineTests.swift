import Testing

@testable import Radio

@Suite("Titles are shown when they are heard")
struct TitleTimelineTests {
    private func title(_ text: String) -> StreamTitle { StreamTitle(title: text) }

    @Test("a title waits for its frame, over the border of two connections")
    func order() {
        var timeline = TitleTimeline()
        timeline.add(title("a"), serial: 1, frame: 0)
        timeline.add(title("b"), serial: 1, frame: 100)
        timeline.add(title("c"), serial: 2, frame: 0)
        #expect(timeline.title == nil)
        timeline.hear(serial: 1, frame: 99)
        #expect(timeline.title == title("a"))
        #expect(timeline.untilNext(serial: 1, frame: 99) == 1)
        timeline.hear(serial: 1, frame: 100)
        #expect(timeline.title == title("b"))
        #expect(timeline.untilNext(serial: 1, frame: 100) == nil)
        timeline.hear(serial: 2, frame: 0)
        #expect(timeline.title == title("c"))
    }

    @Test("nothing is told from the frame on at which the stream tells nothing")
    func cleared() {
        var timeline = TitleTimeline()
        timeline.add(title("a"), serial: 1, frame: 0)
        timeline.add(nil, serial: 1, frame: 50)
        timeline.hear(serial: 1, frame: 49)
        #expect(timeline.title == title("a"))
        timeline.hear(serial: 1, frame: 50)
        #expect(timeline.title == nil)
    }

    @Test("of titles without end the latest are kept")
    func flood() {
        var timeline = TitleTimeline()
        for frame in 0..<10_000 { timeline.add(title("\(frame)"), serial: 1, frame: Int64(frame)) }
        timeline.hear(serial: 1, frame: 9999)
        #expect(timeline.title == title("9999"))
    }
}

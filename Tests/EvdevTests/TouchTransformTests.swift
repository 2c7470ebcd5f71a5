// Where a finger is on the picture.

import Testing

@testable import Evdev

@Suite("From the panel to the picture")
struct TouchTransformTests {
    /// A panel of 800 × 480; the picture is turned on it.
    private func transform(
        _ rotation: Int, _ configuration: TouchConfiguration = TouchConfiguration(),
        rangeX: ClosedRange<Int32> = 0...799, rangeY: ClosedRange<Int32> = 0...479
    ) -> (TouchTransform, [String]) {
        let isTurned = rotation % 180 != 0
        var warnings: [String] = []
        let made = TouchTransform(
            rangeX: rangeX, rangeY: rangeY, configuration: configuration,
            picture: PictureGeometry(width: isTurned ? 480 : 800, height: isTurned ? 800 : 480, rotation: rotation),
            warnings: &warnings)
        return (made, warnings)
    }

    private func place(_ transform: TouchTransform, _ x: Int32, _ y: Int32) -> [Int] {
        let pixel = transform.pixel(x: x, y: y)
        return [pixel.x, pixel.y]
    }

    /// Rotation of the picture, place on the panel, pixel of the picture.
    static let places: [(Int, (Int32, Int32), (Int, Int))] = [
        (0, (0, 0), (0, 0)), (0, (799, 479), (799, 479)), (0, (123, 45), (123, 45)),
        // Turned clockwise by 90: the picture's top left is at the panel's top right.
        (90, (799, 0), (0, 0)), (90, (0, 479), (479, 799)), (90, (699, 100), (100, 100)),
        (180, (799, 479), (0, 0)), (180, (0, 0), (799, 479)), (180, (700, 400), (99, 79)),
        (270, (0, 479), (0, 0)), (270, (799, 0), (479, 799)), (270, (100, 379), (100, 100)),
    ]

    @Test("a finger meets the pixel it touches, however the picture is turned", arguments: places)
    func rotation(rotation: Int, at: (Int32, Int32), pixel: (Int, Int)) {
        #expect(place(transform(rotation).0, at.0, at.1) == [pixel.0, pixel.1])
    }

    @Test("every pixel of the picture can be touched", arguments: [0, 90, 180, 270])
    func onto(rotation: Int) {
        let made = transform(rotation).0
        var seen: Set<Int> = []
        for x in 0..<800 {
            seen.insert(rotation % 180 == 0 ? made.pixel(x: Int32(x), y: 7).x : made.pixel(x: Int32(x), y: 7).y)
        }
        #expect(seen == Set(0..<800))
    }

    @Test("the range that the device gives is stretched over the picture, and beyond it is the edge")
    func range() {
        let made = transform(0, rangeX: 200...3800, rangeY: -1000...1000).0
        #expect(place(made, 200, -1000) == [0, 0])
        #expect(place(made, 3800, 1000) == [799, 479])
        #expect(place(made, 2000, 0) == [400, 240])
        #expect(place(made, .min, .max) == [0, 479])
    }

    @Test("a digitiser that keeps its own orientation has its own rotation")
    func ownRotation() {
        let made = transform(90, TouchConfiguration(rotate: 0), rangeX: 0...479, rangeY: 0...799).0
        #expect(place(made, 100, 200) == [100, 200])
    }

    @Test("a matrix mirrors and moves before the rotation")
    func matrix() {
        let mirrored = transform(0, TouchConfiguration(matrix: [-1, 0, 1, 0, 1, 0])).0
        #expect(place(mirrored, 0, 10) == [799, 10])
        let swapped = transform(0, TouchConfiguration(matrix: [0, 1, 0, 1, 0, 0]), rangeX: 0...479, rangeY: 0...799).0
        #expect(place(swapped, 10, 20) == [20, 10])
    }

    @Test(
        "a matrix that cannot be turned back is named and left out",
        arguments: [
            [], [1, 0, 0], [0, 0, 0, 0, 0, 0], [1, 2, 0, 2, 4, 0], [.nan, 0, 0, 0, 1, 0], [.infinity, 0, 0, 0, 1, 0],
        ]
            as [[Double]])
    func badMatrix(matrix: [Double]) {
        let (made, warnings) = transform(0, TouchConfiguration(matrix: matrix))
        #expect(place(made, 3, 4) == [3, 4])
        #expect(warnings.count == 1 && warnings[0].hasPrefix("input.touch.matrix"))
    }

    @Test("a rotation that is none is named and left out")
    func badRotation() {
        let (made, warnings) = transform(0, TouchConfiguration(rotate: 45))
        #expect(place(made, 3, 4) == [3, 4])
        #expect(warnings == ["input.touch.rotate: 45 is none of 0, 90, 180, 270"])
    }
}

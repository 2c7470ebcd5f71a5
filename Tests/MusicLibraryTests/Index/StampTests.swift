import Testing

@testable import MusicLibrary

@Suite struct StampTests {
    private static let base: Int64 = 1_700_000_000_000_000_000

    @Test(
        "a file is the same with the same size and time; FAT may be two seconds and an hour off",
        arguments: [
            (0, true), (2_000_000_000, true), (-2_000_000_000, true), (3_600_000_000_000, true),
            (-3_600_000_000_000, true), (3_602_000_000_000, true), (2_010_000_000, false), (3_000_000_000, false),
            (3_603_000_000_000, false), (7_200_000_000_000, false),
            // A time this fine is no FAT.
            (1, false), (1_000_000_001, false),
        ] as [(Int64, Bool)])
    func times(difference: Int64, isSame: Bool) {
        let stamp = FileStamp(size: 10, modified: Self.base)
        #expect(stamp.matches(FileStamp(size: 10, modified: Self.base + difference)) == isSame)
        #expect(FileStamp(size: 10, modified: Self.base + difference).matches(stamp) == isSame)
        #expect(!stamp.matches(FileStamp(size: 11, modified: Self.base + difference)))
    }

    @Test("absurd times do not overflow")
    func absurd() {
        #expect(!FileStamp(size: 1, modified: .min).matches(FileStamp(size: 1, modified: .max)))
        #expect(
            !FileStamp(size: 1, modified: .min / 10_000_000 * 10_000_000).matches(
                FileStamp(size: 1, modified: 10_000_000)))
    }
}

import Foundation
import RewindTimeline
import Testing

@Suite struct WrittenTimeTests {
    /// 2026-11-22T23:59:58Z to 2026-11-23T00:00:10Z.
    private static let span: ClosedRange<Int64> = 1_795_391_998_000_000...1_795_392_010_000_000
    private static let midnight: Int64 = 1_795_392_000_000_000

    private func moments(_ text: String, zone: Int = 0) throws -> Range<Int64>? {
        let time = try #require(WrittenTime(parsing: text))
        return time.moments(in: Self.span, timeZone: try #require(TimeZone(secondsFromGMT: zone)))
    }

    @Test func `A time spans its last unit, and without a date is the first after the beginning`() throws {
        let second: Int64 = 1_000_000
        let table: [(String, Int64, Int64)] = [
            ("23:59:58", -2 * second, second), ("23:59", -60 * second, 60 * second), ("0:00", 0, 60 * second),
            ("00:00:06.9", 6_900_000, 100_000), ("00:00:06.95", 6_950_000, 10_000),
            ("00:00:06.950001", 6_950_001, 1), ("2026-11-23", 0, 86_400 * second),
            ("2026-11-23T00:00:05", 5 * second, second), ("2026-11-23 00:00:05Z", 5 * second, second),
            ("2026-11-23T09:00:05+09:00", 5 * second, second), ("2026-11-22T18:30:05.5-05:30", 5_500_000, 100_000),
        ]
        for (text, offset, length) in table {
            let start = Self.midnight + offset
            #expect(try moments(text) == start..<start + length, "\(text)")
        }
        #expect(try moments("09:00:05", zone: 9 * 3_600) == Self.midnight + 5 * second..<Self.midnight + 6 * second)
    }

    @Test(arguments: ["12:00", "2026-11-24", "2025-01-01T00:00", "00:00:11"])
    func `A time at which nothing was recorded has no moments`(text: String) throws {
        #expect(try moments(text) == nil)
    }

    @Test(
        arguments: ["12:00:01.5", "2026-11-22T03:59", "2026-11-22", "9999-12-31T23:59:59.999999"],
        [Int64.min...Int64.min, Int64.max...Int64.max, Int64.min...Int64.max, Int64.max - 1...Int64.max]
    )
    func `The limits of times do not overflow`(text: String, span: ClosedRange<Int64>)
        throws
    {
        let time = try #require(WrittenTime(parsing: text))
        let moments = time.moments(in: span)
        #expect(moments.map { $0.lowerBound <= span.upperBound && $0.upperBound > span.lowerBound } ?? true)
    }

    @Test(arguments: [
        "", "12", "12:", "1:2", "24:00", "12:60", "12:00:60", "12:00:00.", "12:00:00.1234567", "2026-13-01",
        "2026-11-32",
        "2026-11-22X00:00", "2026-11-22T", "12:00+9", "12:00z", "٠٣:٥٩",
    ])
    func `A malformed time is refused`(text: String) {
        #expect(WrittenTime(parsing: text) == nil)
    }
}

import Foundation
import Testing

@testable import RewindCommands

@Suite struct TimeTextTests {
    @Test(
        arguments: [
            (0, "1970-01-01 00:00:00.000"),
            (1, "1970-01-01 00:00:00.000"),
            (999, "1970-01-01 00:00:00.000"),
            (1_000, "1970-01-01 00:00:00.001"),
            (999_999, "1970-01-01 00:00:00.999"),
            (1_760_000_000_123_456, "2025-10-09 08:53:20.123"),
            (951_782_400_000_000, "2000-02-29 00:00:00.000"),
            (-1, "1969-12-31 23:59:59.999"),
            (-1_000_000, "1969-12-31 23:59:59.000"),
            (-1_001_000, "1969-12-31 23:59:58.999"),
        ] as [(Int64, String)]
    )
    func `A time is cut to milliseconds, never rounded up`(microseconds: Int64, expected: String) throws {
        let times = TimeText(timeZone: try #require(TimeZone(secondsFromGMT: 0)))
        #expect(times.dayAndTime(microseconds) == expected + " UTC")
        #expect(times.time(microseconds) == expected.suffix(12))
    }

    @Test(arguments: [
        (32_400, "1970-01-01 09:00:00.000 +09:00"),
        (-1800, "1969-12-31 23:30:00.000 -00:30"),
        (20_700, "1970-01-01 05:45:00.000 +05:45"),
    ])
    func `A time is shown in the reader's time zone, with its offset`(secondsFromGMT: Int, expected: String) throws {
        let times = TimeText(timeZone: try #require(TimeZone(secondsFromGMT: secondsFromGMT)))
        #expect(times.dayAndTime(0) == expected)
    }
}

import Foundation
import TestSupport
import Testing

@testable import RewindTerminal

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

    @Test(arguments: ["Europe/Berlin", "Asia/Tokyo", "Australia/Lord_Howe", "America/St_Johns", "Asia/Kathmandu"])
    func `Times agree with the calendar, also around a change of the offset`(name: String) throws {
        let zone = try #require(TimeZone(identifier: name))
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        var random = SplitMix64(seed: 5)
        let times = TimeText(timeZone: zone)
        var second = 1_600_000_000
        for _ in 0..<2_000 {
            let date = Date(timeIntervalSince1970: Double(second))
            let parts = calendar.dateComponents([.day, .hour, .minute, .second], from: date)
            let digits = try [parts.hour, parts.minute, parts.second].map { part in
                let text = String(try #require(part))
                return text.count < 2 ? "0" + text : text
            }
            let microseconds = Int64(second) * 1_000_000 + 5_000
            #expect(times.time(microseconds) == digits.joined(separator: ":") + ".005")
            #expect(Int(times.day(microseconds).suffix(2)) == parts.day)
            // Near the last one, near a change of the offset, or anywhere.
            switch random.below(4) {
            case 0: second = random.below(3_000_000_000) - 1_000_000_000
            case 1:
                let change = zone.nextDaylightSavingTimeTransition(after: date) ?? date
                second = Int(change.timeIntervalSince1970) + random.below(5) - 2
            default: second += random.below(2_000)
            }
        }
    }

    @Test(
        arguments: [
            (1_234, "1.23 ms"), (1_235, "1.24 ms"), (9_994, "9.99 ms"), (9_996, "10.0 ms"), (58_792, "58.8 ms"),
            (99_960, "100 ms"), (123_499, "123 ms"), (123_500, "124 ms"), (58_792_000, "58.8 s"), (999, "999 µs"),
        ] as [(Int64, String)]
    )
    func `A length of time is rounded to three digits`(microseconds: Int64, expected: String) {
        #expect(SpanText.words(microseconds) == expected)
        #expect(SpanText.duration(.max) == "9223372037 s")
    }
}

import Foundation
import RewindSession

/// A time as a user writes it: a time of day (`03:59`, `03:59:06.95`), a date, or both (`2026-11-22T03:59:06.95`,
/// `2026-11-22 03:59`). It is local unless followed by `Z` or an offset such as `+09:00`.
///
/// It covers the unit that was written last: `03:59` is a minute.
package struct WrittenTime: Hashable, Sendable {
    private struct Day: Hashable {
        let year, month, day: Int
    }

    private let day: Day?
    /// The time since the beginning of the day, in microseconds.
    private let offset: Int64
    private let length: Int64
    /// The offset from UTC, in seconds.
    private let zone: Int?

    private static let second: Int64 = 1_000_000
    private static let wholeDay = 24 * 3_600 * second

    /// Parses a time; nil if the text is none.
    package init?(parsing text: String) {
        let date = #/(?<year>[0-9]{4})-(?<month>[0-9]{2})-(?<day>[0-9]{2})/#
        let time = #/(?<hour>[0-9]{1,2}):(?<minute>[0-9]{2})(?::(?<second>[0-9]{2})(?:\.(?<fraction>[0-9]{1,6}))?)?/#
        let zone = #/Z|(?<sign>[+-])(?<hours>[0-9]{2}):(?<minutes>[0-9]{2})/#
        var rest = text[...]
        if let found = rest.prefixMatch(of: date) {
            guard let (year, month, day) = Self.numbers(found.year, found.month, found.day),
                (1...12).contains(month), (1...31).contains(day)
            else { return nil }
            self.day = Day(year: year, month: month, day: day)
            rest = rest[found.range.upperBound...]
            guard rest.first == "T" || rest.first == " " else {
                guard rest.isEmpty else { return nil }
                (offset, length, self.zone) = (0, Self.wholeDay, nil)
                return
            }
            rest = rest.dropFirst()
        } else {
            day = nil
        }
        guard let found = rest.prefixMatch(of: time),
            let (hour, minute, second) = Self.numbers(found.hour, found.minute, found.second ?? "0"),
            (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second)
        else { return nil }
        let fraction = found.fraction ?? ""
        let unit = (0..<fraction.count).reduce(Self.second) { length, _ in length / 10 }
        offset = Int64(hour * 3_600 + minute * 60 + second) * Self.second + (Int64(fraction) ?? 0) * unit
        length = found.second == nil ? 60 * Self.second : unit
        rest = rest[found.range.upperBound...]
        if let found = rest.wholeMatch(of: zone) {
            let seconds = (Int(found.hours ?? "0") ?? 0) * 3_600 + (Int(found.minutes ?? "0") ?? 0) * 60
            self.zone = found.sign == "-" ? -seconds : seconds
        } else {
            guard rest.isEmpty else { return nil }
            self.zone = nil
        }
    }

    private static func numbers(_ a: Substring, _ b: Substring, _ c: Substring) -> (Int, Int, Int)? {
        guard let a = Int(a), let b = Int(b), let c = Int(c) else { return nil }
        return (a, b, c)
    }

    /// True if the time names a day.
    package var hasDate: Bool { day != nil }

    /// Returns the time on the day of another one, and the end of that day, in microseconds since 1970; nil if it
    /// overflows.
    package func day(of time: Int64, timeZone: TimeZone = .current) -> (moments: Range<Int64>, end: Int64)? {
        let calendar = calendar(timeZone)
        let start = calendar.startOfDay(for: Date(microseconds: time))
        guard let next = calendar.date(byAdding: .day, value: 1, to: start), let from = moment(on: start, calendar),
            let seconds = Int64(exactly: next.timeIntervalSince1970.rounded()),
            case (let end, false) = seconds.multipliedReportingOverflow(by: Self.second), end > time,
            case (let to, false) = from.addingReportingOverflow(length)
        else { return nil }
        return (from..<to, end)
    }

    private func calendar(_ timeZone: TimeZone) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone.flatMap { TimeZone(secondsFromGMT: $0) } ?? timeZone
        return calendar
    }

    /// Returns the time in microseconds since 1970, for a session that was recorded in `span`; without a date, its
    /// first occurrence. Nil if the session was not being recorded then.
    package func moments(in span: ClosedRange<Int64>, timeZone: TimeZone = .current) -> Range<Int64>? {
        let calendar = calendar(timeZone)
        let first = Date(microseconds: span.lowerBound)
        var date: Date
        if let day {
            let parts = DateComponents(year: day.year, month: day.month, day: day.day)
            guard let start = calendar.date(from: parts) else { return nil }
            date = start
        } else {
            date = calendar.startOfDay(for: first)
        }
        // The time may belong to the day after the one on which the recording began.
        for _ in 0..<(day == nil ? 2 : 1) {
            // A damaged session may have times near the largest integer, where sums overflow.
            guard let start = moment(on: date, calendar) else { return nil }
            let (end, isBehind) = start.addingReportingOverflow(length)
            guard !isBehind else { return nil }
            if end > span.lowerBound { return start <= span.upperBound ? start..<end : nil }
            date = calendar.date(byAdding: .day, value: 1, to: date) ?? date
        }
        return nil
    }

    /// Returns the time on a day, in microseconds since 1970; nil if it overflows.
    private func moment(on date: Date, _ calendar: Calendar) -> Int64? {
        let seconds = Int(offset / Self.second)
        let parts = (seconds / 3_600, seconds / 60 % 60, seconds % 60)
        // Set by the calendar, as a day with a clock change has 23 or 25 hours.
        let time = calendar.date(bySettingHour: parts.0, minute: parts.1, second: parts.2, of: date) ?? date
        guard let whole = Int64(exactly: time.timeIntervalSince1970.rounded()) else { return nil }
        let (product, isTooLarge) = whole.multipliedReportingOverflow(by: Self.second)
        let (sum, isBehind) = product.addingReportingOverflow(offset % Self.second)
        return isTooLarge || isBehind ? nil : sum
    }
}

import Foundation

/// Times of actions, in the user's time zone.
package struct TimeText {
    /// Results that most times of a log share with the one before.
    private final class Recent {
        /// A span of time in seconds since 1970, and its offset from UTC.
        var offset = (span: 0..<0, seconds: 0)
        /// A local day, counted since 1970, and its text.
        var day: (number: Int, text: String)?
    }

    /// The length of the spans in which the offset from UTC is looked up, in seconds.
    private static let span = 900

    private let calendar: Calendar
    private let recent = Recent()
    /// True if rows have the day and the offset from UTC, too.
    private let isFull: Bool

    /// Creates a text; with `isFull`, rows have whole times.
    package init(timeZone: TimeZone = .current, isFull: Bool = false) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        self.calendar = calendar
        self.isFull = isFull
    }

    /// The width of the time in a row, in cells.
    package var rowWidth: Int { isFull ? 29 : 12 }

    /// Returns the time for the row of a list.
    package func row(_ microseconds: Int64) -> String {
        isFull ? iso8601(microseconds) : time(microseconds)
    }

    /// Returns the time, from hours to milliseconds, of microseconds since 1970.
    package func time(_ microseconds: Int64) -> String {
        let (second, rest) = Self.divide(Int(microseconds), by: 1_000_000)
        let (minute, seconds) = Self.divide(Self.divide(second + offset(at: second), by: 86_400).rest, by: 60)
        return
            "\(Self.pad(minute / 60, 2)):\(Self.pad(minute % 60, 2)):\(Self.pad(seconds, 2)).\(Self.pad(rest / 1000, 3))"
    }

    /// Returns the day, the time and the offset from UTC.
    package func dayAndTime(_ microseconds: Int64) -> String {
        "\(day(microseconds)) \(time(microseconds)) \(zone(microseconds))"
    }

    /// Returns the day and the offset from UTC.
    package func dayAndZone(_ microseconds: Int64) -> String {
        "\(day(microseconds)) \(zone(microseconds))"
    }

    /// Returns the day, the time to the minute, and the offset from UTC.
    package func dayAndMinute(_ microseconds: Int64) -> String {
        "\(day(microseconds)) \(time(microseconds).prefix(5)) \(zone(microseconds))"
    }

    /// Returns the day, the time and the offset from UTC, as in ISO 8601.
    package func iso8601(_ microseconds: Int64) -> String {
        "\(day(microseconds))T\(time(microseconds))\(offset(microseconds))"
    }

    /// Returns the offset from UTC, such as `+09:00`; `UTC` without one.
    private func zone(_ microseconds: Int64) -> String {
        let offset = offset(microseconds)
        return offset == "+00:00" ? "UTC" : offset
    }

    /// Returns the offset from UTC, such as `+09:00`.
    private func offset(_ microseconds: Int64) -> String {
        let minutes = offset(at: Self.divide(Int(microseconds), by: 1_000_000).quotient) / 60
        return "\(minutes < 0 ? "-" : "+")\(Self.pad(abs(minutes) / 60, 2)):\(Self.pad(abs(minutes) % 60, 2))"
    }

    package func day(_ microseconds: Int64) -> String {
        let second = Self.divide(Int(microseconds), by: 1_000_000).quotient
        let number = Self.divide(second + offset(at: second), by: 86_400).quotient
        if let day = recent.day, day.number == number { return day.text }
        let date = Date(timeIntervalSince1970: Double(second))
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        let text = "\(Self.pad(parts.year ?? 0, 4))-\(Self.pad(parts.month ?? 0, 2))-\(Self.pad(parts.day ?? 0, 2))"
        recent.day = (number, text)
        return text
    }

    /// Returns the offset from UTC at a second since 1970, in seconds.
    private func offset(at second: Int) -> Int {
        if recent.offset.span.contains(second) { return recent.offset.seconds }
        func seconds(at second: Int) -> Int {
            calendar.timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second)))
        }
        let start = Self.divide(second, by: Self.span).quotient * Self.span
        let (offset, end) = (seconds(at: second), start + Self.span)
        guard seconds(at: start) == offset, seconds(at: end - 1) == offset else { return offset }
        recent.offset = (start..<end, offset)
        return offset
    }

    /// Divides with a rest that is not negative.
    private static func divide(_ number: Int, by divisor: Int) -> (quotient: Int, rest: Int) {
        let (quotient, rest) = number.quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
    }

    private static func pad(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return digits.utf8.count >= width ? digits : String(repeating: "0", count: width - digits.utf8.count) + digits
    }
}

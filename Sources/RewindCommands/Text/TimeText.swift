#if os(macOS) || os(Linux)

import Foundation

/// Times of actions, in the user's time zone.
struct TimeText {
    private let calendar: Calendar

    init(timeZone: TimeZone = .current) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        self.calendar = calendar
    }

    /// Returns the time, from hours to milliseconds, of microseconds since 1970.
    func time(_ microseconds: Int64) -> String {
        let parts = parts(microseconds)
        let milliseconds = (microseconds % 1_000_000 + 1_000_000) % 1_000_000 / 1000
        return [pad(parts.hour, 2), pad(parts.minute, 2), pad(parts.second, 2)].joined(separator: ":")
            + "." + pad(Int(milliseconds), 3)
    }

    /// Returns the day, the time and the offset from UTC.
    func dayAndTime(_ microseconds: Int64) -> String {
        "\(day(microseconds)) \(time(microseconds)) \(zone(microseconds))"
    }

    /// Returns the day and the offset from UTC.
    func dayAndZone(_ microseconds: Int64) -> String {
        "\(day(microseconds)) \(zone(microseconds))"
    }

    /// Returns the day, the time to the minute, and the offset from UTC.
    func dayAndMinute(_ microseconds: Int64) -> String {
        "\(day(microseconds)) \(time(microseconds).prefix(5)) \(zone(microseconds))"
    }

    /// Returns the day, the time and the offset from UTC, as in ISO 8601.
    func iso8601(_ microseconds: Int64) -> String {
        "\(day(microseconds))T\(time(microseconds))\(offset(microseconds))"
    }

    /// Returns the offset from UTC, such as `+09:00`; `UTC` without one.
    private func zone(_ microseconds: Int64) -> String {
        let offset = offset(microseconds)
        return offset == "+00:00" ? "UTC" : offset
    }

    /// Returns the offset from UTC, such as `+09:00`.
    private func offset(_ microseconds: Int64) -> String {
        let date = Date(timeIntervalSince1970: Double(microseconds) / 1_000_000)
        let minutes = calendar.timeZone.secondsFromGMT(for: date) / 60
        return "\(minutes < 0 ? "-" : "+")\(pad(abs(minutes) / 60, 2)):\(pad(abs(minutes) % 60, 2))"
    }

    func day(_ microseconds: Int64) -> String {
        let parts = parts(microseconds)
        return [pad(parts.year, 4), pad(parts.month, 2), pad(parts.day, 2)].joined(separator: "-")
    }

    private func parts(_ microseconds: Int64) -> DateComponents {
        let date = Date(timeIntervalSince1970: (Double(microseconds) / 1_000_000).rounded(.down))
        return calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
    }

    private func pad(_ number: Int?, _ width: Int) -> String {
        let digits = String(number ?? 0)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

#endif

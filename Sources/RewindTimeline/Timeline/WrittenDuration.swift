/// A duration as a user writes it: `250ms`, `10s`, `1.5s`, `30m` or `30min`, `12h`, `7d`.
package struct WrittenDuration: Hashable, Sendable {
    package let microseconds: Int64

    private static let units: [Substring: Int64] = [
        "ms": 1_000, "s": 1_000_000, "m": 60_000_000, "min": 60_000_000, "h": 3_600_000_000, "d": 86_400_000_000,
    ]

    /// Creates a duration to the microsecond.
    package init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000)
        microseconds = isTooLong ? (seconds < 0 ? .min : .max) : whole &+ attoseconds / 1_000_000_000_000
    }

    /// Parses a duration; nil if the text is none.
    package init?(parsing text: some StringProtocol) {
        guard let found = String(text).wholeMatch(of: #/([0-9]+)(?:\.([0-9]{1,6}))?(ms|s|m|min|h|d)/#),
            let unit = Self.units[found.3], let whole = Int64(found.1),
            case (let length, false) = whole.multipliedReportingOverflow(by: unit)
        else { return nil }
        let digits = found.2 ?? "0"
        let fraction = (Int64(digits) ?? 0) * unit / digits.reduce(1) { scale, _ in scale * 10 }
        guard case (let sum, false) = length.addingReportingOverflow(fraction) else { return nil }
        microseconds = sum
    }
}

/// Short texts for lengths of time.
package enum SpanText {
    /// Returns a text for the run time of a reducer, in nanoseconds.
    package static func duration(_ nanoseconds: Int64) -> String {
        switch nanoseconds {
        case ..<1_000: "\(nanoseconds) ns"
        case ..<1_000_000: fraction(nanoseconds, of: 1_000) + " µs"
        case ..<1_000_000_000: fraction(nanoseconds, of: 1_000_000) + " ms"
        default: fraction(nanoseconds, of: 1_000_000_000) + " s"
        }
    }

    /// Returns a text of at most eight characters for the time since the previous action, in microseconds.
    package static func pause(_ microseconds: Int64) -> String {
        let sign = microseconds < 0 ? "-" : "+"
        let length = microseconds.magnitude > Int64.max ? Int64.max : Int64(microseconds.magnitude)
        return sign + words(length)
    }

    /// Returns a text for a length of time, in microseconds.
    package static func words(_ microseconds: Int64) -> String {
        let seconds = microseconds / 1_000_000
        switch microseconds {
        case ..<1_000: return "\(microseconds) µs"
        case ..<1_000_000: return fraction(microseconds, of: 1_000) + " ms"
        case ..<60_000_000: return fraction(microseconds, of: 1_000_000) + " s"
        case ..<3_600_000_000: return "\(seconds / 60) min"
        case ..<172_800_000_000: return "\(seconds / 3_600) h"
        default: return "\(seconds / 86_400) days"
        }
    }

    /// Returns the number rounded to three significant digits; a larger whole number in full.
    private static func fraction(_ number: Int64, of unit: Int64) -> String {
        let (whole, rest) = number.quotientAndRemainder(dividingBy: unit)
        // 9.996 becomes 10.0, and 99.96 becomes 100.
        let hundredths = whole * 100 + (rest * 100 + unit / 2) / unit
        if hundredths < 1_000 { return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)" }
        let tenths = whole * 10 + (rest * 10 + unit / 2) / unit
        if tenths < 1_000 { return "\(tenths / 10).\(tenths % 10)" }
        return String(whole + (rest + unit / 2) / unit)
    }
}

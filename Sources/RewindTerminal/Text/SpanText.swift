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

    /// Returns up to three significant digits; larger whole numbers in full.
    private static func fraction(_ number: Int64, of unit: Int64) -> String {
        let whole = number / unit
        let rest = number % unit
        if whole >= 100 { return String(whole) }
        if whole >= 10 { return "\(whole).\(rest * 10 / unit)" }
        let hundredths = rest * 100 / unit
        return "\(whole).\(hundredths < 10 ? "0" : "")\(hundredths)"
    }
}

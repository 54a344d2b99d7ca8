#if os(macOS) || os(Linux)

/// Lengths of time in a few characters.
enum SpanText {
    /// How long a reducer took, in nanoseconds.
    static func duration(_ nanoseconds: Int64) -> String {
        switch nanoseconds {
        case ..<1_000: "\(nanoseconds) ns"
        case ..<1_000_000: fraction(nanoseconds, of: 1_000) + " µs"
        case ..<1_000_000_000: fraction(nanoseconds, of: 1_000_000) + " ms"
        default: fraction(nanoseconds, of: 1_000_000_000) + " s"
        }
    }

    /// How long after the one before an action came, in microseconds, to at most eight characters.
    static func pause(_ microseconds: Int64) -> String {
        let sign = microseconds < 0 ? "-" : "+"
        let length = microseconds.magnitude > Int64.max ? Int64.max : Int64(microseconds.magnitude)
        return sign + words(length)
    }

    /// A long pause.
    static func words(_ microseconds: Int64) -> String {
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

    /// Three digits at the most, where there are more in front of the point, these.
    private static func fraction(_ number: Int64, of unit: Int64) -> String {
        let whole = number / unit
        let rest = number % unit
        if whole >= 100 { return String(whole) }
        if whole >= 10 { return "\(whole).\(rest * 10 / unit)" }
        let hundredths = rest * 100 / unit
        return "\(whole).\(hundredths < 10 ? "0" : "")\(hundredths)"
    }
}

#endif

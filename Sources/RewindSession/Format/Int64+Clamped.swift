extension Int64 {
    /// Returns the difference to another number, or the nearest one with a positive and a negative value: times in a
    /// damaged file can be any numbers.
    package func subtractingClamped(_ other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (other > 0 ? -.max : .max) : Swift.max(difference, -.max)
    }
}

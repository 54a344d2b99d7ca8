import Foundation

extension Date {
    /// The time in microseconds since 1970, as sessions store it.
    package var microseconds: Int64 { Int64(timeIntervalSince1970 * 1_000_000) }

    /// Creates a date from a time in microseconds since 1970.
    package init(microseconds: Int64) {
        self.init(timeIntervalSince1970: Double(microseconds) / 1_000_000)
    }
}

#if Fleet

import Foundation

/// The difference of two independent proportions, with its confidence interval.
///
/// The interval is Newcombe's hybrid score interval, method 10 in R. G. Newcombe, "Interval estimation for the
/// difference between independent proportions: comparison of eleven methods", Statistics in Medicine 17 (1998),
/// 873–890. It combines the score intervals of both proportions: E. B. Wilson, Journal of the American Statistical
/// Association 22 (1927), 209–212.
package struct ProportionDifference: Hashable, Sendable {
    /// The 0.975 quantile of the normal distribution, for an interval of 95 %.
    private static let quantile = 1.959963984540054

    package let value: Double
    /// The ends of the interval.
    package let low: Double
    package let high: Double

    /// Creates the difference between `first.count / first.of` and `second.count / second.of`. Counts are from 0 to the
    /// totals, which are positive.
    package init(_ first: (count: Int, of: Int), _ second: (count: Int, of: Int)) {
        let (p, q) = (Double(first.count) / Double(first.of), Double(second.count) / Double(second.of))
        let (one, other) = (Self.scoreInterval(p, first.of), Self.scoreInterval(q, second.of))
        value = p - q
        low = value - hypot(p - one.low, other.high - q)
        high = value + hypot(one.high - p, q - other.low)
    }

    /// Returns Wilson's score interval of a proportion of `count` trials.
    private static func scoreInterval(_ share: Double, _ count: Int) -> (low: Double, high: Double) {
        let (n, z) = (Double(count), quantile)
        let center = 2 * n * share + z * z
        let width = z * (z * z + 4 * n * share * (1 - share)).squareRoot()
        return ((center - width) / (2 * (n + z * z)), (center + width) / (2 * (n + z * z)))
    }
}

#endif

#if Fleet

import TestSupport
import Testing

@testable import RewindFleet

@Suite struct ProportionDifferenceTests {
    @Test(
        arguments: [
            (56, 70, 48, 80, 0.0524, 0.3339), (9, 10, 3, 10, 0.1705, 0.8090), (6, 7, 2, 7, 0.0582, 0.8062),
            (5, 56, 0, 29, -0.0381, 0.1926), (0, 10, 0, 20, -0.1611, 0.2775), (0, 10, 0, 10, -0.2775, 0.2775),
            (10, 10, 0, 20, 0.6791, 1.0000), (10, 10, 0, 10, 0.6075, 1.0000),
        ] as [(Int, Int, Int, Int, Double, Double)]
    )
    func `The interval is that of table II of Newcombe's article`(
        a: Int,
        m: Int,
        b: Int,
        n: Int,
        low: Double,
        high: Double
    ) {
        let difference = ProportionDifference((a, m), (b, n))
        #expect(abs(difference.low - low) < 0.000051 && abs(difference.high - high) < 0.000051, "\(difference)")
    }

    @Test func `The interval is made from the proportions that a score test does not reject`() {
        var random = SplitMix64(seed: 7)
        for _ in 0..<200 {
            let (m, n) = (random.below(3_000) + 1, random.below(3_000) + 1)
            let (a, b) = (random.below(m + 1), random.below(n + 1))
            let (p, q) = (Double(a) / Double(m), Double(b) / Double(n))
            let (first, second) = (Self.accepted(a, m), Self.accepted(b, n))
            let below = ((p - first.low) * (p - first.low) + (second.high - q) * (second.high - q)).squareRoot()
            let above = ((first.high - p) * (first.high - p) + (q - second.low) * (q - second.low)).squareRoot()
            let difference = ProportionDifference((a, m), (b, n))
            #expect(difference.value == p - q)
            #expect(abs(difference.low - (p - q - below)) < 1e-9, "\(a)/\(m) - \(b)/\(n)")
            #expect(abs(difference.high - (p - q + above)) < 1e-9, "\(a)/\(m) - \(b)/\(n)")
        }
    }

    /// Returns the least and the greatest proportion from which `count` of `total` differ by at most 1.96 standard errors
    /// of that proportion, by bisection.
    private static func accepted(_ count: Int, _ total: Int) -> (low: Double, high: Double) {
        let share = Double(count) / Double(total)
        func isAccepted(_ proportion: Double) -> Bool {
            let error = (proportion * (1 - proportion) / Double(total)).squareRoot()
            return abs(share - proportion) <= 1.959963984540054 * error
        }
        func end(_ outside: Double) -> Double {
            var (outside, inside) = (outside, share)
            if isAccepted(outside) || outside == share { return outside }
            for _ in 0..<100 {
                let middle = (outside + inside) / 2
                if isAccepted(middle) { inside = middle } else { outside = middle }
            }
            return inside
        }
        return (end(0), end(1))
    }
}

#endif

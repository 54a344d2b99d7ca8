import Rewind
import RewindStore

/// The time that the recorder adds to a dispatch.
enum DispatchFigures {
    private static let count = 20_000
    /// The interval between two dispatches, in microseconds.
    private static let interval: UInt64 = 50

    static func measure() throws -> [Figure] {
        try [Durability.buffered, .crashSafe].flatMap { durability in
            try [20, 100, 1000].flatMap { try figures(durability, articles: $0) }
        }
    }

    private static func figures(_ durability: Durability, articles: Int) throws -> [Figure] {
        let bare = Recording.latencies(articles: articles, count: count, interval: interval, middleware: [])
        var recorded = bare
        _ = try Recording.record(durability) { recorder in
            recorded = Recording.latencies(
                articles: articles,
                count: count,
                interval: interval,
                middleware: [recorder.middleware()]
            )
        }
        let targets = durability == .buffered ? (1.0, 5.0) : (5.0, 25.0)
        return [("p50", 0.5, targets.0), ("p99", 0.99, targets.1)].map { name, part, target in
            let added = (recorded.quantile(part) - bare.quantile(part)) / 1000
            return Figure(
                name: "added to a dispatch, .\(durability.rawValue), \(articles) articles, \(name)",
                value: added,
                unit: "µs",
                target: target,
                ratio: recorded.quantile(part) / max(1, bare.quantile(part)),
                against: "a dispatch without a recorder"
            )
        }
    }
}

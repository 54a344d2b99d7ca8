import Foundation
import Rewind
import RewindLink
import RewindStore

/// What a link costs the app while the other machine does not answer.
enum LinkFigures {
    /// A port of localhost on which nothing listens.
    private static let address = "http://0123456789abcdef0123456789abcdef@127.0.0.1:9"
    private static let count = 20_000
    /// The interval between two dispatches, in microseconds, for the latency and for the memory.
    private static let interval: UInt64 = 50
    private static let slowInterval: UInt64 = 1_000
    /// The number of actions after which one-time allocations are done.
    private static let early = 5_000
    private static let articles = 100

    static func measure() throws -> [Figure] {
        try latency() + memory()
    }

    private static func latency() throws -> [Figure] {
        let (plain, linked) = (try latencies(isLinked: false), try latencies(isLinked: true))
        return [("p50", 0.5, 0.1), ("p99", 0.99, 5)].map { name, part, target in
            Figure(
                name: "added to a dispatch by a link, \(name)",
                value: (linked.quantile(part) - plain.quantile(part)) / 1000,
                unit: "µs",
                target: target,
                ratio: linked.quantile(part) / max(1, plain.quantile(part)),
                against: "a recorded dispatch without a link"
            )
        }
    }

    private static func latencies(isLinked: Bool) throws -> Recording.Latencies {
        var latencies = Recording.Latencies([0])
        _ = try Recording.record(.crashSafe) { recorder in
            if isLinked { recorder.link(to: address) }
            latencies = Recording.latencies(
                articles: articles,
                count: count,
                interval: interval,
                middleware: [recorder.middleware()]
            )
        }
        return latencies
    }

    private static func memory() throws -> [Figure] {
        var growth = 0.0
        _ = try Recording.record(.crashSafe) { recorder in
            recorder.link(to: address)
            let middleware = [recorder.middleware() as Middleware<LoadState>]
            for actions in [early, count] {
                let before = Memory.residentMB
                _ = Recording.latencies(articles: articles, count: actions, interval: slowInterval, middleware: middleware)
                growth = Memory.residentMB - before
            }
        }
        return [
            Figure(name: "memory of \(count) actions at 1,000 a second, linked", value: growth, unit: "MB", target: 8)
        ]
    }
}

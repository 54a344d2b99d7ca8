import Foundation
import Rewind
import RewindAnswers
import RewindStore

/// The speed of `why` on a session with many actions, and an effect for every five of them.
enum CauseFigures {
    private static let count = 2_000
    private static let processCount = 20
    /// The target of an answer, in milliseconds.
    private static let target = 5.0

    /// Records `count` actions, adds effects, and asks about random actions and values. `tool` is the path of `rewind`,
    /// for whole processes.
    static func measure(actions count: Int, tool: String?) throws -> [Figure] {
        var figures: [Figure] = []
        _ = try Recording.record(.buffered) { recorder in
            let store = Store(
                reducer: Load.reduce,
                state: LoadState(articles: 100),
                middleware: [recorder.middleware()]
            )
            for number in 0..<count { store.dispatch(Load.action(number)) }
        } then: { url in
            try addEffects(to: url)
            figures = try answers(of: url)
            if let tool { figures += try processes(of: tool, on: url) }
        }
        return figures
    }

    /// Adds an effect for every five actions, of which every fourth is a flow, and the others were caused by the one
    /// before them. Of the actions after it, it caused three; a fourth was dispatched in one of them.
    private static func addEffects(to url: URL) throws {
        let db = try SQLite.open(url)
        for sql in [
            "BEGIN",
            """
            INSERT INTO effect SELECT seq / 5, seq, at, iif(seq / 5 % 4 = 1, 'flow', 'effect'), 'GET /items/' || seq % 97,
                'codable', '{"url":"https://example.com/items/' || seq || '"}', iif(seq / 5 % 4 = 1, NULL, seq / 5 - 1),
                NULL, 'Items.swift:' || seq % 400, 0
            FROM action WHERE seq % 5 = 0
            """,
            """
            INSERT INTO outcome SELECT seq / 5, seq / 5, seq + 3, at + 200000, 200000000, 'done', 'Items', 'codable',
                '{"status":200,"items":[{"id":' || seq || ',"title":"Item"}],"next":null}', 0
            FROM action WHERE seq % 5 = 0
            """,
            "UPDATE action SET cause_effect = seq / 5 WHERE seq > 5 AND seq % 5 IN (1, 2, 3)",
            "UPDATE action SET cause_action = seq - 1 WHERE seq > 5 AND seq % 5 = 4", "COMMIT",
        ] { try SQLite.execute(sql, in: db) }
        SQLite.close(db)
    }

    private static func answers(of url: URL) throws -> [Figure] {
        let session = try Session(opening: url)
        func figures(_ name: String, _ body: (Int) throws -> Void) throws -> [Figure] {
            let times = try (0..<count).map { number in
                let start = processorTime
                try body(Int.random(in: 10...session.lastSeq))
                return (processorTime - start) / 1e6
            }.dropFirst(count / 10).sorted()
            return [
                Figure(name: "\(name), p50 of processor time", value: times[times.count / 2], unit: "ms"),
                Figure(
                    name: "\(name), p99 of processor time",
                    value: times[times.count * 99 / 100],
                    unit: "ms",
                    target: target
                ),
            ]
        }
        let start = processorTime
        let first = try Session(opening: url)
        _ = try first.answer(Why("/page"))
        let opening = (processorTime - start) / 1e6
        return [Figure(name: "opening, and why of a value", value: opening, unit: "ms", target: target)]
            + (try figures("why of a random action") { _ = try session.answer(Why(at: PointInTime(seq: $0))) })
            + (try figures("why of a value at a random seq") {
                _ = try session.answer(Why("/page", at: PointInTime(seq: $0)))
            })
    }

    /// Measures the processor time of whole processes, beyond that of one that only prints its version.
    private static func processes(of tool: String, on url: URL) throws -> [Figure] {
        func median(_ arguments: [String]) throws -> Double {
            let times = try (0..<processCount).map { _ in
                let start = Child.processorTime
                try Child.run(tool, arguments)
                return Child.processorTime - start
            }.sorted()
            return times[times.count / 2]
        }
        let start = try median(["--version"])
        let questions = [("an action", ["why", url.path, "-3"]), ("a value", ["why", url.path, "/page"])]
        return try questions.map { name, arguments in
            Figure(
                name: "process of rewind why of \(name), beyond its start",
                value: try median(arguments) - start,
                unit: "ms",
                target: target
            )
        } + [Figure(name: "process of rewind --version", value: start, unit: "ms")]
    }

    /// The processor time of this thread, in nanoseconds.
    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}

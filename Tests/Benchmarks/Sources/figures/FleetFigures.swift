import Foundation

/// What it costs to store many sessions, and to ask about them.
enum FleetFigures {
    private static let actions = 1_000
    private static let tries = 5

    private struct WrongAnswer: Error {
        let text: String
    }

    /// Measures with the tool, which must have the trait Fleet; nothing without a tool, a number of sessions or a
    /// database.
    static func measure(sessions: Int?, tool: String?) throws -> [Figure] {
        guard let sessions, let tool, let address = ProcessInfo.processInfo.environment["REWIND_DATABASE"] else {
            return []
        }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("fleet-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var bugs: [FleetLoad.Bug: Int] = [:]
        for number in 0..<sessions {
            let load = FleetLoad(number: number, actions: actions)
            try load.record(to: folder.appendingPathComponent("\(number).rewind"))
            if let bug = load.bug { bugs[bug, default: 0] += 1 }
        }
        _ = try Process.output(of: tool, ["fleet", "init"])
        let start = DispatchTime.now().uptimeNanoseconds
        let pushed = try Process.output(of: tool, ["fleet", "push", folder.path, "--json"])
        let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
        let report = try JSONSerialization.jsonObject(with: Data(pushed.utf8)) as? [String: Any]
        let count = report?["actions"] as? Int ?? 0
        guard report?["stored"] as? Int == sessions else { throw WrongAnswer(text: pushed) }
        return [
            Figure(name: "actions stored a second", value: Double(count) / seconds, unit: "/s"),
            try size(of: folder, count, address),
        ] + (try questions(bugs, tool: tool, of: sessions))
    }

    private static func size(of folder: URL, _ count: Int, _ address: String) throws -> Figure {
        let tables = try Process.output(
            of: "/usr/bin/env",
            ["psql", address, "-Atc", "VACUUM ANALYZE", "-c", "SELECT pg_database_size(current_database())"]
        )
        let bytes = Double(tables.split(separator: "\n").last.map(String.init) ?? "") ?? 0
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [.fileSizeKey])
        let inFiles = try files.reduce(0) { try $0 + ($1.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0) }
        let state = try JSONEncoder().encode(FleetLoad.State()).count
        print("whole states: \(state) bytes an action; session files: \(inFiles / max(1, count))")
        return Figure(
            name: "database, all in",
            value: bytes / Double(count),
            unit: "B/action",
            ratio: bytes / Double(inFiles),
            against: "the session files"
        )
    }

    /// Measures whole processes of the tool, each the fastest of a few, after checking what they answer.
    private static func questions(_ bugs: [FleetLoad.Bug: Int], tool: String, of sessions: Int) throws -> [Figure] {
        let negative = "at('/cart/total') < 0"
        let questions: [(name: String, arguments: [String], target: Double, bug: FleetLoad.Bug?)] = [
            ("ls", ["ls", "-n", "20"], 100, nil),
            ("stats", ["stats"], 100, nil),
            ("blame", ["blame", "/cart/total"], 100, nil),
            ("watch", ["watch", "-n", "20", "type = 'FleetLoad.ApplyCoupon'"], 100, nil),
            ("watch", ["watch", "-n", "20", "at('/account/name') = 'user 7'"], 100, nil),
            ("watch", ["watch", "-n", "100000", negative], 100, .negativeTotal),
            ("watch", ["watch", "-n", "100000", "at('/account/isExpired')"], 100, .expiredAccount),
            ("crashes", ["crashes", "-n", "100000"], 100, .crash),
            ("before", ["before", negative], 1_000, nil),
            ("shortest", ["shortest", negative], 1_000, nil),
        ]
        return try questions.map { question in
            var best = Double.infinity
            var answer = ""
            for _ in 0..<tries {
                let start = DispatchTime.now().uptimeNanoseconds
                answer = try Process.output(of: tool, ["fleet"] + question.arguments + ["--json"])
                best = min(best, Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6)
            }
            if let bug = question.bug { try check(answer, question.name, has: bugs[bug] ?? 0) }
            return Figure(
                name: "fleet \(question.arguments.joined(separator: " ")), \(sessions) sessions",
                value: best,
                unit: "ms",
                target: question.target
            )
        }
    }

    /// Checks the number of sessions in an answer: its lines, or the sum of the groups.
    private static func check(_ answer: String, _ name: String, has count: Int) throws {
        let lines = answer.split(separator: "\n")
        let found = try lines.reduce(0) { sum, line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return sum + (name == "crashes" ? object?["sessions"] as? Int ?? 0 : 1)
        }
        guard found == count else { throw WrongAnswer(text: "\(name): \(found), not \(count)") }
    }
}

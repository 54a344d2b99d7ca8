#if Fleet

import Foundation
import RewindSession
import RewindTimeline
import RewindTree
import TestSupport
import Testing

@testable import RewindFleet

/// The commands that ask about a fleet, as processes.
@Suite(.needsPostgres, .ownThreads, .timeLimit(.minutes(10))) struct FleetCommandTests {
    private static let stuck = "at('/cart/status') = 'it''s \"stuck\"'"

    private let fleet: PlantedFleet

    init() throws {
        fleet = try PlantedFleet(seed: 9, count: 40, length: 60)
    }

    /// Runs `rewind fleet`; returns its exit status, its output and its messages.
    private func run(_ arguments: String...) throws -> (status: Int32, output: String, messages: String) {
        try run(arguments)
    }

    private func run(_ arguments: [String]) throws -> (status: Int32, output: String, messages: String) {
        let tool = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: "rewind")
        let process = Process()
        process.executableURL = tool
        process.arguments = ["fleet"] + arguments
        let more = ["REWIND_DATABASE": fleet.address, "TZ": "UTC"]
        process.environment = ProcessInfo.processInfo.environment.merging(more) { $1 }
        let files = ["output", "messages"].map { fleet.folder.file($0) }
        for url in files { try Data().write(to: url) }
        process.standardOutput = try FileHandle(forWritingTo: files[0])
        process.standardError = try FileHandle(forWritingTo: files[1])
        try process.run()
        process.waitUntilExit()
        let texts = try files.map { try String(contentsOf: $0, encoding: .utf8) }
        return (process.terminationStatus, texts[0], texts[1])
    }

    /// Runs `rewind fleet` with `--json`, and returns the lines of its answer, after comparing them with a definition.
    private func json(_ definition: String, _ arguments: String...) throws -> [[String: Any]] {
        let answer = try run(arguments + ["--json"])
        #expect(answer.status == 0, "\(arguments): \(answer.messages)")
        let lines = try JSON.lines(answer.output)
        for line in lines { #expect(try JSONSchema.fleet().problems(of: line, as: definition) == [], "\(line)") }
        #expect(!lines.isEmpty)
        return lines
    }

    @Test func `Sessions are listed, watched and counted`() throws {
        let all = try json("ls", "ls", "-n", "100")
        #expect(all.map { $0["session"] as? String } == fleet.sessions.sorted(by: Self.isNewer).map(\.id))
        let crashed = try json("ls", "ls", "--crashed", "-n", "100", "--app=Shop")
        #expect(crashed.count == fleet.sessions.count(where: \.isCrashed) && crashed.count > 3)
        let text = try run("ls", "-n", "2", "--app-version", "1.2")
        let newest = try #require(fleet.sessions.filter { $0.version == "1.2" }.sorted(by: Self.isNewer).first)
        let actions = try fleet.read(newest) { $0.last }
        #expect(text.output.split(separator: "\n").count == 2 && text.output.hasPrefix(String(newest.id.prefix(13))))
        #expect(text.output.contains("  \(actions) actions  Shop 1.2\n"), "\(text.output)")
        #expect(text.messages == "Note: only the first 2 rows; to see more, use --limit 20.\n")
        let since = try run("ls", "--since", "2990-01-01")
        #expect(since.status == 1 && since.messages.hasPrefix("Note: No session is stored that fits.\nHint: "))

        let truth = try fleet.firstSeqs(Self.stuck)
        let found = try json("watch", "watch", Self.stuck, "-n", "100")
        let seqs = found.compactMap { line in (line["session"] as? String).map { ($0, line["seq"] as? Int ?? -1) } }
        #expect(Dictionary(seqs) { $1 } == truth && truth.count > 2)
        #expect(try run("watch", Self.stuck, "--count").output == "\(truth.count)\n")
        #expect(try json("watch --count", "watch", Self.stuck, "--count").count == 1)
        let shares = try json("watch --by", "watch", Self.stuck, "--by", "version", "--app=Shop")
        #expect(shares.map { $0["app_version"] as? String } == ["1.3", "1.2", "1.1"])
        #expect(shares.map { $0["sessions"] as? Int } == [0, truth.count, 0])
        let sizes = ["1.3", "1.2", "1.1"].map { version in fleet.sessions.count { $0.version == version } }
        #expect(shares.map { $0["of_sessions"] as? Int } == sizes)
        #expect(try json("watch --by", "watch", Self.stuck, "--by", "os").contains { $0["os"] == nil })
        let first = try #require(found.first)
        let line = try run("watch", Self.stuck, "-n1")
        let id = first["session"] as? String ?? ""
        #expect(line.output.hasPrefix("\(id.prefix(13))  at \(first["seq"] as? Int ?? -1) "), "\(line.output)")
    }

    private static func isNewer(_ one: PlantedFleet.Session, _ other: PlantedFleet.Session) -> Bool {
        one.startedAt == other.startedAt
            ? FleetID.session(one.id) < FleetID.session(other.id) : one.startedAt > other.startedAt
    }

    @Test func `The way to an answer is explained`() throws {
        let plan = try json("--explain", "watch", Self.stuck, "--explain")
        let count = try fleet.firstSeqs(Self.stuck).count
        #expect(plan.first?["known"] as? Int == count && plan.first?["read"] as? Int == 0)
        let text = try run("shortest", "type = 'Coupon' AND \(Self.stuck) AND seq > 1", "--explain").output
        let coupons = try fleet.firstSeqs("type = 'Coupon'").count
        #expect(
            text == """
                type = 'Coupon'  from the types: \(coupons) sessions
                \(Self.stuck)  from the values at /cart/status: \(count) sessions
                seq > 1  from states
                0 sessions known to match; the states of \(count) to be read

                """
        )
    }

    @Test func `A hunt leads from the crashes and the stuck carts to their causes`() throws {
        let groups = try json("crashes", "crashes")
        #expect(groups.reduce(0) { $0 + ($1["sessions"] as? Int ?? 0) } == fleet.sessions.count(where: \.isCrashed))
        #expect(groups.contains { $0["type"] as? String == "Share" })
        #expect(groups.contains { ($0["effects"] as? [[String: Any]])?.first?["name"] as? String == "upload" })
        let crashes = try run("crashes", "-n", "1")
        #expect(
            crashes.output.contains("sessions  Share  /number\n  1.3 (3), 1.1 (1)\n  under way: upload (4)\n"),
            "\(crashes.output)"
        )
        #expect(crashes.messages.contains("Hint: Write the shortest session to a file:\n  rewind fleet pull "))

        let before = try json("before", "before", Self.stuck, "--app", "Shop")
        let stuck = fleet.sessions.filter { $0.stuckAt != nil }
        let coupon = try #require(before.first { $0["type"] != nil })
        #expect(coupon["type"] as? String == "Coupon" && coupon["sessions"] as? Int == stuck.count)
        #expect(before.prefix(4).contains { $0["app_version"] as? String == "1.2" })
        #expect(before.contains { $0["os"] as? String == "iOS 18.1" } && before.contains { $0["device"] != nil })
        let failed = before.prefix(4).first { $0["outcome"] as? String == "failed" }
        #expect(failed?["effect"] as? String == "GET /discount")
        let text = try run("before", Self.stuck, "--app", "Shop").output.split(separator: "\n")
        #expect(text.first == "\(stuck.count) sessions with a match, \(40 - stuck.count) without")
        #expect(text.dropFirst(2).prefix(4).contains { $0.hasPrefix("Coupon                   100 %  ") }, "\(text)")
        #expect(text.contains { $0.hasPrefix("GET /discount (failed)  ") })

        let shortest = try json("watch", "shortest", Self.stuck)
        let least = try #require(stuck.compactMap(\.stuckAt).min())
        let id = try #require(shortest.first?["session"] as? String)
        #expect(shortest.first?["seq"] as? Int == least && stuck.contains { $0.id == id && $0.stuckAt == least })
        let pulled = fleet.folder.file("pulled.rewind")
        #expect(try run("pull", String(id.prefix(13)), "-o", pulled.path).status == 0)
        let timeline = try Timeline(opening: pulled)
        #expect(try timeline.value(at: least, ["cart", "status"]) == PlantedFleet.stuck)
        timeline.session.close()

        let blame = try json("blame", "blame", "/cart/status", "--app", "Shop")
        #expect(Set(blame.compactMap { $0["type"] as? String }) == ["Pay"])
        #expect(try run("blame", "/cart/status").output.hasPrefix("Pay  "))
        let stats = try json("stats", "stats")
        #expect(stats.first?["sessions"] as? Int == 44)
        #expect(try run("stats").output.contains("\nShop 1.1 "))
    }

    @Test func `A push that cannot go on prints what was stored`() throws {
        let urls = try (0..<2).map { number in
            let url = fleet.folder.session("new\(number).rewind")
            try BranchingSession(parents: Array(0..<9)).write(to: url, facts: [SessionFact.idKey: UUID().uuidString])
            return url
        }
        try PostgresConnection(fleet.address).execute(
            """
            CREATE SEQUENCE stored;
            CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                IF nextval('stored') > 1 THEN RAISE EXCEPTION 'no space' USING ERRCODE = '53100'; END IF;
                RETURN NULL;
            END $$;
            CREATE TRIGGER full_disk BEFORE INSERT ON rewind.session FOR EACH STATEMENT EXECUTE FUNCTION fill();
            """
        )
        let answer = try run(["push", "--jobs", "1"] + urls.map(\.path))
        #expect(answer.output == "1 session stored with 9 actions; 0 already there\n" && answer.status == 2)
        #expect(answer.messages == "Error: The disk of the database is full.\n")
    }

    @Test func `A text is searched in all sessions`() throws {
        let found = try json("search", "search", "stuck", "-n", "100")
        let stuck = Set(fleet.sessions.filter { $0.stuckAt != nil }.map(\.id))
        #expect(Set(found.compactMap { $0["session"] as? String }) == stuck)
        let line = try run("search", "stuck", "-n", "1")
        #expect(
            line.output.contains("  Pay ") && line.output.contains("/cart/status  \"it's \\\"stuck\\\"\""),
            "\(line.output)"
        )
        #expect(line.messages == "Note: only the first 1 row; to see more, use --limit 10.\n")
        let none = try run("search", "'; DROP TABLE rewind.session; --")
        #expect(none.status == 1 && none.messages.contains("is in no session.\n"))
    }

    @Test func `The page about asking shows what the commands print`() throws {
        let name = "../Sources/RewindCommands/RewindCommands.docc/AskingAFleet.md"
        let url = URL(fileURLWithPath: #filePath).appending(path: "../../../Fixtures/\(name)").standardizedFileURL
        let page = try String(contentsOf: url, encoding: .utf8)
        var shown = page
        for block in page.matches(of: #/```console\n\$ rewind fleet ([^\n]*)\n[^`]*```/#) {
            // The words as a shell reads them.
            let words = block.1.matches(of: #/"[^"]*"|[^ ]+/#).map { $0.0.trimmingPrefix("\"") }
            let answer = try run(words.map { $0.hasSuffix("\"") ? String($0.dropLast()) : String($0) })
            #expect(answer.status == 0, "\(block.1): \(answer.messages)")
            shown = shown.replacing(block.0, with: "```console\n$ rewind fleet \(block.1)\n\(answer.output)```")
        }
        try expectSnapshot(shown, name)
    }

    @Test(
        arguments: [
            (
                ["watch", "at('/cart/statu') = 1"], 1,
                "Note: No session has a value at /cart/statu.\nHint: Did you"
            ),
            (["watch", "at('/cart/status') = 1"], 1, "Note: The condition is true in no session.\nHint: "),
            (
                ["before", "1"], 1,
                "Note: The condition is true in all sessions, and can be compared with none."
            ),
            (["watch", "at('cart')"], 2, "Error: EXPR contains \"cart\", which is not a JSON Pointer."),
            (["watch", "at('/cart"], 2, "Error: Invalid EXPR: "),
            (["watch", "1) OR (1=1"], 2, "Error: Invalid EXPR: near \")\": syntax error."),
            (["forget", "--dry-run", "--where", "'"], 2, "Error: Invalid EXPR: unrecognized token: \"'\"."),
            (
                ["watch", "at('/cart/status') = '\(String(repeating: "x", count: 100_000))'"], 2,
                "Error: EXPR has 100"
            ),
            (["pull", "0000", "--app", "Shop"], 1, "Note: The database has no session 0000."),
            (
                ["ls", "--database", "mysql://x"], 2,
                "Error: No connection to the database: mysql:// is not an address of PostgreSQL."
            ),
            (
                ["shortest", "(SELECT count(*) FROM session)"], 2,
                "Error: Invalid EXPR: no such table: session."
            ),
            (["watch", "1", "--count", "-n", "1"], 64, "Error: --count cannot be combined with -n."),
            (["watch", "1", "--count", "--by", "os"], 64, "Error: --count cannot be combined with --by."),
            (["ls", "--since", "yesterday"], 64, "Error: \"yesterday\" is not a day such as "),
            (["blame", "cart"], 2, "Error: \"cart\" is not a JSON Pointer."),
            (["blame", "/nowhere"], 1, "Note: No session has a value at /nowhere."),
            (["crashes", "--app-version", "9"], 1, "Note: No session that fits ended with a crash."),
        ] as [([String], Int32, String)]
    )
    func `A question without an answer gets a reason`(arguments: [String], status: Int32, message: String) throws {
        let answer = try run(arguments)
        #expect(answer.status == status && answer.messages.hasPrefix(message), "\(answer)")
        #expect(answer.output == "")
    }
}

#endif

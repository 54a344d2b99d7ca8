#if Fleet

import Foundation
import RewindSession
import RewindTimeline
import RewindTree
import TestSupport
import Testing

@testable import RewindFleet

@Suite(.needsPostgres, .ownThreads) struct FleetQuestionTests {
    /// Expressions, each with the ways to its answer.
    private static let expressions: [(String, [FleetQuestion.Part.Way])] = [
        ("at('/cart/status') = 'it''s \"stuck\"'", [.values(["cart", "status"])]),
        ("at('/cart/status') IS NULL", [.values(["cart", "status"])]),
        ("at('/user') IS NOT NULL", [.values(["user"])]), ("at('/user') IS NULL", [.values(["user"])]),
        ("at('/user') = 'guest'", [.values(["user"])]),
        ("json_valid(at('/user')) AND at('/user') ->> 'name' = 'Ann'", [.values(["user"]), .values(["user"])]),
        ("at('/number') = 3", [.values(["number"])]), ("at('/number') = 30", [.values(["number"])]),
        ("at('/number') < 0", [.values(["number"])]), ("at('/number') > 50", [.values(["number"])]),
        ("at('/cart/total') BETWEEN 30 AND 40", [.values(["cart", "total"])]),
        ("length(at('/user')) > 50", [.values(["user"])]),
        ("at('/nowhere') IS NULL", [.values(["nowhere"])]), ("at('/nowhere') = 1", [.values(["nowhere"])]),
        ("at('/items') IS NULL", [.values(["items"])]), ("at('/more') IS NOT NULL", [.values(["more"])]),
        ("at('/items') = 7 OR at('/items') = ''", [.values(["items"])]), ("at('') IS NOT NULL", [.values([])]),
        ("at('/cart/items/0/price') = 5", [.states]), ("at('/cart/total') > at('/number') / 2", [.states]),
        ("at('/cart/total') > was('/cart/total') + 4", [.states]), ("payload('/note') LIKE '%Share%3'", [.states]),
        ("seq = 17", [.states]), ("type = 'Coupon'", [.types]), ("type IS NULL", [.types]),
        ("type GLOB '*r*'", [.types]),
        ("type = 'Nothing'", [.types]), ("1", [.types]), ("NULL", [.types]),
        ("type = 'Pay' AND at('/cart/status') LIKE '%stuck%'", [.types, .values(["cart", "status"])]),
        ("at('/cart/total') BETWEEN 3 AND 5 AND seq < 30", [.values(["cart", "total"]), .states]),
        ("at('/user') = 'guest' AND at('/cart/status') = 'paid'", [.values(["user"]), .values(["cart", "status"])]),
        ("at('/user') <> 'guest' OR type = 'Share'", [.states]),
        ("at('/' || 'number') = 2 -- ' AND", [.values(["number"])]),
    ]

    @Test(arguments: 1...UInt64(Thoroughness.count(1, orInFull: 6)))
    func `The sessions that match are those of which a state matches`(seed: UInt64) throws {
        let fleet = try PlantedFleet(seed: seed, count: Thoroughness.count(24, orInFull: 100), length: 80)
        var (found, read) = (0, 0)
        for (text, ways) in Self.expressions {
            let question = try FleetQuestion(text, FleetFilter(), in: fleet.database) { try Condition($0) }
            #expect(question.parts.map(\.way) == ways, "\(text)")
            let matches = try question.matches { _, _ in }
            let truth = try fleet.firstSeqs(text)
            let answer = Dictionary(matches.map { ($0.session.id, $0.seq) }) { $1 }
            #expect(answer == truth, "\(text)")
            #expect(matches.count == answer.count)
            #expect(matches.map(\.session.startedAt) == matches.map(\.session.startedAt).sorted { $0 ?? 0 > $1 ?? 0 })
            found += truth.count
            read += try question.counts().candidates
        }
        #expect(found > 100 && read > 50)
        let exact = try FleetQuestion(Self.expressions[0].0, FleetFilter(), in: fleet.database) { try Condition($0) }
        let counts = try exact.counts()
        #expect(counts.candidates == 0 && counts.exact == fleet.sessions.count { $0.stuckAt != nil })
        #expect(counts.exact > 0)
        let long = try FleetQuestion("at('/number') > 60", FleetFilter(), in: fleet.database) { try Condition($0) }
        let longer = try fleet.sessions.count { session in
            try session.app == "Shop" && fleet.read(session) { $0.last > 60 }
        }
        #expect(try long.counts() == (0, longer) && longer > 3 && longer < fleet.sessions.count - 3)
        let filter = FleetFilter(version: "1.2", since: PlantedFleet.start + PlantedFleet.day)
        for text in ["type = 'Coupon'", "at('/user') IS NULL", "seq = 17", "at('/number') = 30"] {
            let question = try FleetQuestion(text, filter, in: fleet.database) { try Condition($0) }
            let answer = try question.matches { _, _ in }
            let truth = try fleet.firstSeqs(text) {
                $0.version == "1.2" && $0.startedAt >= PlantedFleet.start + PlantedFleet.day
            }
            #expect(Dictionary(answer.map { ($0.session.id, $0.seq) }) { $1 } == truth, "\(text)")
        }
    }

    /// Writes a session whose states have a random value at `/v`; with `isNumeric`, a number or none.
    private static func write(_ url: URL, isNumeric: Bool, _ random: inout SplitMix64) throws {
        let states = try (0...60).map { _ -> Tree in
            let value: Tree? =
                switch random.below(isNumeric ? 6 : 11) {
                case 0: nil
                case 1: .double(Double(random.below(400)) / 8)
                case 2: .integer(1 << 53 + Int64(random.below(4)))
                case 3: try Tree(parsing: Array("\(1 + random.below(9))\(String(repeating: "0", count: 80))".utf8))
                case 6: .null
                case 7: .bool(random.below(2) == 0)
                case 8: ["a": 1]
                case 9, 10: .string(random.pick(["", "10", "a'b", String(repeating: "long", count: 30)]))
                default: .integer(Int64(random.below(80)) - 20)
                }
            return Tree(members: value.map { [("v", $0)] } ?? [])
        }
        try BranchingSession(states: states).write(to: url, facts: [SessionFact.idKey: UUID().uuidString])
    }

    @Test(arguments: 1...UInt64(Thoroughness.count(2, orInFull: 12)))
    func `Comparisons with literals are decided as in the states, from few of them`(seed: UInt64) throws {
        let fleet = try FleetDatabase(try #require(FleetCluster.shared).createFleet())
        let folder = TemporaryFolder()
        var random = SplitMix64(seed: seed)
        let urls = (0..<8).map { folder.session("\($0).rewind") }
        for (number, url) in urls.enumerated() {
            try Self.write(url, isNumeric: number % 2 == 0, &random)
            _ = try fleet.push(url)
        }
        let literals = [
            "0", "-21", "-20", "59", "59.0", "60.", "6e1", "+7.125", "- 3", "1.e3", "9007199254740993",
            "9007199254740995", "9007199254740992.0", "1e81", "1e999", "'10'", "'a''b'", "'nothing'", "0x10", "1 + 1",
            "NULL",
        ]
        var expressions = ["=", "==", "<", "<=", ">", ">=", "<>", "IS"].flatMap { sign in
            literals.map { "at('/v') \(sign) \($0)" }
        }
        expressions += ["-30 AND -21", "58 and 70", "5 AND 3", "1e80 AND 9e80", "0 AND '1'"].map {
            "at('/v') BETWEEN \($0)"
        }
        expressions += ["at('/v') IS NULL", "at('/v') NOT NULL", "at('/v') < 5 COLLATE NOCASE", "at('/v') + 1 > 59"]
        var found = 0
        for text in expressions {
            let question = try FleetQuestion(text, FleetFilter(), in: fleet) { try Condition($0) }
            let answer = try question.matches { _, _ in }.map { "\($0.session.id) \($0.seq)" }
            let condition = try Condition(text)
            let truth = try urls.compactMap { url -> String? in
                let timeline = try Timeline(opening: url)
                defer { timeline.session.close() }
                let id = try timeline.session.facts()[SessionFact.idKey]?.lowercased() ?? ""
                let holds = try timeline.test(condition)
                return try (0...timeline.last).first { try holds($0) }.map { "\(id) \($0)" }
            }
            #expect(answer.sorted() == truth.sorted(), "\(text)")
            found += truth.count
        }
        #expect(found > 300)
        for text in ["< -20.5", "= -21", "BETWEEN -30 AND -21", "= 1e90"] {
            let question = try FleetQuestion("at('/v') \(text)", FleetFilter(), in: fleet) { try Condition($0) }
            #expect(try question.counts() == (0, 0), "\(text)")
        }
    }

    @Test func `The counts are those of the files`() throws {
        let fleet = try PlantedFleet(seed: 2, count: 30, length: 60)
        let crashes = try fleet.database.crashes(FleetFilter())
        let crashed = fleet.sessions.filter(\.isCrashed)
        #expect(crashed.count > 3)
        #expect(crashes.reduce(0) { $0 + $1.versions.sessions } == crashed.count)
        let shares = try #require(
            crashes.first { $0.type == "Share" && $0.versions.all.contains { $0.version == "1.3" } }
        )
        #expect(shares.versions.all.first { $0.version == "1.3" }?.sessions == crashed.count { $0.version == "1.3" })
        #expect(shares.pointers == ["/number"] || shares.pointers == ["/number", "/screen"])
        let ends = try crashed.filter { $0.version == "1.3" }.map { try fleet.read($0) { $0.last } }
        #expect(crashes.filter { $0.type == "Share" }.map(\.shortest.actions).min() ?? .max <= ends.min() ?? 0)
        var uploads = 0
        for session in crashed {
            let sql = "SELECT name FROM effect WHERE kind <> 'note' AND id NOT IN (SELECT effect FROM outcome)"
            uploads += try SQL.column(sql, in: session.url).count { $0 == "upload" }
        }
        #expect(uploads > 1 && crashes.allSatisfy { $0.effects.allSatisfy { $0.name == "upload" } })
        #expect(crashes.flatMap(\.effects).reduce(0) { $0 + $1.sessions } == uploads)
        #expect(shares.effects.map(\.sessions) == [shares.versions.sessions])

        let stats = try fleet.database.stats(FleetFilter())
        #expect(stats.total.sessions == fleet.sessions.count && stats.total.crashed == crashed.count)
        #expect(stats.versions.reduce(0) { $0 + $1.sessions } == fleet.sessions.count)
        #expect(stats.days.map(\.sessions).reduce(0, +) == fleet.sessions.count && stats.days.count == 5)
        let actions = try fleet.sessions.map { try fleet.read($0) { $0.last } }.reduce(0, +)
        #expect(stats.total.actions == actions)
        for session in try fleet.database.sessions(FleetFilter(isCrashed: true)) {
            #expect(crashed.contains { $0.id == session.id && $0.version == session.version })
        }
    }

    @Test func `The cause of a planted bug comes first among the actions before it`() throws {
        let fleet = try PlantedFleet(seed: 5, count: 60, length: 80)
        let text = "at('/cart/status') LIKE '%stuck%'"
        let question = try FleetQuestion(text, FleetFilter(app: "Shop"), in: fleet.database) { try Condition($0) }
        let matches = try question.matches { _, _ in }
        let found = try fleet.database.precedents(of: matches, FleetFilter(app: "Shop"))
        let stuck = fleet.sessions.filter { $0.stuckAt != nil }
        #expect(found.sessions == stuck.count && found.others == 60 - stuck.count && stuck.count > 5)
        let events: Set<FleetPrecedents.Event> = [
            .action("Coupon"), .effect("GET /discount"), .outcome("failed", of: "GET /discount"),
            .fact("app_version", is: "1.2"),
        ]
        #expect(Set(found.all.prefix(4).map(\.event)) == events)
        #expect(found.all.prefix(4).allSatisfy { $0.sessions > stuck.count / 2 && $0.difference.low > 0 })
        #expect(found.all.contains { $0.event == .effect("upload") })
        #expect(!found.all.contains { $0.event == .effect("form shown") })
        for precedent in found.all {
            func count(_ sessions: [PlantedFleet.Session], end: (PlantedFleet.Session, Int) -> Int) throws -> Int {
                try sessions.count { session in
                    let end = try fleet.read(session) { end(session, $0.last) }
                    let window = "seq BETWEEN \(end - 20) AND \(end - 1)"
                    let sql =
                        switch precedent.event {
                        case .action(let type):
                            """
                            SELECT 1 FROM action JOIN action_type t ON t.id = action.type
                            WHERE t.name = '\(type)' AND seq BETWEEN \(end - 19) AND \(end)
                            """
                        case .effect(let name): "SELECT 1 FROM effect WHERE name = '\(name)' AND \(window)"
                        case .outcome(let status, let name):
                            """
                            SELECT 1 FROM outcome WHERE status = '\(status)' AND \(window)
                                AND effect IN (SELECT id FROM effect WHERE name = '\(name)')
                            """
                        case .fact(let name, let value):
                            "SELECT 1 FROM session WHERE key = '\(name)' AND value = '\(value)'"
                        }
                    return try !SQL.column(sql, in: session.url).isEmpty
                }
            }
            #expect(try precedent.sessions == count(stuck) { session, _ in session.stuckAt ?? 0 })
            let others = fleet.sessions.filter { $0.stuckAt == nil && $0.app == "Shop" }
            #expect(
                try precedent.others == count(others) { 1 + Int(FleetID.session($0.id) / 65_536) % $1 },
                "\(precedent.event)"
            )
        }
    }

    @Test(arguments: ["Coupon 'n'", "a/b\\c Ä", "item 4", "it's \"stuck\"", "';--", "\"", "%", "pay", "nothing", "\\"])
    func `A text is found in the sessions that contain it`(text: String) throws {
        let fleet = try PlantedFleet(seed: 4, count: 12, length: 40)
        var found: Set<String> = []
        try fleet.database.forEachSession(thatMayContain: text, FleetFilter(), progress: { _, _ in }) {
            session,
            timeline in
            try timeline.session.forEachFind(of: TextPattern(text)) { _ in
                found.insert(session.id)
                return false
            }
            return true
        }
        var truth: Set<String> = []
        for session in fleet.sessions {
            try fleet.read(session) { timeline in
                try timeline.session.forEachFind(of: TextPattern(text)) { _ in
                    truth.insert(session.id)
                    return false
                }
            }
        }
        #expect(found == truth)
    }

    @Test func `A list, a type and the beginning of an id are found by an index`() throws {
        let fleet = try PlantedFleet(seed: 7, count: 30, length: 20)
        // On tables this small, PostgreSQL would read all rows.
        func ask() throws {
            let database = try FleetDatabase(fleet.address + "&options=-c%20enable_seqscan%3Doff")
            #expect(try database.sessions(FleetFilter(), limit: 2).count == 2)
            #expect(try database.session(String(fleet.sessions[3].id.prefix(13))).id == fleet.sessions[3].id)
            _ = try FleetQuestion("type = 'Coupon'", FleetFilter(), in: database) { try Condition($0) }
        }
        try ask()
        let connection = try PostgresConnection(fleet.address)
        func reads(_ index: String) throws -> Int64? {
            let sql = """
                SELECT sum(idx_tup_read)::bigint FROM pg_stat_user_indexes
                WHERE idx_scan > 0 AND indexrelname LIKE $1
                """
            return try connection.rows(sql, [.text(index)]) { $0.int(0) }.first ?? nil
        }
        // Counted when the connection has ended.
        #expect(eventually { (try? reads("session_started")) != nil })
        #expect(try reads("session_started").map { 1...3 ~= $0 } == true)
        #expect(try reads("session_id") == 1)
        let coupons = try fleet.firstSeqs("type = 'Coupon'").count
        #expect(try reads("change_%_pointer_type_idx") == Int64(coupons))
    }

    @Test func `SQL in a question is text`() throws {
        let fleet = try PlantedFleet(seed: 6, count: 6, length: 20)
        let evil = "x'; DROP TABLE rewind.session; --"
        #expect(try fleet.database.sessions(FleetFilter(app: evil, version: evil)) == [])
        #expect(try fleet.database.sessions(FleetFilter(version: "x'; DROP TABLE y; --")).count == 4)
        #expect(try fleet.database.blame([evil], FleetFilter(app: evil)).isEmpty)
        let text = "at('/x''; DROP TABLE rewind.session; --') = 'x''; DROP TABLE rewind.value; --'"
        let question = try FleetQuestion(text, FleetFilter(), in: fleet.database) { try Condition($0) }
        #expect(try question.matches { _, _ in }.isEmpty)
        #expect(try fleet.database.sessions(FleetFilter()).count == 10)
    }
}

#endif

#if Fleet

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
        ("at('/number') < 0", [.values(["number"])]), ("length(at('/user')) > 50", [.values(["user"])]),
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
        ]
        #expect(Set(found.all.prefix(3).map(\.event)) == events)
        #expect(found.all.prefix(3).allSatisfy { $0.sessions > stuck.count / 2 && $0.difference.low > 0 })
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

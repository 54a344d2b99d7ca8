#if Fleet

import Foundation
import RewindFleet
import RewindSession
import RewindTimeline
import RewindTree
import RewindUpkeep
import TestSupport
import Testing

@Suite(.needsPostgres, .ownThreads, .serialized) struct PushFailureTests {
    private let folder = TemporaryFolder()

    private func write(_ count: Int, actions: Int = 60) throws -> [URL] {
        try (0..<count).map { number in
            let url = folder.session("\(number).rewind")
            let facts = [SessionFact.idKey: UUID().uuidString, "app": "App"]
            try BranchingSession(operationsFrom: UInt64(number), count: actions).write(to: url, facts: facts)
            return url
        }
    }

    /// Expects that each session in the database has all of its actions, and that nothing else is there.
    private func expectWhole(_ address: String, _ comment: Comment) throws {
        let counts = try PostgresConnection(address).rows(
            """
            SELECT (SELECT count(*) FROM rewind.session s
                    WHERE s.last - s.first <> (SELECT count(*) FROM rewind.action a WHERE a.session = s.key)),
                (SELECT count(*) FROM rewind.action WHERE session NOT IN (SELECT key FROM rewind.session)),
                (SELECT count(*) FROM rewind.value WHERE session NOT IN (SELECT key FROM rewind.session)),
                (SELECT count(*) FROM rewind.chunk_use WHERE chunk NOT IN (SELECT id FROM rewind.chunk)),
                (SELECT count(*) FROM rewind.value WHERE pointer NOT IN (SELECT id FROM rewind.pointer))
            """
        ) { row in (0..<5).map { row.int($0) } }
        #expect(counts == [[0, 0, 0, 0, 0]], comment)
    }

    @Test func `A session that several processes store at once is stored once`() throws {
        let address = try #require(FleetCluster.shared).createFleet()
        let urls = try write(6)
        let results = Results()
        try Threads(4) { _ in
            let fleet = try FleetDatabase(address)
            for url in urls { results.add(try fleet.push(url)) }
        }.wait()
        #expect(results.stored == urls.count)
        #expect(results.all.count == 4 * urls.count)
        try expectWhole(address, "at once")
    }

    @Test(.timeLimit(.minutes(10)))
    func `Sessions are stored and asked about while others are erased`() throws {
        let address = try #require(FleetCluster.shared).createFleet()
        let fleet = try FleetDatabase(address)
        let count = Thoroughness.count(12, orInFull: 60)
        let urls = try write(2 * count)
        let (old, new) = (urls[..<count], urls[count...])
        for url in old { _ = try fleet.push(url) }
        let erased = Set(try fleet.sessions(FleetFilter()))
        let results = Results()
        let work = Threads(4) { number in
            let fleet = try FleetDatabase(address)
            switch number {
            case 0: for session in erased { try fleet.erase([session], containing: nil) }
            case 1:
                while try !erased.isDisjoint(with: fleet.sessions(FleetFilter())) {
                    _ = try fleet.blame(.root, FleetFilter())
                    _ = try FleetQuestion("at('') IS NOT NULL", FleetFilter(), in: fleet) { try Condition($0) }
                }
            default:
                // Many transactions at a time, and each session again and again.
                for url in Array(repeating: new, count: 3).joined() { results.add(try fleet.push(url)) }
            }
        }
        try work.wait()
        #expect(results.stored == count)
        #expect(Set(try fleet.sessions(FleetFilter()).map(\.id)) == Set(results.all.map(\.id)))
        try expectWhole(address, "beside deletions")
        for id in Set(results.all.map(\.id)) {
            let copy = folder.session("\(id).rewind")
            try fleet.pull(fleet.session(id), to: copy)
            guard case .known = try fleet.push(copy) else { throw CocoaError(.fileReadCorruptFile) }
        }
    }

    @Test func `A push that the server ends because of another transaction is repeated`() throws {
        let address = try #require(FleetCluster.shared).createFleet()
        let fleet = try FleetDatabase(address)
        let urls = try write(1)
        // What a sequence counts is not undone.
        try PostgresConnection(address).execute(
            """
            CREATE SEQUENCE tries;
            CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                CASE nextval('tries')
                    WHEN 1 THEN RAISE EXCEPTION 'deadlock detected' USING ERRCODE = '40P01';
                    WHEN 2 THEN RAISE EXCEPTION 'could not serialize access' USING ERRCODE = '40001';
                    ELSE RETURN NULL;
                END CASE;
            END $$;
            CREATE TRIGGER fail BEFORE INSERT ON rewind.session FOR EACH STATEMENT EXECUTE FUNCTION fail();
            """
        )
        #expect(try fleet.push(urls[0]) == fleet.push(urls[0]).asStored(60))
        try expectWhole(address, "repeated")
        let sql = "SELECT sum(count)::bigint, (SELECT last_value FROM tries) FROM rewind.change WHERE pointer = 0"
        let counts = try PostgresConnection(address).rows(sql) { [$0.int(0), $0.int(1)] }
        #expect(counts == [[60, 3]])
    }

    @Test(.timeLimit(.minutes(30)))
    func `What was acknowledged survives crashes of the server, and the rest can be stored again`() throws {
        let cluster = try #require(FleetCluster("crash"))
        let address = try cluster.createFleet()
        let urls = try write(6, actions: 100)
        var random = SplitMix64(seed: 27)
        for round in 0..<Thoroughness.kills(3) {
            for session in try FleetDatabase(address).sessions(FleetFilter()) {
                try FleetDatabase(address).delete([session])
            }
            let results = Results()
            let pause = Double(random.below(400)) / 1_000
            let worker = Threads(2) { _ in
                do {
                    let fleet = try FleetDatabase(address)
                    for url in urls { results.add(try fleet.push(url)) }
                } catch FleetError.connectionLost {
                } catch FleetError.noConnection {
                }
            }
            Thread.sleep(forTimeInterval: pause)
            try cluster.crash()
            try worker.wait()
            let fleet = try FleetDatabase(address)
            let there = Set(try fleet.sessions(FleetFilter()).map(\.id))
            #expect(Set(results.all.map(\.id)).isSubset(of: there), "round \(round)")
            try expectWhole(address, "round \(round)")
            for url in urls { _ = try fleet.push(url) }
            #expect(try fleet.sessions(FleetFilter()).count == urls.count)
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `A killed push leaves whole sessions, and can be repeated`() throws {
        let cluster = try #require(FleetCluster.shared)
        let urls = try write(10, actions: 200)
        var random = SplitMix64(seed: 28)
        for round in 0..<Thoroughness.kills(3) {
            let address = try cluster.createFleet()
            let process = Process()
            process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
                .deletingLastPathComponent().appendingPathComponent("rewind")
            process.arguments = ["fleet", "push"] + urls.map(\.path)
            process.environment = ["REWIND_DATABASE": address, "PATH": "/usr/bin:/bin"]
            (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
            try process.run()
            Thread.sleep(forTimeInterval: 0.1 + Double(random.below(900)) / 1_000)
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            try expectWhole(address, "round \(round)")
            let fleet = try FleetDatabase(address)
            for url in urls { _ = try fleet.push(url) }
            try expectWhole(address, "round \(round), repeated")
            #expect(try fleet.sessions(FleetFilter()).count == urls.count)
        }
    }

    @Test func `Sessions that cannot be stored are refused with a reason`() throws {
        let address = try #require(FleetCluster.shared).createFleet()
        let fleet = try FleetDatabase(address)
        let urls = try write(4)
        func unfit(_ url: URL, _ reason: FleetError.Unfitness) -> FleetError { .unfit(path: url.path, reason) }
        try SQL.execute("UPDATE action SET patch = '[]' WHERE seq = 3", in: urls[0])
        #expect(throws: unfit(urls[0], .damaged(findings: 1))) { try fleet.push(urls[0]) }
        try SQL.execute(
            """
            WITH n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 10200)
            INSERT INTO action_type SELECT i, 'T' || i, 'codable' FROM n
            """,
            in: urls[1]
        )
        #expect(throws: unfit(urls[1], .types)) { try fleet.push(urls[1]) }
        let writer = try SessionWriter(creating: folder.session("live.rewind"), facts: [:], syncs: false)
        let log = try CrashLog(creatingFor: folder.session("live.rewind"), medium: .file)
        try writer.write { try $0.setInitialState(["a": 1]) }
        #expect(throws: unfit(folder.session("live.rewind"), .live)) { try fleet.push(folder.session("live.rewind")) }
        try writer.close()
        log.remove()
        _ = try fleet.push(urls[2])
        try SQL.execute("INSERT INTO bookmark VALUES ('b', 1, NULL, 1)", in: urls[2])
        #expect(throws: unfit(urls[2], .otherContents)) { try fleet.push(urls[2]) }
        #expect(throws: SessionError.notFound(path: "/none.rewind")) {
            try fleet.push(URL(fileURLWithPath: "/none.rewind"))
        }
        try expectWhole(address, "refused")
        #expect(try fleet.sessions(FleetFilter()).count == 1)
    }

    @Test func `Each role can do its work and nothing else`() throws {
        let cluster = try #require(FleetCluster.shared)
        let name = try cluster.createDatabase()
        _ = try FleetDatabase.initialize(cluster.address(name))
        let collector = cluster.address(name, role: try cluster.createLogin(for: "rewind_collector"))
        let analyst = cluster.address(name, role: try cluster.createLogin(for: "rewind_analyst"))
        let urls = try write(2)
        let fleet = try FleetDatabase(collector)
        #expect(try fleet.push(urls[0]) == fleet.push(urls[0]).asStored(60))
        let reading = try PostgresConnection(analyst)
        let parts = ["action", "change", "value", "chunk_use", "effect", "outcome", "note"]
        for table in ["session", "type", "pointer", "chunk", "forgotten"] + parts {
            let connection = try PostgresConnection(collector)
            for sql in ["SELECT * FROM", "DELETE FROM", "TRUNCATE"] {
                #expect(throws: FleetError.self, "\(sql) \(table)") { try connection.execute("\(sql) rewind.\(table)") }
            }
            try reading.execute("SELECT * FROM rewind.\(table)")
            for sql in ["INSERT INTO rewind.\(table) DEFAULT VALUES", "DELETE FROM rewind.\(table)"] {
                #expect(throws: FleetError.self, "\(sql)") { try reading.execute(sql) }
            }
        }
        #expect(throws: FleetError.self) { try FleetDatabase(analyst).push(urls[1]) }
        // It adds partitions.
        #expect(throws: FleetError.self) { try reading.execute("SELECT rewind.today()") }
        #expect(try FleetDatabase(analyst).sessions(FleetFilter()).count == 1)
    }

    @Test func `Databases that are not a fleet, of another version or not there are told apart`() throws {
        let cluster = try #require(FleetCluster.shared)
        let name = try cluster.createDatabase()
        let address = cluster.address(name)
        #expect(throws: FleetError.notInitialized) { try FleetDatabase(address) }
        #expect(try FleetDatabase.initialize(address) == nil)
        #expect(try FleetDatabase.initialize(address) == FleetDatabase.version)
        try PostgresConnection(address).execute("INSERT INTO rewind.migration VALUES (99)")
        #expect(throws: FleetError.newerVersion(found: 99)) { try FleetDatabase(address) }
        #expect(throws: FleetError.newerVersion(found: 99)) { try FleetDatabase.initialize(address) }
        #expect(throws: FleetError.self) { try FleetDatabase(cluster.address("none")) }
        #expect(throws: FleetError.self) { try FleetDatabase("postgresql://127.0.0.1:1/none?connect_timeout=2") }
    }

    @Test func `A database of version 1 is updated, and keeps its sessions`() throws {
        let address = try #require(FleetCluster.shared).createFleet()
        let urls = try write(2)
        let id = try FleetDatabase(address).push(urls[0]).id
        try PostgresConnection(address).execute(
            """
            ALTER TABLE rewind.session DROP COLUMN sender, ADD COLUMN notes text;
            UPDATE rewind.session SET notes = (SELECT text FROM rewind.note WHERE session = key);
            DROP TABLE rewind.effect, rewind.outcome, rewind.note, rewind.forgotten;
            DROP FUNCTION rewind.contents, rewind.add_partitions;
            DROP INDEX rewind.session_id;
            ALTER TABLE rewind.action DROP COLUMN cause_effect, DROP COLUMN cause_action;
            ALTER TABLE rewind.value DROP COLUMN least, DROP COLUMN greatest;
            DELETE FROM rewind.migration WHERE version > 1;
            """
        )
        #expect(throws: FleetError.olderVersion(found: 1)) { try FleetDatabase(address) }
        #expect(try FleetDatabase.initialize(address) == 1)
        let fleet = try FleetDatabase(address)
        #expect(try fleet.push(urls[0]) == .known(id: id))
        let copy = folder.session("copy.rewind")
        try fleet.pull(fleet.session(id), to: copy)
        #expect(try fleet.push(copy) == .known(id: id))
        let effects = folder.session("effects.rewind")
        try EffectSession.write(to: effects)
        #expect(try fleet.push(effects) == fleet.push(effects).asStored(5))
    }

    @Test func `A full disk and an interruption leave nothing of a session`() throws {
        let address = try #require(FleetCluster.shared).createFleet()
        let urls = try write(2)
        try PostgresConnection(address).execute(
            """
            CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN RAISE EXCEPTION 'no space' USING ERRCODE = '53100'; END $$;
            CREATE TRIGGER full_disk BEFORE INSERT ON rewind.chunk FOR EACH STATEMENT EXECUTE FUNCTION fill();
            """
        )
        let fleet = try FleetDatabase(address)
        #expect(throws: FleetError.diskFull) { try fleet.push(urls[0]) }
        try expectWhole(address, "full")
        try PostgresConnection(address).execute("DROP TRIGGER full_disk ON rewind.chunk")
        var isStopped = false
        let interrupted = try FleetDatabase(address) { if isStopped { throw CancellationError() } }
        #expect(throws: CancellationError.self) {
            try interrupted.push(urls[0]) { progress in
                if progress.stage == .checkingStates { isStopped = true }
            }
        }
        isStopped = false
        try expectWhole(address, "interrupted")
        #expect(try interrupted.push(urls[0]).id == fleet.push(urls[0]).id)
    }

    /// The results of several threads.
    ///
    /// Safe to share because its state is only accessed under `lock`.
    private final class Results: @unchecked Sendable {
        private let lock = NSLock()
        private var results: [PushResult] = []

        func add(_ result: PushResult) { lock.withLock { results.append(result) } }

        var all: [PushResult] { lock.withLock { results } }

        var stored: Int {
            all.filter { if case .stored = $0 { true } else { false } }.count
        }
    }
}

extension PushResult {
    var id: String {
        switch self {
        case .stored(let id, _), .known(let id): id
        }
    }

    /// Returns the result of the first time that the session was stored.
    func asStored(_ actions: Int) -> PushResult { .stored(id: id, actions: actions) }
}

#endif

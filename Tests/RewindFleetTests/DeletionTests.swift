#if Fleet

import Foundation
import RewindFleet
import RewindSession
import RewindTree
import TestSupport
import Testing

@Suite(.needsPostgres, .ownThreads) struct DeletionTests {
    private let folder = TemporaryFolder()
    private let cluster: FleetCluster
    private let address: String
    private let fleet: FleetDatabase

    init() throws {
        cluster = try #require(FleetCluster.shared)
        address = try cluster.createFleet()
        fleet = try FleetDatabase(address)
    }

    /// The parts of a session that can contain a text.
    private enum Place: CaseIterable {
        case payload, patch, chunk, fact, bookmark, type, key, error, initialState
        case effect, input, outcome, outcomeType
    }

    /// Stores a session with `text` in one place, and returns its id.
    private func push(_ text: String, in place: Place?, _ name: String) throws -> String {
        let url = folder.session(name)
        let value = Tree.string(text)
        let first: Tree = place == .initialState ? ["secret": value] : ["a": 0]
        let long = Tree.string(text + String(repeating: "x", count: 2_000))
        var record = ActionRecord(seq: 1, parent: 0, at: 1, type: place == .type ? text : "B", status: .done)
        let new: Tree =
            switch place {
            case .patch: ["a": value]
            case .chunk: ["a": long]
            case .key: Tree(members: [(text, .integer(1))])
            default: ["a": 1]
            }
        record.patch = Patch([.replace(.root, new)])
        record.payload = place == .payload ? value : nil
        record.error = place == .error ? text : nil
        let facts = place == .fact ? ["app": text] : ["app": "App"]
        let writer = try SessionWriter(
            creating: url,
            facts: facts.merging([SessionFact.idKey: UUID().uuidString]) { $1 },
            syncs: false
        )
        try writer.write { transaction in
            try transaction.setInitialState(first)
            try transaction.append(record, state: new)
            let name = place == .effect ? text : "GET"
            try transaction.append(
                EffectRecord(id: 1, seq: 1, at: 1, name: name, input: place == .input ? ["id": value] : nil)
            )
            let type = place == .outcomeType ? text : nil
            let result = place == .outcome ? value : nil
            try transaction.append(OutcomeRecord(id: 1, effect: 1, seq: 1, at: 1, type: type, value: result))
        }
        try writer.close()
        if place == .bookmark {
            try SQL.execute("INSERT INTO bookmark VALUES (?, 1, NULL, 1)", [text], in: url)
        }
        guard case .stored(let id, _) = try fleet.push(url) else { throw CocoaError(.fileWriteUnknown) }
        return id
    }

    /// Returns the tables and indexes whose files contain a text.
    private func relations(containing text: String) throws -> [String] {
        let connection = try PostgresConnection(address)
        try connection.execute("CHECKPOINT")
        let query = "SELECT oid::bigint FROM pg_database WHERE datname = current_database()"
        let name = try #require(try connection.rows(query) { $0.int(0) ?? 0 }.first)
        let base = cluster.folder.appendingPathComponent("data/base/\(name)")
        let files = try FileManager.default.contentsOfDirectory(at: base, includingPropertiesForKeys: nil)
        let found = try files.filter { file in
            do {
                return try Data(contentsOf: file).range(of: Data(text.utf8)) != nil
            } catch CocoaError.fileReadNoSuchFile {
                // The server may remove its caches meanwhile.
                return false
            }
        }
        return try found.map { file in
            let node = Int64(file.lastPathComponent) ?? 0
            let query = "SELECT coalesce(pg_filenode_relation(0, $1::oid)::text, 'none')"
            return try connection.rows(query, [.int(node)]) { $0.text(0) ?? "" }.first ?? file.lastPathComponent
        }
    }

    @Test(
        arguments: Place.allCases.indices,
        ["Anna-Secret-81723", "a/b~c\"d\\e_%f\u{1}g'; DROP TABLE rewind.session; --"]
    )
    func `Erasing a text erases the sessions with it, from the files too`(index: Int, text: String) throws {
        let place = Place.allCases[index]
        let other = try push("nothing", in: place, "other.rewind")
        let id = try push(text, in: place, "secret.rewind")
        #expect(try fleet.sessions(containing: text).map(\.id) == [id])
        try fleet.erase(fleet.sessions(containing: text), containing: text)
        #expect(try fleet.sessions(containing: text).isEmpty)
        #expect(try fleet.sessions(FleetFilter()).map(\.id) == [other])
        #expect(throws: FleetError.noSession(id)) { try fleet.session(id) }
        try fleet.pull(fleet.session(other), to: folder.session("other2.rewind"))
        guard text.hasPrefix("Anna") else { return }
        let left = try relations(containing: text)
        #expect(left.isEmpty, "\(left)")
    }

    @Test(
        arguments: [
            ("anna@example.org", "ANNA@Example.ORG"), ("Anna@Example.org", "x anna@example.org"),
            ("anna@example.org", "/users?mail=anna%40example.org&page=1"), ("Anna Müller", "q=anna+m%c3%bcller"),
            ("Anna Müller", "Anna%20M%C3%BCller"), ("émile zola", "ÉMILE ZOLA"), ("ÉMILE ZOLA", "Émile Zola"),
            ("a/b@example.org", "A/B@EXAMPLE.ORG"),
        ] + ["", "1", "12"].map { ("anna@example.org", Data("\($0)anna@example.org?".utf8).base64EncodedString()) }
    )
    func `Erasing a text erases the sessions with another spelling of it`(text: String, spelling: String) throws {
        for place in [Place.payload, .chunk, .key, .type, .fact, .outcome, .initialState] {
            let other = try push("anna", in: place, "other-\(place).rewind")
            let id = try push(spelling, in: place, "\(place).rewind")
            #expect(try fleet.sessions(containing: text).map(\.id) == [id], "\(place)")
            try fleet.erase(fleet.sessions(containing: text), containing: text)
            #expect(try fleet.sessions(FleetFilter()).map(\.id) == [other], "\(place)")
            try fleet.delete(fleet.sessions(FleetFilter()))
        }
    }

    @Test func `An erased session is not stored again, but a deleted one is`() throws {
        let ids = try (0..<2).map { try push("text", in: .payload, "\($0).rewind") }
        let urls = (0..<2).map { folder.session("\($0).rewind") }
        try fleet.erase([fleet.session(ids[0])], containing: nil)
        try fleet.delete([fleet.session(ids[1])])
        let error = FleetError.unfit(path: urls[0].path, .forgotten)
        #expect(throws: error) { try fleet.push(urls[0]) }
        #expect(error.description.hasSuffix(" was erased with rewind fleet forget, and is not stored again."))
        #expect(try fleet.push(urls[1]) == .stored(id: ids[1], actions: 1))
    }

    @Test func `Sessions that a server keeps are erased with their reasons, also damaged ones`() throws {
        let spool = folder.file("spool")
        let names = [
            "app/\(UUID()).rewind", "app/\(UUID()).rewind", "quarantine/app-\(UUID()).rewind",
            "quarantine/app-\(UUID()).rewind",
        ]
        for (number, name) in names.enumerated() {
            let url = spool.appendingPathComponent(name)
            let parent = url.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
            _ = try push(number == 0 ? "nothing" : "Anna-Secret", in: .chunk, "\(number).rewind")
            try FileManager.default.copyItem(at: folder.session("\(number).rewind"), to: url)
            guard number > 1 else { continue }
            try Data("damaged".utf8).write(to: url.deletingPathExtension().appendingPathExtension("txt"))
        }
        let damaged = spool.appendingPathComponent(names[3])
        try Data(contentsOf: damaged).dropFirst(50).write(to: damaged)
        let files = try SpooledFile.find(in: spool, ids: [], containing: "anna-secret")
        #expect(files.map(\.url.path).sorted() == names.dropFirst().map { spool.path + "/" + $0 }.sorted())
        let id = names[0].dropFirst(4).prefix(36).lowercased()
        let named = try SpooledFile.find(in: spool, ids: [id], containing: nil)
        #expect(named.map(\.url.path) == [spool.path + "/" + names[0]])
        try fleet.erase(fleet.sessions(containing: "anna-secret"), containing: "anna-secret", files: files)
        for file in files { try file.remove() }
        let rest = try FileManager.default.subpathsOfDirectory(atPath: spool.path)
        #expect(rest.sorted() == ["app", names[0], "quarantine"])
        #expect(throws: SessionError.notFound(path: "/none")) {
            try SpooledFile.find(in: URL(fileURLWithPath: "/none"), ids: [], containing: "a")
        }
    }

    @Test func `Erasing a session writes only the partitions anew that contained it`() throws {
        let ids = try (0..<2).map { try push("Anna-Secret-\($0)", in: .payload, "\($0).rewind") }
        let connection = try PostgresConnection(address)
        for table in ["action", "change", "value", "chunk_use", "effect", "outcome", "note"] {
            try connection.execute(
                """
                CREATE TABLE rewind.\(table)_202001 PARTITION OF rewind.\(table)
                    FOR VALUES FROM ('2020-01-01') TO ('2020-02-01');
                UPDATE rewind.\(table) SET added = '2020-01-09'
                    WHERE session = (SELECT key FROM rewind.session WHERE id = '\(ids[0])');
                """
            )
        }
        func files() throws -> [String: Int64] {
            let sql = """
                SELECT c.oid::regclass::text, pg_relation_filenode(c.oid)::bigint FROM pg_class c
                WHERE relkind = 'r' AND relnamespace = 'rewind'::regnamespace
                """
            return Dictionary(try connection.rows(sql) { ($0.text(0) ?? "", $0.int(1) ?? 0) }) { $1 }
        }
        let before = try files()
        try fleet.erase([fleet.session(ids[0])], containing: nil)
        let after = try files()
        let changed = before.keys.filter { before[$0] != after[$0] }.map { $0.trimmingPrefix("rewind.") }
        let parts = ["action", "effect", "note", "outcome", "value"].map { "\($0)_202001" }
        #expect(Set(changed.map(String.init)) == Set(parts + ["session"]))
        // The moved rows are also still where they were.
        let left = try relations(containing: "Anna-Secret-0")
        #expect(!left.contains { $0 == "rewind.session" || $0.hasSuffix("_202001") }, "\(left)")
        try fleet.pull(fleet.session(ids[1]), to: folder.session("copy.rewind"))
    }

    @Test func `Deleting a session keeps what others use`() throws {
        let ids = try (0..<6).map { try push("same", in: .chunk, "\($0).rewind") }
        try fleet.delete([fleet.session(ids[2])])
        for (index, id) in ids.enumerated() where index != 2 {
            try fleet.pull(fleet.session(id), to: folder.session("copy\(index).rewind"))
        }
        try fleet.delete(fleet.sessions(beyond: 2))
        #expect(try fleet.sessions(FleetFilter()).count == 2)
        for days in [1, 99_999_999_999] { #expect(try fleet.sessions(olderThan: days).isEmpty) }
        try fleet.delete(fleet.sessions(olderThan: 0))
        let counts = try PostgresConnection(address).rows(
            """
            SELECT (SELECT count(*) FROM rewind.session) + (SELECT count(*) FROM rewind.action)
                + (SELECT count(*) FROM rewind.change) + (SELECT count(*) FROM rewind.value)
                + (SELECT count(*) FROM rewind.chunk_use) + (SELECT count(*) FROM rewind.chunk)
                + (SELECT count(*) FROM rewind.pointer)
            """
        ) { $0.int(0) }
        #expect(counts == [0])
    }
}

#endif

import Foundation
import RewindAnswers
import RewindSession
import RewindTimeline
import RewindTree
import TestSupport
import Testing

@Suite struct SessionTests {
    private struct State: Codable, Equatable {
        var title: String
        var items: [Item]
    }

    private struct Item: Codable, Equatable {
        var id: Int
        var isDone: Bool
    }

    private let folder = TemporaryFolder()

    private static let states: [Tree] = [
        ["title": "", "items": []],
        ["title": "", "items": [["id": 1, "isDone": false]]],
        ["title": "", "items": [["id": 2, "isDone": false], ["id": 1, "isDone": false]]],
        ["title": "todo", "items": [["id": 2, "isDone": false], ["id": 1, "isDone": false]]],
        ["title": "todo", "items": [["id": 2, "isDone": false], ["id": 1, "isDone": true]]],
    ]

    private func session(unknown: Set<Int> = []) throws -> Session {
        let writer = try SessionWriter(creating: folder.session(), facts: ["app": "Todo"], syncs: false)
        try writer.write { transaction in
            try transaction.setInitialState(Self.states[0])
            for (seq, state) in Self.states.enumerated().dropFirst() {
                let record = ActionRecord(
                    seq: seq,
                    parent: seq - 1,
                    at: Int64(seq) * 1_000_000,
                    type: seq == 3 ? "SetTitle" : "Items.change",
                    payload: ["n": .integer(Int64(seq))],
                    patch: unknown.contains(seq) ? nil : state.patch(from: Self.states[seq - 1]),
                    duration: 250,
                    status: seq == 4 ? .failed : .done,
                    origin: "Todo.swift:\(seq)",
                    error: seq == 4 ? "no" : nil
                )
                try transaction.append(record, state: unknown.contains(seq) ? nil : state)
            }
            try transaction.mark(.set(Bookmark(name: "typed", seq: 3, note: nil, at: 0)))
        }
        try writer.close()
        return try Session(opening: folder.session())
    }

    @Test func `A session has facts and resolves references to states`() throws {
        let session = try session()
        #expect((session.firstSeq, session.lastSeq) == (0, 4))
        #expect(try session.facts()["app"] == "Todo")
        #expect(try ["start", "end~1", ":typed", "2"].map { try session.seq(of: $0) } == [0, 3, 3, 2])
        expect(.outOfRange) { try session.seq(of: ":nonsense") }
    }

    @Test func `Actions are selected by type, by changed pointer and by number`() throws {
        let session = try session()
        func seqs(_ log: Log) throws -> [Int] { try session.answer(log).actions.map(\.seq) }
        #expect(try seqs(Log()) == [1, 2, 3, 4])
        #expect(try seqs(Log(types: ["Items.*"], limit: 2, latestFirst: true)) == [4, 2])
        #expect(try seqs(Log(types: ["[^I]*"])) == [3])
        #expect(try seqs(Log(types: ["!Set*"], through: "3")) == [1, 2])
        #expect(try seqs(Log(from: "2", touching: "/items/1/isDone")) == [2, 4])
        #expect(try seqs(Log(status: .trouble)) == [4])
        #expect(try seqs(Log(from: "1", through: "3", limit: 2)) == [2, 3])
        #expect(try seqs(Log(limit: 0)) == [])
        let action = try #require(try session.action(4))
        #expect(action.date == Date(timeIntervalSince1970: 4))
        #expect((action.status, action.error, action.origin) == (.failed, "no", "Todo.swift:4"))
        #expect((action.duration, action.isDecodable, action.payload) == (.nanoseconds(250), true, ["n": 4]))
        #expect(try session.action(5)?.seq == nil)
    }

    @Test func `Actions that make a condition true are found`() throws {
        let session = try session()
        func seqs(_ watch: Watch) throws -> [Int] { try session.answer(watch).found.map(\.seq) }
        #expect(try seqs(Watch("at('/title') = 'todo'")) == [3])
        #expect(try seqs(Watch("at('/title') = 'todo'", from: "4")) == [])
        #expect(try seqs(Watch("json_array_length(at('/items')) = 1", latestFirst: true)) == [1])
        #expect(try seqs(Watch("seq % 2 = 0")) == [2, 4])
        #expect(try seqs(Watch("seq % 2 = 0", limit: 1, latestFirst: true)) == [4])
        #expect(try seqs(Watch("at('/title') = 'done'")) == [])
        expect(.malformedCondition) { try session.answer(Watch("at(")) }
        let found = try #require(try session.answer(Watch("at('/title') = 'todo'", includesChanges: true)).found.first)
        #expect(found.values?.map(\.pointer) == ["/title"])
        #expect((found.values?.first?.function, found.values?.first?.value) == (.at, "todo"))
        #expect(found.changes.map(\.pointer) == ["/title"])
    }

    @Test func `A session without states is searched for its payloads`() throws {
        let folder = TemporaryFolder()
        let url = folder.file("a.rewind")
        let writer = try SessionWriter(creating: url, facts: [SessionFact.noStatesKey: "1"], syncs: false)
        try writer.write { transaction in
            try transaction.setInitialState(.null)
            let payload: Tree = ["text": "fatal"]
            let record = ActionRecord(seq: 1, parent: 0, at: 1, type: "Add", payload: payload, status: .began)
            try transaction.append(record, state: nil)
        }
        try writer.close()
        let session = try Session(opening: url)
        #expect(throws: RecordedSessionError.self) { try session.answer(Show("", at: PointInTime(seq: 1))) }
        #expect(try session.answer(Search("fatal")).finds.map(\.pointer) == ["/text"])
    }

    @Test func `A text is found, and the counts of a session`() throws {
        let session = try session()
        let all = try session.answer(Search("todo"))
        #expect(all.finds.map(\.pointer) == ["/title"])
        #expect((all.finds.first?.seq, all.finds.first?.part, all.finds.first?.text) == (3, .patch, "todo"))
        let keys = try session.answer(Search("isDone", in: [.key], limit: 1))
        #expect(try session.answer(Search("isDone", findsFirst: true)).finds.map(\.seq) == [1, 2, 4])
        #expect((keys.finds.count, keys.hasMore, keys.finds.first?.kind) == (1, true, .key))
        #expect(
            try session.answer(Search("Todo.swift:[24]", isExpression: true, in: [.origin])).finds.map(\.seq) == [2, 4]
        )
        #expect(throws: RecordedSessionError.self) { try session.answer(Search("(", isExpression: true)) }
        let stats = try session.answer(Stats())
        #expect((stats.actions, stats.problemCount, stats.branches, stats.ending.how) == (4, 1, 0, .closed))
        #expect(stats.types == ["SetTitle": 1, "Items.change": 3])
        #expect(stats.dates == Date(timeIntervalSince1970: 1)...Date(timeIntervalSince1970: 4))
    }

    @Test func `Values are returned as literals and as the app's types, and differences as changes`() throws {
        let session = try session()
        #expect(try session.value(at: 3, "/title") == "todo")
        #expect(try session.value(at: 0, "/items") == [])
        #expect(try session.value(at: 1, "/items/0") == ["id": 1, "isDone": false])
        #expect(try session.value(at: 1, "/items/1") == nil)
        let state = try #require(try session.value(at: 4)).decode(State.self)
        #expect(state == State(title: "todo", items: [Item(id: 2, isDone: false), Item(id: 1, isDone: true)]))
        let value = try #require(try session.value(at: 4))
        #expect(value["/items/1/isDone"]?.bool == true)
        #expect((value["/title"]?.string, value["/items"]?.array?.count) == ("todo", 2))
        #expect((value["/items/0/id"]?.int, value["/items/0/id"]?.double) == (2, 2))
        #expect(value.object?["items"]?["/1"]?.json == #"{"id":1,"isDone":true}"#)
        #expect((value.string, value.isNull, value["/none"]) == (nil, false, nil))
        let changes = try session.answer(Diff(from: "2", to: "4")).changes
        #expect(changes.map(\.pointer) == ["/items/1/isDone", "/title"])
        #expect((changes[0].kind, changes[0].old, changes[0].new) == (.replace, false, true))
        #expect(try session.answer(Diff(from: "2", to: "4", at: "/title")).changes.map(\.pointer) == ["/title"])
    }

    @Test func `The writer of a value is found even if its element moved`() throws {
        let session = try session()
        let last = try #require(try session.answer(Blame("/items/1/isDone")).write)
        #expect((last.seq, last.cause, last.old, last.new) == (4, .action, false, true))
        let history = try session.answer(History("/items/1/isDone")).writes
        #expect(history.map(\.seq) == [1, 4])
        #expect(history.map(\.pointer) == ["/items/0/isDone", "/items/1/isDone"])
        for (latestFirst, limit, seqs) in [(false, 1, [4]), (true, 1, [4]), (true, 9, [4, 1]), (false, 0, [])] {
            let part = try session.answer(History("/items/1/isDone", limit: limit, latestFirst: latestFirst))
            #expect(part.writes.map(\.seq) == seqs)
            #expect(part.hasEarlier == (limit == 1))
        }
        #expect(try session.answer(Blame("/title", at: "2")).write?.cause == .firstState)
        #expect(try session.answer(Blame("/none")).write == nil)
    }

    @Test(arguments: [-1, 5, Int.max, Int.min]) func `A number outside of the session is refused`(seq: Int) throws {
        let session = try session()
        let code = seq < 0 ? RecordedSessionError.Code.pruned : .outOfRange
        expect(code) { try session.value(at: seq) }
        expect(.outOfRange) { try session.answer(Diff(from: "0", to: PointInTime(seq: seq))) }
        expect(.outOfRange) { try session.answer(Blame("/title", at: PointInTime(seq: seq))) }
        expect(.outOfRange) { try session.answer(History("/title", through: PointInTime(seq: seq))) }
        #expect(try session.action(seq) == nil)
        #expect(throws: SessionError.damaged(path: folder.session().path, .actionMissing(seq: seq))) {
            try session.timeline.session.patch(seq)
        }
    }

    @Test func `The results can be encoded as JSON`() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let session = try session()
        let change = try #require(try session.answer(Diff(to: "3")).changes.first)
        #expect(
            String(decoding: try encoder.encode(change), as: UTF8.self)
                == #"{"new":"todo","old":"","op":"replace","pointer":"\/title"}"#
        )
        let write = try #require(try session.answer(Blame("/items/1")).write)
        let text = String(decoding: try encoder.encode(write), as: UTF8.self)
        #expect(text.contains(#""new":{"id":1,"isDone":true}"#))
        let action = try #require(try session.action(4))
        #expect(
            String(decoding: try encoder.encode(action), as: UTF8.self)
                == #"{"at":4000000,"coder":"codable","duration":250,"error":"no","origin":"Todo.swift:4","parent":3,"#
                + #""patch":[{"op":"replace","path":"\/items\/1\/isDone","value":true}],"payload":{"n":4},"seq":4,"status":"failed","type":"Items.change"}"#
        )
        #expect(try session.value(at: 1)?.json == #"{"items":[{"id":1,"isDone":false}],"title":""}"#)
    }

    @Test func `An unknown state is an error, and no older state replaces it`() throws {
        let session = try session(unknown: [3])
        #expect(try session.value(at: 2, "/title") == "")
        expect(.unknownState(seq: 3, action: 3, lastKnown: 2)) { try session.value(at: 3, "/title") }
        expect(.unknownState(seq: 3, action: 3, lastKnown: 2)) { try session.answer(Diff(from: "3", to: "1")) }
        expect(.unknownState(seq: 3, action: 3, lastKnown: 2)) { try session.answer(Show("/title", at: "3")) }
    }

    @Test(arguments: [false, true]) func `Many actions and writes are read`(latestFirst: Bool) throws {
        let count = Thoroughness.count(700, orInFull: 3_000)
        let session = try counting(to: count)
        let seqs = latestFirst ? Array((1...count).reversed()) : Array(1...count)
        for pointer: JSONPointer? in [nil, "/counts/0"] {
            let log = try session.answer(Log(touching: pointer, latestFirst: latestFirst))
            #expect(log.actions.map(\.seq) == seqs)
        }
        for pointer: JSONPointer in ["/counts/0", "/total"] {
            let writes = try session.answer(History(pointer, latestFirst: latestFirst)).writes
            #expect(writes.map(\.seq) == (latestFirst ? Array((0...count).reversed()) : Array(0...count)))
            #expect(writes.allSatisfy { $0.new?.int == $0.seq && ($0.seq == 0 || $0.old?.int == $0.seq - 1) })
        }
    }

    private func counting(to count: Int) throws -> Session {
        let state = { (number: Int) -> Tree in
            ["counts": [.integer(Int64(number))], "total": .integer(Int64(number))]
        }
        let writer = try SessionWriter(creating: folder.session(), facts: [:], syncs: false)
        try writer.write { transaction in
            try transaction.setInitialState(state(0))
            for seq in 1...count {
                let patch = state(seq).patch(from: state(seq - 1))
                let record = ActionRecord(seq: seq, parent: seq - 1, at: 0, type: "Count", payload: [:], patch: patch)
                try transaction.append(record, state: state(seq))
            }
        }
        try writer.close()
        return try Session(opening: folder.session())
    }

    @Test func `reports what is wrong with a file`() throws {
        let url = folder.session()
        expect(.notFound) { try Session(opening: url) }
        try Data("no session".utf8).write(to: url)
        let error = expect(.notASession) { try Session(opening: url) }
        #expect(error?.message == "\(url.path) is not a Rewind session: it is not a SQLite file.")
        expect(.notASession) { try Session(opening: url.deletingLastPathComponent()) }
    }

    @Test func `takes pointers and references as literals and as texts`() throws {
        let key = "a/b~c"
        #expect(("/users/\(key)/\(0)" as JSONPointer).tokens == ["users", "a/b~c", "0"])
        #expect(("/users/\(key)/\(0)" as JSONPointer).description == "/users/a~1b~0c/0")
        #expect(try JSONPointer(validating: "/a~1b") == JSONPointer(tokens: ["a/b"]))
        expect(.malformedPointer) { try JSONPointer(validating: "title") }
        #expect(try PointInTime(validating: "end~3") == "end~3")
        expect(.malformedReference) { try PointInTime(validating: "nonsense") }
    }

    @Test func `stops the program at a malformed literal`() async {
        await #expect(processExitsWith: .failure) { _ = "title" as JSONPointer }
        await #expect(processExitsWith: .failure) { _ = "nonsense" as PointInTime }
    }

    /// Expects an error with a code. Returns it.
    @discardableResult
    private func expect<Result>(
        _ code: RecordedSessionError.Code,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ body: () throws -> Result
    ) -> RecordedSessionError? {
        let error = #expect(throws: RecordedSessionError.self, sourceLocation: sourceLocation) { _ = try body() }
        #expect(error?.code == code, sourceLocation: sourceLocation)
        return error
    }
}

import Foundation
import RewindTree
import TestSupport
import Testing
@testable import RewindSession
@testable import RewindTimeline
@testable import RewindUpkeep

@Suite struct ScrubTests {
    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }

    private static let secret = "hunter2 \"é\"/~\n🔑"

    /// Writes a session with a secret in nearly every place that may hold a text.
    private func write(count: Int = 400) throws {
        let long = String(repeating: "x", count: 2_000) + Self.secret
        let writer = try SessionWriter(
            creating: url,
            facts: ["app": "Sample of \(Self.secret)", "device": "d"],
            syncs: false
        )
        func state(_ n: Int) -> Tree {
            [
                "user": ["password": n % 3 == 0 ? .null : .string(Self.secret), "pin": .integer(12_345_678)],
                "notes": Tree(elements: (0..<n % 5).map { ["id": .integer(Int64($0)), "text": .string(long)] }),
                "n": .integer(Int64(n)),
            ]
        }
        try writer.write { transaction in
            try transaction.setInitialState(state(0))
            for seq in 1...count {
                let record = ActionRecord(
                    seq: seq,
                    parent: seq - 1,
                    at: Int64(seq),
                    type: "Login",
                    payload: ["password": .string(Self.secret), "list": [.string(long)], "pin": 12_345_678],
                    patch: state(seq).patch(from: state(seq - 1)),
                    status: seq % 50 == 0 ? .failed : .done,
                    origin: "Sources/\(Self.secret).swift:1",
                    error: seq % 50 == 0 ? "\(Self.secret) refused" : nil
                )
                try transaction.append(record, state: state(seq))
            }
        }
        try writer.close()
        try SQL.execute("INSERT INTO bookmark VALUES ('b', 3, ?, 1)", [Self.secret], in: url)
        // Leaves old rows in free pages and in the unused parts of pages, as without secure_delete.
        try SQL.execute("PRAGMA secure_delete = OFF; CREATE TABLE t (x)", in: url)
        try SQL.execute("INSERT INTO t VALUES (?)", [long], after: "PRAGMA secure_delete = OFF", in: url)
        try SQL.execute("PRAGMA secure_delete = OFF; DROP TABLE t", in: url)
    }

    private func expectGone(_ sourceLocation: SourceLocation = #_sourceLocation) throws {
        let bytes = try Data(contentsOf: url)
        for text in ["hunter2", "🔑", "12345678"] {
            #expect(bytes.range(of: Data(text.utf8)) == nil, "\(text)", sourceLocation: sourceLocation)
        }
        #expect(try folder.contents == ["a.rewind"], sourceLocation: sourceLocation)
        #expect(try SessionCheck.run(SessionReader(opening: url)).findings == [], sourceLocation: sourceLocation)
        let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600, sourceLocation: sourceLocation)
    }

    @Test func `A scrub masks a pointer in every state and its texts everywhere else`() throws {
        try write()
        #expect(try Data(contentsOf: url).range(of: Data("hunter2".utf8)) != nil)
        let report = try SessionScrub.run(url, .pointers([["user", "password"], ["user", "pin"]]))
        #expect(report.masked == 3)
        #expect(report.texts == 2)
        #expect(report.shortValues == 0)
        #expect(report.names == 0)
        #expect(report.actions == 400)
        try expectGone()
        let reader = try SessionReader(opening: url)
        var walk = try StateCursor(reader)
        while let step = try walk.next() {
            let mask = try #require(step.after?[["user", "password"]])
            #expect(mask.text.hasPrefix("\"‹masked "))
            #expect(step.after?[["n"]] == .integer(Int64(step.record.seq)))
        }
        #expect(try reader.bookmark("b") == 3)
    }

    @Test(arguments: [SessionScrub.Target.pointers([["*", "password"], ["user", "*"]]), .keys(["password", "pin"])])
    func `A scrub masks elements of a pattern, and members with a name`(target: SessionScrub.Target) throws {
        try write()
        let report = try SessionScrub.run(url, target)
        #expect(report.masked >= 3)
        try expectGone()
    }

    @Test func `A member with a name is masked in payloads, too, and a pattern in later elements`() throws {
        let states: [Tree] = [
            ["list": []], ["list": [["name": "first author"]]],
            ["list": [["name": "other author"], ["name": "first author"]]],
        ]
        try BranchingSession(states: states).write(to: url)
        _ = try SessionScrub.run(url, .pointers([["list", "*", "name"]]))
        let bytes = try Data(contentsOf: url)
        #expect(bytes.range(of: Data("author".utf8)) == nil)
        #expect(throws: ScrubError.nothingThere(["list", "*", "title"], last: 2)) {
            try SessionScrub.run(url, .pointers([["list", "*", "title"]]))
        }
        #expect(throws: ScrubError.noSuchKey("title")) { try SessionScrub.run(url, .keys(["title", "name"])) }
        try FileManager.default.removeItem(at: url)
        try writeShort(payload: ["token": ["code": 12], "pin": 4711], other: 12)
        let report = try SessionScrub.run(url, .keys(["token", "pin"]))
        #expect(report.shortValuesLeft == 1)
        #expect(report.remainders.map(\.text) == ["12"])
        #expect(report.remainders.first?.place?.pointer == ["other"])
        let payload = try SessionReader(opening: url).action(1)?.payload
        #expect(payload?.text.contains("‹masked ") == true && payload?.text.contains("4711") == false)
    }

    /// Writes a session with a short value at /pin and /name, and with these payloads, states at /other and errors.
    private func writeShort(payload: Tree, other: Tree = .null, error: String? = nil) throws {
        let writer = try SessionWriter(creating: url, facts: ["app": "Sample"], syncs: false)
        let states: [Tree] = [
            ["pin": .null, "name": "Bo", "other": .null], ["pin": 4711, "name": "Bo", "other": other],
        ]
        try writer.write { transaction in
            try transaction.setInitialState(states[0])
            let record = ActionRecord(
                seq: 1,
                parent: 0,
                at: 1,
                type: "SetPin",
                payload: payload,
                patch: states[1].patch(from: states[0]),
                status: error == nil ? .done : .failed,
                error: error
            )
            try transaction.append(record, state: states[1])
        }
        try writer.close()
    }

    @Test(
        arguments: [
            (["pin": 4711], .null, nil, 1), (["pin": 4712], 4711, nil, 1), (["list": ["4711"]], .null, nil, 1),
            ([:], .null, "no pin 4711, Bo", 2), ([:], "Bo", nil, 1),
            (["pin": 47_110, "a": "4711 too"], "Bobo", "no pin 47110 of Bob", 0), ([:], .null, nil, 0),
        ] as [(Tree, Tree, String?, Int)]
    )
    func `A scrub reports short values that stay in other places`(payload: Tree, other: Tree, error: String?, left: Int)
        throws
    {
        try writeShort(payload: payload, other: other, error: error)
        let report = try SessionScrub.run(url, .pointers([["pin"], ["name"]]))
        #expect(report.masked == 3)
        #expect(report.texts == 0)
        #expect(report.shortValues == 2)
        #expect(report.shortValuesLeft == left)
        let step = try SessionReader(opening: url).action(1)
        #expect(step?.payload == payload)
        #expect(step?.error == error)
    }

    @Test func `A scrub masks all matches of a pattern, including names and numbers`() throws {
        try write()
        let report = try SessionScrub.run(url, .pattern(#"hunter2 .é.*|🔑|^12345678$|refus\w+"#))
        #expect(report.texts > 0)
        try expectGone()
        #expect(try Data(contentsOf: url).range(of: Data("refused".utf8)) == nil)
    }

    @Test(
        arguments: Thoroughness.first(1, of: UInt64(1)...5)
    )
    func `A scrub changes only the masked values of a random session`(seed: UInt64) throws {
        let sample = SampleSession(seed: seed, count: 150)
        try sample.write(to: url)
        _ = try SessionScrub.run(url, .pattern("long|xx+"), masks: Masks(key: [1]))
        #expect(try SessionCheck.run(SessionReader(opening: url)).findings == [])
        let scrubber = Scrubber(.pattern(try NSRegularExpression(pattern: "long|xx+")), masks: Masks(key: [1]))
        var walk = try StateCursor(SessionReader(opening: url))
        while let step = try walk.next() {
            #expect(step.after == scrubber.tree(sample.states[step.record.seq]))
        }
    }

    @Test func `A scrub without a match reports that and changes nothing`() throws {
        try SampleSession(seed: 8, count: 60).write(to: url)
        let bytes = try Data(contentsOf: url)
        #expect(throws: ScrubError.nothingThere(["no", "such"], last: 60)) {
            try SessionScrub.run(url, .pointers([[], ["no", "such"]]))
        }
        #expect(throws: TimelineError.nothingMatches("nowhere|x*z")) {
            try SessionScrub.run(url, .pattern("nowhere|x*z"))
        }
        #expect(try Data(contentsOf: url) == bytes)
        #expect(try folder.contents == ["a.rewind"])
    }

    @Test func `The proof finds remaining texts in the tables and outside of them`() throws {
        try write(count: 20)
        #expect(try ScrubProof.texts([Self.secret, "nowhere to be found"], in: url) == [Self.secret])
        var bytes = try Data(contentsOf: url)
        try SampleSession(seed: 1, count: 2).write(to: folder.session("b.rewind"))
        bytes = try Data(contentsOf: folder.session("b.rewind")) + Data("leftover".utf8)
        try bytes.write(to: folder.session("b.rewind"))
        #expect(try ScrubProof.texts(["leftover", "other text"], in: folder.session("b.rewind")) == ["leftover"])
    }

    @Test(
        arguments: [
            "SQLite", "SQLite format 3", "format", "RWND", "table", "action", "chunk", "CREATE TABLE", "WITHOUT ROWID",
            "sqlite_autoindex_chunk_1", "tableaction", "parent INTEGER", "replace", "\"path\"", "null", "true",
            "$chunk", "codable", "done", "ended_at", "log_end", "app", "seq",
        ]
    )
    func `A scrub removes texts that are also words of the format`(text: String) throws {
        let other: Tree = .string(String(repeating: "x", count: 1_500))
        let writer = try SessionWriter(creating: url, facts: ["app": "Sample"], syncs: false)
        let states: [Tree] = [
            ["a": [.string(text), .null, true], "b": [other]], ["a": [.null, 1, 2], "b": [other, 3]],
        ]
        try writer.write { transaction in
            try transaction.setInitialState(states[0])
            let patch = states[1].patch(from: states[0])
            let record = ActionRecord(seq: 1, parent: 0, at: 1, type: "T", payload: [.string(text)], patch: patch)
            try transaction.append(record, state: states[1])
        }
        try writer.close()
        let report = try SessionScrub.run(url, .pattern("^\(NSRegularExpression.escapedPattern(for: text))$"))
        #expect(report.texts == 1)
        #expect(report.names == 0)
        #expect(try SessionReader(opening: url).action(1)?.payload != [.string(text)])
    }

    @Test func `Equal values have equal masks, and different values have unpredictable ones`() throws {
        let values: [Tree] = [
            1, 2, 1, "1", .null, true, "a long text", "another text", "a long text", ["a": 1], ["a": 2], ["a": 1], [],
            [1],
        ]
        func scrubbed(_ url: URL) throws -> [Tree?] {
            let writer = try SessionWriter(creating: url, facts: ["app": "Sample"], syncs: false)
            let states = values.map { ["v": $0, "w": 0] as Tree }
            try writer.write { transaction in
                try transaction.setInitialState(states[0])
                for seq in 1..<states.count {
                    let patch = states[seq].patch(from: states[seq - 1])
                    let record = ActionRecord(seq: seq, parent: seq - 1, at: 1, type: "Set", patch: patch)
                    try transaction.append(record, state: states[seq])
                }
            }
            try writer.close()
            #expect(try SessionScrub.run(url, .pointers([["v"]])).masked == 11)
            #expect(try SessionCheck.run(SessionReader(opening: url)).findings == [])
            var walk = try StateCursor(SessionReader(opening: url))
            var masks: [Tree?] = [walk.first.state[["v"]]]
            while let step = try walk.next() {
                // The string "1" and the number have the same mask.
                #expect(step.record.patch?.operations.count == (step.record.seq == 3 ? 0 : 1))
                masks.append(step.after?[["v"]])
            }
            return masks
        }
        let masks = try scrubbed(url)
        for (i, one) in values.enumerated() {
            for (j, other) in values.enumerated() {
                let isEqual = one == other || Set([one, other]) == [1, "1"]
                #expect((masks[i] == masks[j]) == isEqual, "\(one) \(other)")
            }
        }
        #expect(try scrubbed(folder.session("b.rewind")) != masks)
    }

    @Test func `A scrub masks a text once, even if it is part of a mask`() throws {
        try writeShort(payload: ["masked", "e", "Bee"], other: "we masked it")
        let pattern = "masked|^e$|(?<=B)e"
        let report = try SessionScrub.run(url, .pattern(pattern))
        #expect(report.texts == 2)
        #expect(report.unproved == 1)
        let payload = try #require(try SessionReader(opening: url).action(1)?.payload)
        let parts = payload.text.matches(of: /‹masked ...·...·...·...›/).map(\.output)
        #expect(parts.count == 3)
        #expect(parts[1] == parts[2] && parts[0] != parts[1])
        #expect(throws: TimelineError.nothingMatches(pattern)) {
            try SessionScrub.run(url, .pattern(pattern))
        }
        #expect(try SessionScrub.run(url, .pointers([["other"]])).names == 0)
    }

    @Test func `A scrub reports the names and pointers in which a removed text stays`() throws {
        let writer = try SessionWriter(creating: url, facts: ["app": "Sample"], syncs: false)
        try writer.write { transaction in
            try transaction.setInitialState(["route": "/home", "home": 1, "kind": "Open", "free": "anywhere"])
            let patch = Patch([.replace(["home"], 2)])
            let state: Tree = ["route": "/home", "home": 2, "kind": "Open", "free": "anywhere"]
            try transaction.append(ActionRecord(seq: 1, parent: 0, at: 1, type: "OpenIt", patch: patch), state: state)
        }
        try writer.close()
        let report = try SessionScrub.run(url, .pointers([["route"], ["kind"], ["free"]]))
        #expect(report.texts == 3)
        #expect(report.names == 2)
    }

    @Test func `The number of a chunk is not taken for a text`() {
        let bytes = Array(#"{"a":{"$chunk":12345},"b":12345}"#.utf8)
        #expect(FormatTexts.isChunkNumber(15..<20, in: bytes))
        #expect(FormatTexts.isChunkNumber(16..<20, in: bytes))
        #expect(!FormatTexts.isChunkNumber(26..<31, in: bytes))
        #expect(!FormatTexts.isChunkNumber(8..<14, in: bytes))
    }

    @Test func `A scrub masks a pointer in patches whose states were pruned`() throws {
        let writer = try SessionWriter(creating: url, facts: ["app": "Sample"], syncs: false)
        try writer.write { transaction in
            try transaction.begin(at: 5, state: ["pin": "five!", "user": ["pin": 1, "name": "Bo"]])
            let patch = Patch([
                .replace(["pin"], "seven!"), .add(["user"], ["pin": 42, "name": "Al"]), .replace(["user", "pin"], 43),
                .remove(["pin"]),
            ])
            let record = ActionRecord(seq: 6, parent: 2, at: 1, type: "Set", payload: "seven!", patch: patch)
            try transaction.append(record, state: nil)
        }
        try writer.close()
        let report = try SessionScrub.run(url, .pointers([["pin"], ["user", "pin"]]))
        #expect(report.texts == 2)
        #expect(report.shortValues == 3)
        #expect(report.shortValuesLeft == 0)
        let patch = try #require(try SessionReader(opening: url).action(6)?.patch)
        #expect(!patch.tree.text.contains(/seven|:4[23]/))
        #expect(patch.tree.text.contains("Al"))
        #expect(patch.operations.count == 4)
    }

    @Test func `A malformed pattern is reported`() throws {
        try write(count: 5)
        #expect(throws: TimelineError.malformedPattern("(")) { try SessionScrub.run(url, .pattern("(")) }
    }
}

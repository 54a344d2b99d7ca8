import Foundation
import RewindSession
import RewindTimeline
import RewindTree
import TestSupport
import Testing
@testable import RewindReplay
@testable import RewindUpkeep

@Suite struct WhatIfTests {
    private let folder = TemporaryFolder()

    /// A simple implementation of what-if: a list that is searched for each change.
    private struct Oracle {
        typealias Part = (seq: Int?, action: any ListAction)

        private(set) var script: [Part] = []

        init(_ session: ListSession, _ changes: Changes) {
            let moved = Set(changes.moves.map(\.seq))
            for seq in 0...session.records.count where !moved.contains(seq) {
                script += Self.part(seq, session, changes)
            }
        }

        /// Returns an action with the actions inserted after it and moved there.
        private static func part(_ seq: Int, _ session: ListSession, _ changes: Changes) -> [Part] {
            var part: [Part] = []
            if seq > 0, !changes.skipped.contains(seq) {
                part.append((seq, changes.edits[seq] ?? session.actions[seq - 1]))
            }
            for insertion in changes.insertions where insertion.after == seq { part.append((nil, insertion.action)) }
            for move in changes.moves where move.after == seq { part += Self.part(move.seq, session, changes) }
            return part
        }

        func states(from first: ListState?) -> [ListState?] {
            var states = [first]
            for (_, action) in script {
                let last = states[states.count - 1]
                states.append((try? listReducer(action, last)) ?? last)
            }
            return states
        }
    }

    private struct Changes {
        var skipped: Set<Int> = []
        var insertions: [(after: Int, action: any ListAction)] = []
        var edits: [Int: any ListAction] = [:]
        var moves: [(seq: Int, after: Int)] = []

        init() {}

        init(seed: UInt64, count: Int) {
            var random = SplitMix64(seed: seed)
            var free = Array(1...count)
            func take() -> Int { free.remove(at: random.below(free.count)) }
            for _ in 0..<3 { skipped.insert(take()) }
            for number in 0..<4 {
                insertions.append((random.below(count + 1), ListSession.action(1_000 + number, &random)))
            }
            for number in 0..<3 { edits[take()] = ListSession.action(2_000 + number, &random) }
            // An action moves to one that stays or was moved before, which excludes cycles.
            for _ in 0..<3 {
                let seq = take()
                moves.append(
                    (seq, moves.last.map { random.below(2) == 0 ? $0.seq : 0 } ?? free[random.below(free.count)])
                )
            }
        }

        var whatIf: WhatIf {
            var whatIf = WhatIf()
            whatIf.skipped = skipped
            for (after, action) in insertions {
                let (type, payload) = ListSession.recorded(action)
                whatIf.insertions.append(WhatIf.Insertion(after: after, type: type, payload: payload ?? .null))
            }
            for (seq, action) in edits {
                let (type, payload) = ListSession.recorded(action)
                whatIf.edits.append(WhatIf.Edit(seq: seq, type: type, payload: payload ?? .null))
            }
            whatIf.moves = moves.map { WhatIf.Move(seq: $0.seq, after: $0.after) }
            return whatIf
        }
    }

    @Test(arguments: Thoroughness.first(3, of: 0..<12 as Range<UInt64>))
    func `A re-run with other actions gives the states of the changed list in a new session`(seed: UInt64) throws {
        let session = ListSession(seed: seed, count: 60, branching: .max, reflecting: .max)
        let changes = Changes(seed: seed, count: 60)
        let oracle = Oracle(session, changes)
        let states = oracle.states(from: session.states[0])
        let timeline = try session.timeline(in: folder)
        let output = folder.session("\(seed)-what-if.rewind")
        let report = try WhatIfRun(changes.whatIf, of: timeline, with: listApp).run(to: output)
        #expect((report.end, report.rerun, report.recordedEnd) == (oracle.script.count, oracle.script.count, 60))
        #expect(report.applied == [:])
        let (old, new) = (ListSession.tree(session.states[60]), ListSession.tree(states.last ?? nil))
        #expect(report.difference == StateDifference(from: old, to: new))

        let result = try Timeline(opening: output)
        #expect(try SessionCheck.run(result.session).findings == [])
        #expect(result.last == oracle.script.count)
        #expect(try result.session.facts()["rerun_of"] == timeline.session.url.lastPathComponent)
        for (index, part) in oracle.script.enumerated() {
            let record = try #require(try result.session.action(index + 1))
            let (type, payload) = ListSession.recorded(part.action)
            #expect((record.type, record.payload, record.parent) == (type, payload, index))
            #expect(try result.state(at: index + 1) == ListSession.tree(states[index + 1]))
            guard let seq = part.seq else { continue }
            #expect(record.at == session.records[seq - 1].at)
        }
        #expect(try Rerun(of: result, with: listApp).run().agreed == oracle.script.count)
        let mode = try FileManager.default.attributesOfItem(atPath: output.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func `Facts, bookmarks and unknown effects are copied`() throws {
        var session = ListSession()
        for id in 1...5 { session.dispatch(Insert(item: Item(id: id, title: "item"), index: 0)) }
        session.dispatchWithoutEffect(Select(id: 1), status: .dropped)
        let url = folder.session()
        try session.write(to: url, facts: ["app": "List", "redaction": "none"])
        for (name, seq) in [("start", 0), ("skipped", 2), ("kept", 4)] {
            try SessionBookmarks.set(Bookmark(name: name + "s", seq: seq, note: "n", at: 7), in: url)
        }
        var whatIf = WhatIf()
        whatIf.skipped = [2]
        let output = folder.session("b.rewind")
        let report = try WhatIfRun(whatIf, of: Timeline(opening: url), with: listApp).run(to: output)
        #expect(report.without == ["Select": 1])
        #expect(report.difference == nil)
        let result = try SessionReader(opening: output)
        #expect(try result.bookmarks().map { "\($0.name) \($0.seq) \($0.note ?? "")" } == ["starts 0 n", "kepts 3 n"])
        let facts = try result.facts()
        #expect((facts["app"], facts["redaction"], facts["rerun_of"]) == ("List", "none", "a.rewind"))
        #expect(try result.action(5)?.status == .dropped)
        #expect(try SessionCheck.run(result).findings == [])
        #expect(try folder.contents == ["a.rewind", "b.rewind"])
    }

    @Test func `Effects of actions that cannot be re-run are applied where they fit`() throws {
        var session = ListSession()
        session.dispatch(Insert(item: Item(id: 1, title: "one"), index: 0))
        session.dispatch(Select(id: 1))
        session.dispatch(Insert(item: Item(id: 2, title: "two"), index: 0))
        let timeline = try session.timeline(in: folder)
        var whatIf = WhatIf()
        whatIf.skipped = [3]
        let report = try WhatIfRun(whatIf, of: timeline, with: listApp).run()
        #expect((report.applied, report.rerun, report.end) == (["Select": 1], 1, 2))
        whatIf.skipped = [1]
        #expect(throws: ReplayError.effectDoesNotFit(seq: 2, type: "Select")) {
            try WhatIfRun(whatIf, of: timeline, with: listApp).run(to: folder.session("none.rewind"))
        }
        #expect(try folder.contents.filter { $0.contains("none") } == [])
    }

    @Test func `A re-run follows the branch of the cursor to its end`() throws {
        var session = ListSession()
        for id in 1...4 { session.dispatch(Insert(item: Item(id: id, title: "item"), index: 0)) }
        session.dispatch(Edit.toggle(id: 1), at: 2)
        session.dispatch(Edit.toggle(id: 2))
        session.dispatch(Edit.toggle(id: 3), at: 1)
        let url = folder.session()
        try session.write(to: url)
        func run(_ whatIf: WhatIf = WhatIf()) throws -> WhatIfRun.Report {
            try WhatIfRun(whatIf, of: Timeline(opening: url), with: listApp).run()
        }
        // 0 1 7
        var report = try run()
        #expect((report.recordedEnd, report.rerun, report.difference?.isEmpty) == (7, 2, true))
        // 0 1 2 5 6
        for cursor in [2, 5, 6] {
            try SessionCursor.move(to: cursor, tip: cursor, in: url)
            report = try run()
            #expect((report.recordedEnd, report.rerun, report.difference?.isEmpty) == (6, 4, true))
        }
        try SessionCursor.move(to: 3, tip: 3, in: url)
        #expect(try run().recordedEnd == 4)
        var whatIf = WhatIf()
        whatIf.skipped = [5]
        #expect(throws: ReplayError.notOnPath(seq: 5, end: 4)) { try run(whatIf) }
        for cursor in 0...1 {
            try SessionCursor.move(to: cursor, tip: cursor, in: url)
            #expect(try run().recordedEnd == 7)
            // After an undo on another branch.
            try SessionCursor.move(to: cursor, tip: 3, in: url)
            #expect(try run().recordedEnd == 4)
        }
    }

    @Test func `Impossible changes are refused`() throws {
        let session = ListSession(seed: 3, count: 9, branching: .max, reflecting: .max)
        let timeline = try session.timeline(in: folder)
        func run(_ change: (inout WhatIf) -> Void) throws {
            var whatIf = WhatIf()
            change(&whatIf)
            _ = try WhatIfRun(whatIf, of: timeline, with: listApp).run()
        }
        #expect(throws: ReplayError.notAnActionAt(seq: 0)) { try run { $0.skipped = [0] } }
        #expect(throws: ReplayError.contradiction(seq: 3)) {
            try run {
                $0.skipped = [3]
                $0.edits = [WhatIf.Edit(seq: 3, type: nil, payload: .null)]
            }
        }
        for moves in [[(3, 3)], [(3, 4), (4, 3)], [(3, 4), (4, 5), (5, 3)]] {
            #expect(throws: ReplayError.contradiction(seq: 3)) {
                try run { $0.moves = moves.map { WhatIf.Move(seq: $0.0, after: $0.1) } }
            }
        }
        #expect(throws: ReplayError.unknownType("Nothing")) {
            try run { $0.insertions = [WhatIf.Insertion(after: 0, type: "Nothing", payload: .null)] }
        }
        #expect(throws: ReplayError.self) {
            try run { $0.insertions = [WhatIf.Insertion(after: 0, type: "Rename", payload: ["id": "one"])] }
        }
        let existing = folder.session("there.rewind")
        try Data().write(to: existing)
        #expect(throws: SessionError.alreadyExists(path: existing.path)) {
            try WhatIfRun(WhatIf(), of: timeline, with: listApp).run(to: existing)
        }
        #expect(try Data(contentsOf: existing).isEmpty)
    }
}

import Foundation
import RewindSession
import RewindTimeline
import RewindTree
import RewindUpkeep
import TestSupport
import Testing

@testable import RewindReplay

/// Actions dispatched on states of a closed session, compared with the reducer.
@Suite struct AppDispatchTests {
    private let folder = TemporaryFolder()

    private static func dispatch(_ action: any ListAction, at seq: Int, in url: URL) throws {
        let (type, payload) = ListSession.recorded(action)
        let timeline = try Timeline(opening: url)
        defer { timeline.session.close() }
        let dispatch = try AppDispatch(type, payload ?? .null, at: seq, of: timeline, with: listApp, now: 1)
        timeline.session.close()
        try dispatch.write()
    }

    @Test(arguments: Thoroughness.first(4, of: 0..<60 as Range<UInt64>))
    func `A session with dispatched actions is sound and has the reducer's states`(
        seed: UInt64
    ) throws {
        var random = SplitMix64(seed: seed)
        var session = ListSession(seed: seed, count: 30 + random.below(60))
        let url = folder.session("\(seed).rewind")
        try session.write(to: url)
        for _ in 0..<12 {
            let action = ListSession.action(session.records.count + 1, &random)
            let parent = random.below(3) == 0 ? random.below(session.records.count + 1) : session.records.count
            session.dispatch(action, at: parent)
            try Self.dispatch(action, at: parent, in: url)
        }
        let timeline = try Timeline(opening: url)
        #expect(timeline.last == session.records.count)
        #expect(try timeline.cursor() == timeline.last)
        for seq in 0...timeline.last {
            #expect(try timeline.state(at: seq) == ListSession.tree(session.states[seq]))
            guard seq > 0, let row = try timeline.session.action(seq) else { continue }
            let record = session.records[seq - 1]
            #expect(row.parent == record.parent && row.type == record.type && row.payload == record.payload)
            #expect(row.status == record.status && row.error == record.error)
        }
        #expect(try SessionCheck.run(timeline.session).findings.isEmpty)
    }

    @Test func `Many dispatches store a whole state from time to time`() throws {
        var session = ListSession(seed: 2, count: 240)
        let url = folder.session()
        try session.write(to: url)
        let opened = try Timeline(opening: url)
        let newest = try opened.session.lastSnapshot(in: 0...240) ?? 0
        opened.session.close()
        let last = newest + 260
        for seq in 241...last {
            let action = Insert(item: Item(id: seq, title: "x"), index: 0)
            session.dispatch(action)
            try Self.dispatch(action, at: seq - 1, in: url)
        }
        let timeline = try Timeline(opening: url)
        #expect(try timeline.state(at: last) == ListSession.tree(session.states[last]))
        #expect(try timeline.session.lastSnapshot(in: 1...last) == newest + 256)
        #expect(try SessionCheck.run(timeline.session).findings.isEmpty)
    }

    @Test func `After an unknown effect, an action is stored as a change of the last known state`() throws {
        var session = ListSession(seed: 4, count: 20)
        let lost = Insert(item: Item(id: 21, title: "lost"), index: 0)
        session.dispatchWithoutEffect(lost, status: .dropped)
        let url = folder.session()
        try session.write(to: url)
        let timeline = try Timeline(opening: url)
        #expect(throws: ReplayError.noStateToDispatchAt(seq: 21, lastKnown: 20)) {
            try AppDispatch(
                "Edit.marking.all",
                ["marking": ["_0": ["all": [:]]]],
                at: 21,
                of: timeline,
                with: listApp,
                now: 1
            )
        }
        _ = try StateRecovery.run([21], of: timeline, with: listApp)
        let (type, payload) = ListSession.recorded(Rename(id: 21, title: "found"))
        let dispatch = try AppDispatch(type, payload ?? .null, at: 21, of: timeline, with: listApp, now: 1)
        timeline.session.close()
        try dispatch.write()
        var expected = try listReducer(lost, session.states[20])
        expected = try listReducer(Rename(id: 21, title: "found"), expected)
        let read = try Timeline(opening: url)
        #expect(try read.state(at: 22) == ListSession.tree(expected))
        #expect(try SessionCheck.run(read.session).findings.isEmpty)
    }

    @Test func `A second writer of a session is refused`() throws {
        let session = ListSession(seed: 6, count: 10)
        let url = folder.session()
        try session.write(to: url)
        let timeline = try Timeline(opening: url)
        let (type, payload) = ListSession.recorded(Edit.toggle(id: 1))
        let dispatch = try AppDispatch(type, payload ?? .null, at: 10, of: timeline, with: listApp, now: 1)
        timeline.session.close()
        try dispatch.write()
        #expect(throws: SessionError.beingRecorded(path: url.path)) { try dispatch.write() }
        #expect(try Timeline(opening: url).last == 11)
    }

    @Test func `A type that is not an action of the app changes nothing`() throws {
        let url = folder.session()
        try ListSession(seed: 8, count: 10).write(to: url)
        let before = try Data(contentsOf: url)
        let wrong: [(String, Tree)] = [
            ("Nope", [:]), ("Insert", [:]), ("Rename", ["id": "x", "title": "y"]), ("Select", [:]),
        ]
        for (type, payload) in wrong {
            let timeline = try Timeline(opening: url)
            #expect(throws: ReplayError.self) {
                try AppDispatch(type, payload, at: 10, of: timeline, with: listApp, now: 1)
            }
            timeline.session.close()
        }
        #expect(try Data(contentsOf: url) == before)
    }

    static func dispatchTrapping(in path: String) throws {
        let app = ListApp.changed { action, _, next in
            if action is Rename { next.revision = Trap.index.spring() }
        }
        let watch = TrapWatch(status: 2) { type, _ in
            TrapWatch.Sentence(before: "trapped at ", after: " \(type ?? "")\n")
        }
        let (type, payload) = ListSession.recorded(Rename(id: 1, title: "x"))
        let timeline = try Timeline(opening: URL(filePath: path))
        _ = try AppDispatch(type, payload ?? .null, at: 12, of: timeline, with: app, now: 1, watch: watch)
    }

    @Test func `A reducer that traps ends the process with a message and leaves the session unchanged`() async throws {
        var session = ListSession()
        for id in 1...12 { session.dispatch(Insert(item: Item(id: id, title: "item"), index: 0)) }
        let url = folder.session()
        try session.write(to: url)
        let before = try Data(contentsOf: url)
        let result = await #expect(processExitsWith: .exitCode(2), observing: [\.standardOutputContent]) {
            [path = url.path as String] in
            try AppDispatchTests.dispatchTrapping(in: path)
        }
        let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
        #expect(output.hasSuffix("trapped at 13 Rename\n"), "\(output)")
        #expect(try folder.contents == ["a.rewind"])
        #expect(try Data(contentsOf: url) == before)
    }
}

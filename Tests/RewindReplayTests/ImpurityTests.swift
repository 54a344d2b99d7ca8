import Foundation
import RewindSession
import RewindTree
import TestSupport
import Testing
import RewindTimeline

@testable import RewindReplay

@Suite struct ImpurityTests {
    private let folder = TemporaryFolder()

    private func rerun(_ timeline: Timeline, _ app: RegisteredApp, findsImpurity: Bool = true) throws -> RerunReport {
        var options = Rerun.Options()
        (options.findsImpurity, options.wait) = (findsImpurity, 0)
        return try Rerun(of: timeline, with: app, options: options).run()
    }

    private func session(renamed title: String) -> ListSession {
        var session = ListSession { action, state in
            var next = try listReducer(action, state)
            if action is Rename { next.items[0].title = title }
            return next
        }
        session.dispatch(Insert(item: Item(id: 1, title: "one"), index: 0))
        session.dispatch(Edit.toggle(id: 1))
        session.dispatch(Rename(id: 1, title: "two"))
        return session
    }

    /// Returns the finding of a re-run in which actions of one type set the title to the result of `title`.
    private func finding(_ title: @escaping @Sendable () -> String) throws -> RerunReport.Finding? {
        let app = ListApp.changed { action, _, next in
            if action is Rename { next.items[0].title = title() }
        }
        return try rerun(try session(renamed: "0").timeline(in: folder), app).finding
    }

    @Test func `An impure reducer is reported with its action, pointer and both values`() throws {
        let count = Count()
        let finding = try #require(try finding { "\(count.next())" })
        #expect((finding.seq, finding.type, finding.isImpurity) == (3, "Rename", true))
        guard case .impureState(let difference) = finding.kind else {
            Issue.record("\(finding)")
            return
        }
        #expect(difference.changes == [Change(.replace, ["items", "0", "title"], old: "0", new: "1")])
        let other = try #require(try self.finding { "9" })
        #expect((other.seq, other.isImpurity) == (3, false))
    }

    @Test func `A reducer that reads the clock or random numbers is impure`() throws {
        #expect(try finding { "\(Date().timeIntervalSince1970)" }?.isImpurity == true)
        #expect(try finding { "\(UInt64.random(in: 0...UInt64.max))" }?.isImpurity == true)
        #expect(try finding { UUID().uuidString }?.isImpurity == true)
    }

    @Test func `A reducer with the same result twice in a row and another one later is impure`() throws {
        let count = Count()
        #expect(try finding { "\(1 + count.next() / 12)" }?.isImpurity == true)
    }

    @Test func `A reducer whose errors differ is impure`() throws {
        let count = Count()
        let app = ListApp.changed { action, _, _ in
            if action is Rename { throw NoSuchItem(id: count.next()) }
        }
        let finding = try #require(try rerun(try session(renamed: "0").timeline(in: folder), app).finding)
        guard case .impureError("no item 0", "no item 1") = finding.kind else {
            Issue.record("\(finding)")
            return
        }
    }

    @Test func `Impurity is checked only on request`() throws {
        let count = Count()
        let app = ListApp.changed { action, _, next in
            if action is Rename { next.items[0].title = "\(count.next())" }
        }
        let timeline = try session(renamed: "0").timeline(in: folder)
        #expect(try rerun(timeline, app, findsImpurity: false).finding == nil)
    }

    @Test func `A reducer that changes an object in place is impure`() throws {
        let timeline = try boxes([(0, ["number": 1]), (1, ["number": 2])])
        let app = RegisteredApp(
            reducer: { (state: BoxState, action: Add) -> BoxState in
                state.box.number += action.number
                return state
            },
            actions: [Add.self]
        )
        let finding = try #require(try rerun(timeline, app).finding)
        #expect((finding.seq, finding.isImpurity) == (1, true))
    }

    @Test func `A reducer that changes an object from which a branch starts is impure`() throws {
        // The action may run any number of times.
        let timeline = try boxes([(0, ["number": 1]), (1, ["number": 2]), (1, ["number": 3])])
        let app = RegisteredApp(
            reducer: { (state: BoxState, action: Add) -> BoxState in
                state.box.number = action.number
                return state
            },
            actions: [Add.self]
        )
        let finding = try #require(try rerun(timeline, app).finding)
        guard case .changedInPlace(let parent, let difference) = finding.kind else {
            Issue.record("\(finding)")
            return
        }
        #expect((finding.seq, parent) == (3, 1))
        #expect(difference.changes == [Change(.replace, ["box", "number"], old: 1, new: 2)])
    }

    /// Writes a session of actions with parents, whose states have the number of their payload.
    private func boxes(_ actions: [(parent: Int, payload: Tree)]) throws -> Timeline {
        let url = folder.session("\(UUID().uuidString).rewind")
        let writer = try SessionWriter(creating: url, facts: [:], syncs: false)
        var states: [Tree] = [["box": ["number": 0]]]
        try writer.write { transaction in
            try transaction.setInitialState(states[0])
            for (index, action) in actions.enumerated() {
                let state: Tree = ["box": action.payload]
                states.append(state)
                let record = ActionRecord(
                    seq: index + 1,
                    parent: action.parent,
                    at: 0,
                    type: "Add",
                    payload: action.payload,
                    patch: state.patch(from: states[action.parent])
                )
                try transaction.append(record, state: state)
            }
        }
        try writer.close()
        return try Timeline(opening: url)
    }
}

private final class Box: Codable, @unchecked Sendable {
    var number = 0
}

private struct BoxState: Codable {
    var box: Box
}

private struct Add: Codable {
    var number: Int
}

/// Counts from 0.
///
/// Safe to share because `value` is only accessed under `lock`.
private final class Count: @unchecked Sendable {
    private let lock = NSLock()
    private var value = 0

    func next() -> Int {
        lock.withLock {
            defer { value += 1 }
            return value
        }
    }
}

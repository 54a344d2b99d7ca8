import Foundation
import RewindSession
import RewindTimeline
import RewindTree
import TestSupport
import Testing

@testable import RewindReplay
@testable import RewindUpkeep

@Suite struct RerunTests {
    private let folder = TemporaryFolder()

    private func rerun(_ session: ListSession, _ app: RegisteredApp = listApp) throws -> RerunReport {
        var options = Rerun.Options()
        (options.findsImpurity, options.wait) = (true, 0)
        return try Rerun(of: try session.timeline(in: folder), with: app, options: options).run()
    }

    @Test(arguments: Thoroughness.first(3, of: 0..<12 as Range<UInt64>))
    func `A re-run agrees with the recording along all branches`(seed: UInt64) throws {
        let session = ListSession(seed: seed, count: 150)
        let report = try rerun(session)
        #expect(report.finding == nil)
        let reflected = session.records.count { $0.type == "Select" }
        #expect(report.taken == (reflected > 0 ? [.reflected: ["Select": reflected]] : [:]))
        #expect(report.agreed == 150 - reflected)
        #expect(report.uncompared == 0)
        #expect(report.rerun == report.agreed)
    }

    @Test(arguments: Thoroughness.first(3, of: 0..<12 as Range<UInt64>))
    func `A re-run names the first action at which a changed reducer differs`(seed: UInt64) throws {
        let session = ListSession(seed: seed, count: 100)
        let app = ListApp.changed { action, _, next in
            guard let rename = action as? Rename else { return }
            for index in next.items.indices where next.items[index].id == rename.id {
                next.items[index].title = rename.title.uppercased()
            }
        }
        let report = try rerun(session, app)
        let first = session.records.first { $0.type == "Rename" && $0.status == .done }
        #expect(report.finding?.seq == first?.seq)
        guard let first, let finding = report.finding else { return }
        let rename = try #require(session.actions[first.seq - 1] as? Rename)
        let index = try #require(session.states[first.seq]?.items.firstIndex { $0.id == rename.id })
        guard case .otherState(let difference) = finding.kind else {
            Issue.record("\(finding)")
            return
        }
        let change = Change(
            .replace,
            ["items", "\(index)", "title"],
            old: .string(rename.title),
            new: .string(rename.title.uppercased())
        )
        #expect(difference.changes == [change])
        #expect(finding.type == "Rename")
        #expect(!finding.isImpurity)
    }

    @Test func `Missing, new and different errors are reported`() throws {
        var session = ListSession()
        session.dispatch(Insert(item: Item(id: 1, title: "one"), index: 0))
        session.dispatch(Rename(id: 7, title: "seven"))
        func finding(_ reducer: @escaping @Sendable (any ListAction, ListState?) throws -> ListState) throws -> String {
            let app = RegisteredApp(reducer: reducer, actions: [Insert.self, Rename.self, Edit.self])
            let finding = try #require(try rerun(session, app).finding)
            guard case .otherError(let recorded, let rerun) = finding.kind else { return "\(finding)" }
            return "\(finding.seq) \(recorded ?? "-") → \(rerun ?? "-")"
        }
        #expect(try rerun(session).agreed == 2)
        #expect(try finding { (try? listReducer($0, $1)) ?? $1 ?? ListState() } == "2 no item 7 → -")
        #expect(
            try finding {
                if $0 is Insert { throw NoSuchItem(id: 3) }
                return try listReducer($0, $1)
            } == "1 - → no item 3"
        )
        #expect(
            try finding {
                do { return try listReducer($0, $1) } catch is NoSuchItem { throw NoSuchItem(id: 8) }
            } == "2 no item 7 → no item 8"
        )
        session.records[1].error = "no item ‹masked 012·345·678·9ab›"
        #expect(try rerun(session).finding == nil)
        session.records[1].error = "no items ‹masked 012·345·678·9ab›"
        #expect(try rerun(session).finding?.seq == 2)
    }

    @Test func `An action that cannot be re-run has its recorded effect, and the re-run continues`() throws {
        var session = ListSession()
        for id in 1...4 { session.dispatch(Insert(item: Item(id: id, title: "item"), index: 0)) }
        session.dispatch(Select(id: 3))
        session.dispatch(Edit.toggle(id: 2))
        session.dispatch(Rename(id: 1, title: "renamed"))
        session.dispatch(Edit.marking(.all))
        // Actions that are not re-run: of an unregistered type, with a payload that does not decode, and without a
        // payload.
        let app = RegisteredApp(reducer: listReducer, actions: [Insert.self, Edit.self])
        session.records[1].payload = ["item": "none", "index": 0]
        session.records[2].payload = nil
        session.records[2].status = .dropped
        let report = try rerun(session, app)
        #expect(report.finding == nil)
        #expect(report.agreed == 4)
        #expect(
            report.taken == [
                .reflected: ["Select": 1], .unregistered: ["Rename": 1], .undecodable: ["Insert": 1],
                .lost: ["Insert": 1],
            ]
        )
    }

    @Test func `An action after an unknown effect is not blamed for the difference`() throws {
        var session = ListSession()
        session.dispatch(Insert(item: Item(id: 1, title: "one"), index: 0))
        session.dispatchWithoutEffect(Select(id: 1), status: .dropped)
        session.dispatch(Edit.toggle(id: 1))
        // The effect of the lost actions is visible in that of the next one.
        session.records[2].patch = Patch(
            (session.records[2].patch?.operations ?? []) + [.replace(["items", "0", "title"], "lost")]
        )
        session.dispatch(Edit.toggle(id: 1))
        let report = try rerun(session)
        #expect(report.finding == nil)
        #expect(report.agreed == 2)
        #expect(report.taken == [.lost: ["Select": 1], .afterUnknown: ["Edit.toggle": 1]])
    }

    @Test func `Actions whose effects were lost in a crash are re-run, the unfinished one last`() throws {
        var session = ListSession()
        session.dispatch(Insert(item: Item(id: 1, title: "one"), index: 0))
        session.dispatchWithoutEffect(Edit.toggle(id: 1), status: .dropped)
        session.dispatchWithoutEffect(Edit.clear, status: .dropped)
        session.dispatchWithoutEffect(Edit.marking(.all), status: .began)
        session.dispatchWithoutEffect(Select(id: 1), status: .began)
        let seen = Seen()
        let app = ListApp.changed { action, state, _ in
            if case .marking = action as? Edit { seen.note(state) }
        }
        let report = try rerun(session, app)
        #expect(report.finding == nil)
        #expect((report.agreed, report.uncompared) == (1, 2))
        #expect(report.survived == [RerunReport.Action(seq: 4, type: "Edit.marking.all")])
        #expect(report.unfinished == [RerunReport.Action(seq: 5, type: "Select")])
        // It is reduced from the state that the lost actions lead to.
        #expect(seen.states == [ListState(counts: ["insert": 1], revision: 3)])
    }

    @Test func `States that the recorder could not encode are not encoded again`() throws {
        let url = folder.session()
        let writer = try SessionWriter(creating: url, facts: [:], syncs: false)
        try writer.write { transaction in
            try transaction.setInitialState(["number": 0])
            for (seq, number) in [(1, 1), (3, 3)] {
                let patch = Patch([.replace(["number"], .integer(Int64(number)))])
                if seq == 3 {
                    let lost = ActionRecord(seq: 2, parent: 1, at: 0, type: "Next", payload: [:], status: .dropped)
                    try transaction.append(lost, state: nil)
                }
                let record = ActionRecord(seq: seq, parent: seq - 1, at: 0, type: "Next", payload: [:], patch: patch)
                try transaction.append(record, state: ["number": .integer(Int64(number))])
            }
        }
        try writer.close()
        func rerun(step: Int) throws -> RerunReport {
            let app = RegisteredApp(
                reducer: { (state: inout Stubborn, _: Next) in state.number += step },
                actions: [Next.self]
            )
            return try Rerun(of: Timeline(opening: url), with: app).run()
        }
        let report = try rerun(step: 1)
        #expect(report.finding == nil)
        #expect((report.agreed, report.uncompared) == (2, 1))
        let other = try rerun(step: 2)
        guard case .notEncodable = other.finding?.kind else {
            Issue.record("\(other)")
            return
        }
        #expect(other.finding?.seq == 1)
    }

    @Test(arguments: [4, .max / 2])
    func `A re-run stops at a gap in the numbers without reporting that action`(seq: Int) throws {
        var session = ListSession()
        for id in 1...3 { session.dispatchWithoutEffect(Rename(id: id, title: "title"), status: .dropped) }
        session.records[2].seq = seq
        let timeline = try session.timeline(in: folder)
        var told: [Int] = []
        #expect(throws: timeline.session.damaged(.actionMissing(seq: 3))) {
            try Rerun(of: timeline, with: listApp).run { told.append($0) }
        }
        #expect(told == [1, 2])
    }

    @Test func `A re-run of a pruned session starts at its first state and excludes lost branches`() throws {
        var session = ListSession()
        for id in 1...300 { session.dispatch(Insert(item: Item(id: id, title: "item"), index: 3)) }
        let timeline = try session.timeline(in: folder)
        timeline.session.close()
        _ = try SessionPruning.prune(timeline.session.url, keeping: Retention(maxActions: 20), now: 0)
        let pruned = try Timeline(opening: timeline.session.url)
        #expect(pruned.first > 0)
        let report = try Rerun(of: pruned, with: listApp).run()
        #expect(report.finding == nil)
        #expect(report.agreed == 300 - pruned.first)
    }
}

private struct Next: Codable {}

/// A state that cannot be encoded if its number is 2.
private struct Stubborn: Codable {
    var number: Int

    enum CodingKeys: CodingKey { case number }

    init(from decoder: any Decoder) throws {
        number = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .number)
    }

    func encode(to encoder: any Encoder) throws {
        if number == 2 { throw NoSuchItem(id: 2) }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(number, forKey: .number)
    }
}

/// The states that a reducer received.
///
/// Safe to share because `states` is only accessed under `lock`.
final class Seen: @unchecked Sendable {
    private let lock = NSLock()
    private var all: [ListState?] = []

    var states: [ListState?] { lock.withLock { all } }

    func note(_ state: ListState?) {
        lock.withLock { all.append(state) }
    }
}

import RewindSession
import RewindTree
import TestSupport
import Testing
import RewindTimeline

@testable import RewindReplay

/// Stands in for the store's init action, which the reducer ignores, too.
private struct Start: ListAction {}

@Suite struct NamedActionTests {
    private static let types: [any (Decodable & SendableMetatype).Type] = [Insert.self, Rename.self, Edit.self]

    private let folder = TemporaryFolder()
    private let timeline: Timeline

    init() throws {
        var session = ListSession()
        session.dispatch(Select(id: nil))
        session.records[0].type = "ReSwiftInit"
        session.records[0].payload = [:]
        for id in 1...3 { session.dispatch(Insert(item: Item(id: id, title: "item"), index: 0)) }
        timeline = try session.timeline(in: folder)
    }

    /// Returns the app with a reducer whose initial state has this revision.
    private func app(startingAt revision: Int = 0, isNamed: Bool = true) -> RegisteredApp {
        RegisteredApp(
            reducer: { (action: any ListAction, state: ListState?) throws -> ListState in
                try listReducer(action, state ?? ListState(revision: revision))
            },
            actions: Self.types,
            named: isNamed ? ["ReSwiftInit": { Start() }] : [:]
        )
    }

    @Test func `An action that cannot be decoded is re-run as the app's value for its name`() throws {
        let report = try Rerun(of: timeline, with: app()).run()
        #expect((report.agreed, report.taken.count) == (4, 0))
        #expect(report.finding == nil)
    }

    @Test func `Re-running a named action finds a different first state`() throws {
        let finding = try Rerun(of: timeline, with: app(startingAt: 7)).run().finding
        #expect(finding?.seq == 1)
        guard case .otherState(let difference)? = finding?.kind else {
            Issue.record("\(String(describing: finding))")
            return
        }
        #expect(difference.changes == [Change(.replace, ["revision"], old: 1, new: 8)])
    }

    @Test func `An action without a value has its recorded effect, whatever the first state is`() throws {
        let report = try Rerun(of: timeline, with: app(startingAt: 7, isNamed: false)).run()
        #expect(report.taken == [.reflected: ["ReSwiftInit": 1]])
        #expect(report.finding == nil)
    }

    @Test func `A named action fits the app`() throws {
        let fit = try FitCheck.run(timeline, with: app())
        #expect((fit.verdict, fit.actions, fit.reflected) == (.fine, 4, [:]))
        #expect(try FitCheck.run(timeline, with: app(isNamed: false)).reflected == ["ReSwiftInit": 1])
    }

    @Test func `A name for an action that is also decoded is refused`() {
        let app = RegisteredApp(reducer: listReducer, actions: Self.types, named: ["Edit": { Start() }])
        #expect(throws: ReplayError.ambiguousType("Edit")) { try app.makeStore() }
    }

    @Test func `A named action keeps its recorded name and payload when it is written again`() throws {
        let store = try app().makeStore()
        try store.setState(.null)
        try store.setAction(named: "ReSwiftInit", [:])
        #expect(store.actionRecord() == nil)
        #expect(store.isReady("ReSwiftInit"))
        #expect(!store.isReady("Insert"))
        try store.setAction(named: "Edit.clear", ["clear": [:]])
        #expect(store.actionRecord()?.type == "Edit.clear")
    }
}

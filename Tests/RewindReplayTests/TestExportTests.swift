import Foundation
import RewindSession
import RewindTree
import TestSupport
import Testing
import RewindTimeline

@testable import RewindReplay

@Suite struct TestExportTests {
    private let folder = TemporaryFolder()

    private func options(_ from: Int, _ to: Int, _ pointers: [Pointer] = []) -> TestExport.Options {
        TestExport.Options(from: from, to: to, pointers: pointers, reducer: "listReducer", module: nil)
    }

    private func check(_ export: TestExport, with app: RegisteredApp) throws {
        try RecordedSteps(
            start: export.start.text,
            actions: export.steps.map(\.text).joined(separator: "\n"),
            at: export.options.pointers.map { JSONPointer($0) }
        ).check(app)
    }

    /// Checks the test with its data in a separate file, and that it fails with edited data.
    private func checkParts(of export: TestExport, with app: RegisteredApp) throws {
        let parts = export.parts(besideFile: "Steps.json")
        let isLong = export.source.utf8.count > 100_000
        if isLong { #expect(parts.data != nil && parts.source.utf8.count < 20_000) }
        guard let data = parts.data else {
            #expect(parts.source == export.source)
            return
        }
        let file = folder.url.appending(path: "Steps.json")
        try Data(data.utf8).write(to: file)
        let steps = RecordedSteps(
            in: "Steps.json",
            start: data.contains("\"start\": ") ? nil : export.start.text,
            actions: data.contains("\"actions\": [") ? nil : export.steps.map(\.text).joined(separator: "\n"),
            at: export.options.pointers.map { JSONPointer($0) },
            beside: folder.url.appending(path: "Tests.swift").path
        )
        try steps.check(app)
        try Data("{}".utf8).write(to: file)
        #expect(throws: MalformedStep.self) { try steps.check(app) }
    }

    @Test func `An exported test keeps a long state and long actions in a file beside its source`() throws {
        for (count, title) in [(2, 9_000), (300, 40), (3, 4)] {
            var session = ListSession(startingWith: ListState())
            for id in 0..<count {
                session.dispatch(Insert(item: Item(id: id, title: String(repeating: "é\"#", count: title)), index: 0))
            }
            let timeline = try session.timeline(in: folder)
            for from in [0, count - 1] {
                try checkParts(of: TestExport(of: timeline, with: listApp, options(from, count)), with: listApp)
            }
        }
    }

    private static let broken = RegisteredApp(
        reducer: { (action: any ListAction, state: ListState?) throws -> ListState in
            var state = try listReducer(action, state)
            state.selected = -7
            return state
        },
        actions: [Insert.self, Rename.self, Edit.self]
    )

    @Test func `The actions that a test does not run are counted`() throws {
        var session = ListSession(startingWith: ListState())
        session.dispatch(Insert(item: Item(id: 1, title: "one"), index: 0))
        for id in [1, 2] { session.dispatch(Select(id: id)) }
        session.dispatch(Edit.toggle(id: 1))
        let export = try TestExport(of: session.timeline(in: folder), with: listApp, options(0, 4))
        #expect(export.takenSteps.map(\.seq) == [2, 3])
        #expect(export.takenSteps.map(\.type) == ["Select", "Select"])
    }

    @Test(arguments: Thoroughness.first(5, of: UInt64(1)...20))
    func `An exported test passes with the recorded reducer and fails with another`(seed: UInt64) throws {
        let timeline = try ListSession(seed: seed, count: 120).timeline(in: folder)
        var random = SplitMix64(seed: seed)
        for _ in 0..<8 {
            let to = 1 + random.below(timeline.last)
            var from = to
            for _ in 0...random.below(30) where from > 0 { from = try timeline.parent(of: from) }
            for pointers in [[], [["items", "0", "title"], ["selected"]]] as [[Pointer]] {
                let export = try TestExport(of: timeline, with: listApp, options(from, to, pointers))
                try check(export, with: listApp)
                let path = try timeline.path(from: from, to: to)
                #expect(export.steps.map(\.seq) == (1..<path.count).map { path[$0] })
                try checkParts(of: export, with: listApp)
                // The first re-run action that does not throw diverges.
                let runs = export.steps.filter { $0.payload != nil && $0.error == nil }
                guard let first = runs.first else { continue }
                let error = #expect(throws: RecordedDifference.self) { try check(export, with: Self.broken) }
                #expect(error?.seq == first.seq)
            }
        }
    }

    @Test func `An exported test names its imports and types`() throws {
        var session = ListSession(startingWith: ListState())
        session.dispatch(Insert(item: Item(id: 1, title: "a \"# b"), index: 0))
        session.dispatch(Edit.toggle(id: 1))
        let export = try TestExport(of: session.timeline(in: folder), with: listApp, options(0, 2))
        let lines = export.source.split(separator: "\n").map(String.init)
        #expect(lines.contains("@testable import RewindReplayTests"))
        #expect(lines.contains("import RewindReplay"))
        #expect(lines.contains("import Testing"))
        #expect(
            lines.contains(
                "    static let app = RegisteredApp(reducer: listReducer, actions: [Edit.self, Insert.self])"
            )
        )
        #expect(lines.contains("    @Test func `Actions 1 to 2 lead to what was recorded`() throws {"))
        #expect(lines.contains("        actions: ##\"\"\""))
    }

    @Test(arguments: [true, false])
    func `An exported test of unknown states starts and ends with known ones`(isRun: Bool) throws {
        var session = ListSession(startingWith: ListState())
        let actions: [any ListAction] = [
            Insert(item: Item(id: 1, title: "a"), index: 0), Insert(item: Item(id: 2, title: "b"), index: 0),
            isRun ? Edit.toggle(id: 1) : Select(id: 2), Edit.toggle(id: 2), Edit.toggle(id: 1),
        ]
        for action in actions { session.dispatch(action) }
        // As written by a recorder that lost the effects of actions 2 and 5.
        let (first, third) = (ListSession.tree(session.states[1]), ListSession.tree(session.states[3]))
        for seq in [2, 5] { (session.records[seq - 1].patch, session.records[seq - 1].status) = (nil, .began) }
        session.records[2].patch = third.patch(from: first)
        let timeline = try session.timeline(in: folder)
        for pointers in [[], [["items", "0", "isDone"], ["selected"]]] as [[Pointer]] {
            let export = try TestExport(of: timeline, with: listApp, options(1, 5, pointers))
            try check(export, with: listApp)
            let error = #expect(throws: RecordedDifference.self) { try check(export, with: Self.broken) }
            #expect(error?.seq == (isRun ? 3 : 4))
        }
        #expect(throws: ReplayError.stateNotKnown(seq: 2, lastKnown: 1)) {
            try TestExport(of: timeline, with: listApp, options(2, 4))
        }
    }

    @Test func `A test without actions or without known states is refused`() throws {
        var session = ListSession(startingWith: ListState())
        session.dispatch(Insert(item: Item(id: 1, title: "a"), index: 0))
        session.dispatch(Select(id: 1))
        let timeline = try session.timeline(in: folder)
        #expect(throws: ReplayError.noActions(from: 1, to: 1)) {
            try TestExport(of: timeline, with: listApp, options(1, 1))
        }
        let export = try TestExport(of: timeline, with: listApp, options(0, 2, [["items", "3"], ["selected"]]))
        #expect(export.emptyPointers == [["items", "3"]])
    }
}

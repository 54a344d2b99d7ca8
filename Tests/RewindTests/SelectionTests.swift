import Foundation
import Rewind
import RewindStore
import RewindSession
import RewindTree
import TestSupport
import Testing

@Suite struct SelectionTests {
    /// The expected content of a session, computed from the dispatched actions.
    private struct Expected {
        var types: [String] = []
        var counts: [Int64?] = []
        var states: [AppState?] = []

        init(_ dispatched: [(type: String, state: AppState, isRecorded: Bool)], initial: AppState?) {
            states = [initial]
            var skipped: (count: Int64, state: AppState)?
            for action in dispatched {
                guard action.isRecorded else {
                    skipped = ((skipped?.count ?? 0) + 1, action.state)
                    continue
                }
                if let skipped { add("(not recorded)", skipped.count, skipped.state) }
                skipped = nil
                add(action.type, nil, action.state)
            }
            // No action follows that would record their effect.
            if let skipped { add("(not recorded)", skipped.count, states[states.count - 1]) }
        }

        private mutating func add(_ type: String, _ count: Int64?, _ state: AppState?) {
            types.append(type)
            counts.append(count)
            states.append(state)
        }
    }

    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }

    /// Returns random actions of all types.
    private static func actions(seed: UInt64) -> [any Action] {
        var random = SplitMix64(seed: seed)
        return (0..<150).map { number in
            switch random.below(5) {
            case 0: Note(text: "n\(number)")
            case 1: Choice.some(value: number)
            case 2: Choice.none
            case 3: Opaque()
            default: Add(amount: number)
            }
        }
    }

    private static func type(of action: any Action) -> String {
        switch action {
        case Choice.none: "Choice.none"
        case is Choice: "Choice.some"
        default: "\(Swift.type(of: action))"
        }
    }

    private func check(_ expected: Expected) throws {
        let recording = try Recording(at: url)
        try recording.expect(expected.states)
        #expect(recording.records.map(\.type) == expected.types)
        for (record, count) in zip(recording.records, expected.counts) where count != nil {
            #expect(record.payload?[["actions"]] == count.map(Tree.integer))
        }
    }

    /// A selection, and the same rule as a closure.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let selection: ActionSelection
        let isRecorded: @Sendable (_ type: String, _ numberOfType: Int) -> Bool

        init(
            _ name: String,
            _ selection: ActionSelection,
            isRecorded: @escaping @Sendable (_ type: String, _ numberOfType: Int) -> Bool
        ) {
            testDescription = name
            self.selection = selection
            self.isRecorded = isRecorded
        }

        static let all: [Case] = [
            Case("nothing", .all) { _, _ in true },
            Case("everything", .all.denying(types: "*")) { _, _ in false },
            Case("types", .all.denying(types: "Note", "Op?que")) { type, _ in type != "Note" && type != "Opaque" },
            Case("all but types", .all.allowing(types: "[AN]*")) { type, _ in type == "Add" || type == "Note" },
            Case("a case", .all.denying(types: "Choice.some")) { type, _ in type != "Choice.some" },
            Case("an enum", .all.denying(types: "Choice.*")) { type, _ in !type.hasPrefix("Choice") },
            Case("by several rules", .all.allowing(types: "A*", "N*").denying(types: "*d*").filtering { $0 is Note }) {
                type,
                _ in type == "Note"
            },
            Case("most of a type", .all.sampling(types: "Add", every: 7)) { type, n in type != "Add" || n % 7 == 0 },
            Case("no sample", .all.sampling(types: "Add", every: 0)) { _, _ in true },
        ]
    }

    @Test(arguments: Case.all, Durability.allCases)
    func `A run of excluded actions is one row, and the states around it are exact`(
        _ kind: Case,
        durability: Durability
    ) throws {
        var options = RecorderOptions(durability)
        options.selection = kind.selection
        let app = try RecordedApp(at: url, state: AppState(), options: options, reducer: reduce)
        let actions = Self.actions(seed: 5)
        for action in actions { app.store.dispatch(action) }
        app.recorder.close()
        var seen: [String: Int] = [:]
        let dispatched = zip(actions, app.truths).map { action, state in
            let type = Self.type(of: action)
            defer { seen[type, default: 0] += 1 }
            return (type: type, state: state, isRecorded: kind.isRecorded(type, seen[type] ?? 0))
        }
        #expect(app.recorder.dispatchedCount == dispatched.count { $0.isRecorded })
        #expect(app.recorder.droppedCount == 0)
        try check(Expected(dispatched, initial: AppState()))
    }

    @Test(arguments: Durability.allCases)
    func `Actions dispatched while the recorder pauses are excluded`(durability: Durability) throws {
        let app = try RecordedApp(at: url, state: AppState(), options: RecorderOptions(durability), reducer: reduce)
        var random = SplitMix64(seed: 11)
        let actions = Self.actions(seed: 6)
        var isRecorded: [Bool] = []
        for action in actions {
            if random.below(6) == 0 {
                if app.recorder.isPaused { app.recorder.resume() } else { app.recorder.pause() }
            }
            isRecorded.append(!app.recorder.isPaused)
            app.store.dispatch(action)
        }
        app.recorder.close()
        let dispatched = zip(actions, zip(app.truths, isRecorded)).map { action, rest in
            (type: Self.type(of: action), state: rest.0, isRecorded: rest.1)
        }
        #expect(isRecorded.contains(false) && isRecorded.contains(true))
        try check(Expected(dispatched, initial: AppState()))
    }

    @Test(arguments: [true, false])
    func `Either of two nested actions can be excluded`(isOuterLeftOut: Bool) throws {
        var options = RecorderOptions()
        options.selection = .all.denying(types: isOuterLeftOut ? "Note" : "Add")
        let app = try RecordedApp(at: url, state: AppState(), options: options, reducer: reduce)
        let reactor = Reactor()
        reactor.react = { state in
            if state.last == "Note" { app.store.dispatch(Add(amount: 10)) }
        }
        app.store.subscribe(reactor)
        for number in 0..<20 { app.store.dispatch(Note(text: "\(number)")) }
        app.store.dispatch(Opaque())
        app.recorder.close()
        let types = (0..<20).flatMap { _ in ["Note", "Add"] } + ["Opaque"]
        let dispatched = zip(types, app.truths).map { type, state in
            (type: type, state: state, isRecorded: type != (isOuterLeftOut ? "Note" : "Add"))
        }
        try check(Expected(dispatched, initial: AppState()))
    }
}

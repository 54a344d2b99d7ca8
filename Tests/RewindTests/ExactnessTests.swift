import Foundation
import Rewind
import RewindSession
import RewindStore
import RewindTimeline
import RewindTree
import TestSupport
import Testing
@testable import RewindUpkeep

@Suite struct ExactnessTests {
    private let folder = TemporaryFolder()

    private func app(_ durability: Durability = .crashSafe, middleware: [Middleware<AppState>] = []) throws
        -> RecordedApp<AppState>
    {
        try RecordedApp(
            at: folder.session(),
            state: AppState(),
            options: RecorderOptions(durability),
            middleware: middleware,
            reducer: reduce
        )
    }

    @Test(arguments: Durability.allCases) func `Each recorded state is exact for plain dispatches`(
        durability: Durability
    ) throws {
        let app = try app(durability)
        for n in 0..<700 { app.store.dispatch(n % 3 == 0 ? Note(text: n % 2 == 0 ? nil : "n\(n)") : Add(amount: n)) }
        #expect(app.recorder.dispatchedCount == 700)
        try app.check(initial: AppState())
        #expect(app.recorder.droppedCount == 0)
        #expect(try folder.contents == ["a.rewind"])
    }

    @Test func `Each recorded state is exact in a store that starts without a state`() throws {
        let app = try RecordedApp<AppState>(at: folder.session(), state: nil, reducer: reduce)
        app.store.dispatch(Add(amount: 2))
        try app.check(initial: nil)
        let reader = try SessionReader(opening: folder.session())
        #expect(try reader.action(1)?.type == "ReSwiftInit")
    }

    @Test(arguments: Durability.allCases)
    func `Each recorded state is exact when subscribers dispatch, nested and in a loop`(durability: Durability) throws {
        let app = try app(durability)
        let (first, second) = (Reactor(), Reactor())
        first.react = { state in
            if state.last == "Note", state.count < 40 { app.store.dispatch(Add(amount: 1)) }
            if state.last == "Add", state.count % 5 != 0 { app.store.dispatch(Add(amount: 1)) }
        }
        second.react = { state in
            if state.last == "Add", state.count % 7 == 0, state.log.count < 30 {
                app.store.dispatch(Note(text: "at \(state.count)"))
            }
        }
        app.store.subscribe(first)
        app.store.subscribe(second)
        for n in 1...10 { app.store.dispatch(Add(amount: n)) }
        #expect(app.truths.count > 30)
        try app.check(initial: AppState())
    }

    @Test(arguments: [true, false])
    func `Each recorded state is exact when another middleware dispatches around the action`(isBefore: Bool) throws {
        let echo: Middleware<AppState> = { dispatch, _ in
            { next in
                { action in
                    if isBefore, action is Note { dispatch(Add(amount: 1)) }
                    next(action)
                    if !isBefore, action is Note { dispatch(Add(amount: 100)) }
                }
            }
        }
        let app = try app(middleware: [echo])
        for n in 0..<50 { app.store.dispatch(n % 2 == 0 ? Note(text: "x") : Add(amount: n)) }
        #expect(app.truths.count == 75)
        try app.check(initial: AppState())
    }

    @Test func `Each recorded state is exact when a middleware drops, replaces and multiplies actions`() throws {
        let rewrite: Middleware<AppState> = { _, _ in
            { next in
                { action in
                    guard let add = action as? Add else { return }
                    for _ in 0..<add.amount { next(Note(text: "\(add.amount)")) }
                }
            }
        }
        let app = try app(middleware: [rewrite])
        for n in 0..<8 { app.store.dispatch(n % 2 == 0 ? Add(amount: n) : Note(text: nil)) }
        #expect(app.truths.count == 12)
        try app.check(initial: AppState())
    }

    @Test func `Payloads of every kind are recorded, and Codable ones decode again`() throws {
        let app = try app()
        let actions: [any Action] = [
            Add(amount: .min), Note(text: nil), Note(text: "é"), Opaque(), Opaque(kind: .plain, maybe: 3), Stubborn(),
            Choice.none, Choice.some(value: nil), Choice.some(value: 2), Choice.pair(1, "b"),
        ]
        for action in actions { app.store.dispatch(action) }
        try app.check(initial: AppState())
        let reader = try SessionReader(opening: folder.session())
        let records = try (1...actions.count).map { try #require(try reader.action($0)) }
        #expect(
            records.map(\.coder) == [
                .codable, .codable, .codable, .reflected, .reflected, .reflected, .codable, .codable, .codable,
                .codable,
            ]
        )
        #expect(
            records.map(\.payload) == [
                ["amount": .integer(.min)], [:], ["text": "é"],
                ["kind": ["with": ["label": "l", "1": 3]], "tags": ["a", "b", "c", "d", "e"], "maybe": .null],
                ["kind": "plain", "tags": ["a", "b", "c", "d", "e"], "maybe": 3], ["hidden": 1], ["none": [:]],
                ["some": [:]], ["some": ["value": 2]], ["pair": ["_0": 1, "_1": "b"]],
            ]
        )
        #expect(records.allSatisfy { $0.status == .done && $0.duration != nil })
    }

    @Test func `A state that is not Codable is recorded by reflection`() throws {
        struct Plain {
            var count = 0
            var inner = ["a": [1, 2]]
        }
        let app = try RecordedApp<Plain>(at: folder.session(), state: Plain()) { _, state in
            var state = state ?? Plain()
            state.count += 1
            state.inner["b\(state.count)"] = [state.count]
            return state
        }
        for _ in 0..<3 { app.store.dispatch(Add(amount: 1)) }
        app.recorder.close()
        let timeline = try Timeline(opening: folder.session())
        #expect(try timeline.state(at: 0) == ["count": 0, "inner": ["a": [1, 2]]])
        #expect(try timeline.state(at: 3) == ["count": 3, "inner": ["a": [1, 2], "b1": [1], "b2": [2], "b3": [3]]])
    }

    @Test
    func `A state that cannot be encoded keeps the last one, and the next state is exact again`() throws {
        struct Picky: Codable, Equatable {
            struct Refusal: Error {}
            var n: Int
            init(n: Int) { self.n = n }
            init(from decoder: any Decoder) throws { n = try decoder.singleValueContainer().decode(Int.self) }
            func encode(to encoder: any Encoder) throws {
                guard n % 3 != 0 else { throw Refusal() }
                var container = encoder.singleValueContainer()
                try container.encode(n)
            }
        }
        let problems = Problems()
        var options = RecorderOptions()
        options.onProblem = problems.tell
        let app = try RecordedApp<Picky>(at: folder.session(), state: Picky(n: 1), options: options) { _, state in
            Picky(n: (state?.n ?? 0) + 1)
        }
        for _ in 0..<6 { app.store.dispatch(Add(amount: 1)) }
        app.recorder.close()
        #expect(problems.wait { $0 == .stateNotEncodable(seq: 2) })
        #expect(problems.wait { $0 == .stateNotEncodable(seq: 5) })
        let timeline = try Timeline(opening: folder.session())
        #expect(try (0...6).map { try timeline.state(at: $0) } == [1, 2, 2, 4, 5, 5, 7])
        #expect(try timeline.session.action(2)?.status == .dropped)
        #expect(try timeline.session.action(3)?.status == .done)
        #expect(try SessionCheck.run(timeline.session).findings == [])
    }
}

import Foundation
import RewindSession
import RewindStore
import RewindTimeline
import RewindTree
import TestSupport
import Testing
@testable import Rewind

private struct Query: Codable, Sendable { var page: Int }
private struct Page: Codable, Equatable, Sendable { var titles: [String] }
private struct Offline: Error, Codable, Equatable { var code: Int }
private struct Load: Action, Codable { var id: Int }
private struct Plain { var count = 3 }
private enum Refused: Error { case byServer(status: Int) }

/// The rows of a recording after it was closed.
struct RecordedEffects {
    let rows: [EffectRow]
    let actions: [ActionRecord]

    init(at url: URL) throws {
        let session = try SessionReader(opening: url)
        var (rows, actions): ([EffectRow], [ActionRecord]) = ([], [])
        try session.forEachEffect {
            rows.append($0)
            return true
        }
        try session.forEachAction {
            actions.append($0)
            return true
        }
        (self.rows, self.actions) = (rows, actions)
    }

    subscript(name: String) -> EffectRow? { rows.first { $0.effect.name == name } }

    /// The names of each action and its causes, up to the root.
    var chains: [String] { actions.map { chain($0.type, $0.cause) } }

    private func chain(_ name: String, _ cause: CauseReference?) -> String {
        guard let cause, let next = self.name(of: cause) else { return name }
        return "\(name) < \(chain(next, self.cause(of: cause)))"
    }

    /// Returns the type of an action or the name of an effect; nil if there is none.
    func name(of event: CauseReference?) -> String? {
        switch event {
        case .action(let seq): actions[seq - 1].type
        case .effect(let id): rows[id - 1].effect.name
        case nil: nil
        }
    }

    private func cause(of event: CauseReference) -> CauseReference? {
        switch event {
        case .action(let seq): actions[seq - 1].cause
        case .effect(let id): rows[id - 1].effect.cause
        }
    }
}

@Suite struct EffectTests {
    private let folder = TemporaryFolder()

    private func recorder(_ durability: Durability = .crashSafe) throws -> Recorder<AppState> {
        try Recorder(recordingTo: folder.session(), options: RecorderOptions(durability))
    }

    private func effects(of recorder: Recorder<AppState>) throws -> RecordedEffects {
        recorder.close()
        return try RecordedEffects(at: #require(recorder.url))
    }

    private func store(_ recorder: Recorder<AppState>, causes: Bool = false) -> Store<AppState> {
        let first: [Middleware<AppState>] = causes ? [recorder.causes()] : []
        return Store(
            reducer: reduce,
            state: AppState(),
            middleware: first + [createThunkMiddleware(), recorder.middleware()]
        )
    }

    @Test(arguments: Durability.allCases)
    func `An effect is recorded with its input and its value`(durability: Durability) async throws {
        let recorder = try recorder(durability)
        let page = await recorder.effect("GET /items", input: Query(page: 2)) { () async -> Page in
            await Task.yield()
            return Page(titles: ["a", "b"])
        }
        #expect(page == Page(titles: ["a", "b"]))
        let row = try #require(try effects(of: recorder).rows.first)
        #expect(row.effect.id == 1)
        #expect(row.effect.kind == .effect)
        #expect(row.effect.name == "GET /items")
        #expect(row.effect.input == ["page": 2])
        #expect(row.effect.coder == .codable)
        #expect(row.effect.origin?.hasPrefix("RewindTests/EffectTests.swift:") == true)
        let outcome = try #require(row.outcome)
        #expect(outcome.status == .done)
        #expect(outcome.type == "Page")
        #expect(outcome.value == ["titles": ["a", "b"]])
        #expect(outcome.at >= row.effect.at)
        #expect(outcome.duration.map { $0 > 0 } == true)
    }

    @Test func `An error is rethrown with its type and recorded`() async throws {
        let recorder = try recorder()
        func request() async throws(Offline) -> Page {
            try await recorder.effect("request") { () async throws(Offline) -> Page in throw Offline(code: 7) }
        }
        await #expect(throws: Offline(code: 7)) { try await request() }
        #expect(throws: Refused.self) {
            try recorder.effect("save") { throw Refused.byServer(status: 503) }
        }
        let effects = try effects(of: recorder)
        let request = try #require(effects["request"]?.outcome)
        #expect(request.status == .failed)
        #expect((request.type, request.coder) == ("Offline", .codable))
        #expect(request.value == ["code": 7])
        let save = try #require(effects["save"]?.outcome)
        #expect(save.status == .failed)
        #expect((save.type, save.coder) == ("Refused.byServer", .reflected))
        #expect(save.value == .string("byServer(status: 503)"))
    }

    @Test func `A canceled effect is canceled, whatever it throws`() async throws {
        let recorder = try recorder()
        let task = Task {
            try await recorder.effect("timer") { try await Task.sleep(for: .seconds(60)) }
        }
        let other = Task {
            try await recorder.effect("request") {
                try? await Task.sleep(for: .seconds(60))
                throw Offline(code: 1)
            }
        }
        task.cancel()
        other.cancel()
        _ = (await task.result, await other.result)
        let effects = try effects(of: recorder)
        #expect(effects["timer"]?.outcome?.status == .canceled)
        #expect(effects["request"]?.outcome?.status == .canceled)
    }

    @Test func `A value that is not Codable is reflected, and none is no value`() throws {
        let recorder = try recorder()
        recorder.effect("plain", input: Plain()) { Plain() }
        recorder.effect("nothing") {}
        let effects = try effects(of: recorder)
        let plain = try #require(effects["plain"])
        #expect((plain.effect.coder, plain.effect.input) == (.reflected, ["count": 3]))
        #expect((plain.outcome?.coder, plain.outcome?.value) == (.reflected, ["count": 3]))
        let nothing = try #require(effects["nothing"])
        #expect(nothing.effect.input == nil)
        #expect((nothing.outcome?.type, nothing.outcome?.value) == ("Void", nil))
    }

    @Test func `Secrets are masked in inputs, values and errors`() throws {
        struct SignIn: Codable { var password: String }
        struct Token: Codable { var accessToken: String }
        struct Denied: Error, Codable { var password: String }
        let recorder = try recorder()
        recorder.effect("sign in", input: SignIn(password: "hunter2")) { Token(accessToken: "hunter2") }
        #expect(throws: Denied.self) { try recorder.effect("deny") { throw Denied(password: "hunter2") } }
        recorder.note("noted", SignIn(password: "hunter2"))
        recorder.close()
        let file = try Data(contentsOf: #require(recorder.url))
        #expect(file.range(of: Data("hunter2".utf8)) == nil)
        #expect(try RecordedEffects(at: #require(recorder.url)).rows.count == 3)
    }

    @Test func `What runs in an effect has it as its cause`() async throws {
        let recorder = try recorder()
        let store = store(recorder)
        store.dispatch(Note(text: "alone"))
        await recorder.effect("outer") { () async in
            store.dispatch(Note(text: "in outer"))
            await recorder.effect("inner") { () async in store.dispatch(Note(text: "in inner")) }
            let cause = Cause.current
            await withCheckedContinuation { done in
                DispatchQueue.global().async {
                    recorder.note("on a queue")
                    cause.run { recorder.note("carried") }
                    done.resume()
                }
            }
            await Task { recorder.note("in a task") }.value
            await Task.detached { recorder.note("detached") }.value
        }
        let effects = try effects(of: recorder)
        #expect(effects.actions.map(\.cause) == [nil, .effect(1), .effect(2)])
        #expect(effects["inner"]?.effect.cause == .effect(1))
        #expect(effects["in a task"]?.effect.cause == .effect(1))
        #expect(effects["carried"]?.effect.cause == .effect(1))
        #expect(effects["on a queue"]?.effect.cause == nil)
        #expect(effects["detached"]?.effect.cause == nil)
    }

    @Test func `What a subscriber dispatches, or a task that it starts, has the action as its cause`() async throws {
        let recorder = try recorder()
        let store = store(recorder)
        let (started, continuation) = AsyncStream.makeStream(of: Task<Void, Never>.self)
        let subscriber = Reacting { [unowned store] state in
            if state.log == ["a"] {
                store.dispatch(Note(text: "b"))
                continuation.yield(Task { recorder.note("later") })
            }
        }
        store.subscribe(subscriber)
        store.dispatch(Note(text: "a"))
        for await task in started.prefix(1) { await task.value }
        let effects = try effects(of: recorder)
        #expect(effects.actions.map(\.cause) == [nil, .action(1)])
        #expect(effects["later"]?.effect.cause == .action(1))
    }

    @Test(arguments: [false, true])
    func `A thunk is a flow with the name of its function`(hasCauses: Bool) async throws {
        let recorder = try recorder()
        let store = store(recorder, causes: hasCauses)
        func load(_ text: String) -> Thunk<AppState> {
            Thunk { dispatch, _ in
                dispatch(Note(text: text))
                if text == "outer" { dispatch(load("inner")) }
            }
        }
        recorder.flow("tap", input: 4) { store.dispatch(load("outer")) }
        let effects = try effects(of: recorder)
        #expect(effects.rows.map(\.effect.name) == ["tap", "load(_:)", "load(_:)"])
        #expect(effects.rows.map(\.effect.kind) == [.flow, .flow, .flow])
        #expect(effects.rows.map(\.effect.cause) == [nil, .effect(1), .effect(2)])
        #expect(effects.rows.allSatisfy { $0.outcome?.status == .done })
        #expect(effects.actions.map(\.cause) == [.effect(2), .effect(3)])
    }

    @Test func `An asynchronous thunk is a flow until it returns`() async throws {
        let recorder = try recorder()
        let store = store(recorder)
        let thunk = AsyncThunk<AppState>("load") { dispatch, _ in
            dispatch(Note(text: "before"))
            await recorder.effect("request") { () async in await Task.yield() }
            dispatch(Note(text: "after"))
        }
        await store.dispatch(thunk)
        let effects = try effects(of: recorder)
        #expect(effects.rows.map(\.effect.name) == ["load", "request"])
        #expect(effects.actions.map(\.cause) == [.effect(1), .effect(1)])
        #expect(effects["request"]?.effect.cause == .effect(1))
        #expect(effects["load"].map { ($0.effect.seq, $0.outcome?.seq) } ?? (0, 0) == (0, 2))
    }

    @MainActor
    @Test func `What runs in an effect, a flow or a thunk stays on its actor`() async throws {
        let recorder = try recorder()
        let store = store(recorder)
        let places = Places()
        func isHere(_ place: String) {
            if !ConformanceIsolation.isOnMainActor { places.left(at: place) }
        }
        await store.dispatch(Self.thunk(recorder, isHere))
        await recorder.flow("flow") { () async in
            await Task.yield()
            isHere("flow")
        }
        await Cause.current.run { () async in
            await Task.yield()
            isHere("cause")
        }
        recorder.close()
        #expect(places.names == [])
    }

    /// Returns a thunk whose code is not isolated, so that it runs where it is dispatched.
    private nonisolated static func thunk(
        _ recorder: Recorder<AppState>,
        _ isHere: @escaping (String) -> Void
    ) -> AsyncThunk<AppState> {
        AsyncThunk { dispatch, _ in
            isHere("thunk")
            await recorder.effect("request") { () async in
                await Task.yield()
                isHere("effect in thunk")
            }
            isHere("thunk after its effect")
            dispatch(Add(amount: 1))
        }
    }

    @Test func `An action that a middleware keeps is a flow, and one that it passes on is not`() throws {
        let recorder = try recorder()
        let api: Middleware<AppState> = { dispatch, _ in
            { next in
                { action in
                    guard let load = action as? Load else { return next(action) }
                    dispatch(Note(text: "\(load.id)"))
                }
            }
        }
        let logging: Middleware<AppState> = { dispatch, _ in
            { next in
                { action in
                    if let add = action as? Add, add.amount == 1 { dispatch(Add(amount: 2)) }
                    next(action)
                    if let add = action as? Add, add.amount == 2 { dispatch(Add(amount: 3)) }
                }
            }
        }
        let store = Store(
            reducer: reduce,
            state: AppState(),
            middleware: [recorder.causes(), api, logging, recorder.middleware()]
        )
        store.dispatch(Load(id: 5))
        store.dispatch(Add(amount: 1))
        let effects = try effects(of: recorder)
        // The first Add has no number yet when the second begins.
        #expect(effects.rows.map(\.effect.name) == ["Load", "Add"])
        #expect(effects["Load"]?.effect.input == ["id": 5])
        #expect(effects["Add"]?.effect.input == ["amount": 1])
        #expect(effects.rows.allSatisfy { $0.outcome?.status == .done })
        #expect(
            effects.actions.map { "\($0.payload?.text ?? "") \($0.cause.map { "\($0)" } ?? "-")" } == [
                #"{"text":"5"} effect(1)"#, #"{"amount":2} effect(2)"#, #"{"amount":3} action(2)"#,
                #"{"amount":1} effect(2)"#,
            ]
        )
    }

    @Test func `A callback on a queue runs in the effect that it ends`() async throws {
        let recorder = try recorder()
        let store = store(recorder)
        let request = recorder.beginEffect("GET", input: 7)
        let open = recorder.beginEffect("socket")
        await withCheckedContinuation { done in
            DispatchQueue.global().async {
                request.end(.success("body") as Result<String, Offline>)
                request.end(throwing: Offline(code: 1))
                request.cause.run { recorder.note("called back") }
                done.resume()
            }
        }
        withExtendedLifetime((store, open)) {}
        let effects = try effects(of: recorder)
        #expect(effects["GET"]?.outcome?.value == "body")
        #expect(effects["called back"]?.effect.cause == .effect(1))
        #expect(effects["socket"]?.isUnderWay == true)
    }

    @Test func `Equal screenshots are stored once, and only within the limits`() throws {
        var options = RecorderOptions()
        options.screenshotInterval = .seconds(10)
        options.screenshotByteLimit = 10_000
        let clock = FakeClock()
        options.uptime = clock.now
        let recorder = try Recorder<AppState>(recordingTo: folder.session(), options: options)
        let image = Data(repeating: 0xFF, count: 4_000)
        recorder.screenshot(image)
        recorder.screenshot(image)
        clock.advance(seconds: 11)
        recorder.screenshot(image)
        clock.advance(seconds: 11)
        recorder.screenshot(image)
        recorder.close()
        let rows = try RecordedEffects(at: #require(recorder.url)).rows
        #expect(rows.map(\.effect.kind) == [.screenshot, .screenshot])
        #expect(rows.allSatisfy { $0.effect.input == ["jpeg": .string(image.base64EncodedString())] })
        let session = try SessionReader(opening: #require(recorder.url))
        let copies = try session.read {
            try $0.fetchOne(Int.self, "SELECT count(*) FROM chunk WHERE length(body) > 5000")
        }
        #expect(copies == 1)
    }

    @Test func `Nothing is recorded while the recorder is paused or closed, and the work is done`() throws {
        let recorder = try recorder()
        recorder.pause()
        #expect(recorder.effect("paused") { 1 } == 1)
        recorder.resume()
        #expect(recorder.effect("resumed") { 2 } == 2)
        let open = recorder.beginEffect("open")
        recorder.close()
        open.end()
        #expect(recorder.effect("closed") { 3 } == 3)
        let rows = try RecordedEffects(at: #require(recorder.url)).rows
        #expect(rows.map(\.effect.name) == ["resumed", "open"])
        #expect(rows.last?.isUnderWay == true)
    }

    @Test func `Each of two recorders finds its own causes`() throws {
        let (first, other) = (try recorder(), TemporaryFolder())
        let second = try Recorder<AppState>(recordingTo: other.session())
        let (one, two) = (store(first, causes: true), store(second, causes: true))
        first.flow("a") {
            second.flow("b") {
                one.dispatch(Note(text: "in a"))
                two.dispatch(Note(text: "in b"))
            }
            two.dispatch(Note(text: "in nothing of its own"))
        }
        #expect(try effects(of: first).actions.map(\.cause) == [.effect(1)])
        #expect(try effects(of: second).actions.map(\.cause) == [.effect(1), nil])
    }

    @Test func `Thunks that start each other without a recorder keep no endless chain`() {
        var cause = Cause.current
        for _ in 0..<1_000 {
            cause.run { Cause.thunk("thunk") { cause = .current } }
        }
        var (length, origin) = (0, cause.origin)
        while let next = origin {
            (length, origin) = (length + 1, (next as? PendingOrigin)?.pending?.outer.origin)
        }
        #expect(1...64 ~= length)
    }
}

private final class Reacting: StoreSubscriber {
    private let react: (AppState) -> Void

    init(_ react: @escaping (AppState) -> Void) {
        self.react = react
    }

    func newState(state: AppState) { react(state) }
}

/// The places at which code was off its actor.
private final class Places: Sendable {
    private let lock = NSLock()
    private nonisolated(unsafe) var all: [String] = []

    var names: [String] { lock.withLock { all } }

    func left(at place: String) {
        lock.withLock { all.append(place) }
    }
}

/// A clock that the test advances.
private final class FakeClock: Sendable {
    private let lock = NSLock()
    private nonisolated(unsafe) var nanoseconds: UInt64 = 1

    var now: @Sendable () -> UInt64 {
        { [self] in lock.withLock { nanoseconds } }
    }

    func advance(seconds: UInt64) {
        lock.withLock { nanoseconds += seconds * 1_000_000_000 }
    }
}

import Foundation
import Rewind
import RewindSession
import RewindStore
import RewindTimeline
import RewindTree
import TestSupport
import Testing

/// One step of a random program. Each has a number, by which its row is found, and the steps that run in it.
private struct ProgramStep: Sendable {
    enum Kind: CaseIterable {
        case dispatch, thunk, asyncThunk, effect, failing, canceled, syncEffect, flow, note, callback
        case task, detached, carried, group, actor, queue
    }

    let number: Int
    let kind: Kind
    var steps: [ProgramStep] = []

    static func random(_ count: inout Int, depth: Int, _ random: inout SplitMix64) -> ProgramStep {
        count += 1
        var step = ProgramStep(number: count, kind: random.pick(Kind.allCases))
        guard depth > 0, step.kind != .note else { return step }
        for _ in 0..<random.below(4) { step.steps.append(.random(&count, depth: depth - 1, &random)) }
        return step
    }
}

private struct Run: Action, Codable, Sendable { var number: Int }
private struct Failure: Error {}

/// What caused each step, as the program itself knows it: it passes the cause on as an argument.
private final class Oracle: @unchecked Sendable {
    /// The cause of a step by its number; 0 for none, nil where Swift carries nothing.
    private(set) var causes: [Int: Int?] = [:]
    /// The steps that have no row if nothing begins in them.
    private(set) var optional: Set<Int> = []
    private let lock = NSLock()

    func note(_ number: Int, in cause: Int?, isOptional: Bool = false) {
        lock.withLock {
            causes[number] = .some(cause)
            if isOptional { optional.insert(number) }
        }
    }
}

private actor Place {
    func run(_ body: @Sendable () async -> Void) async { await body() }
}

/// A store used by any thread, one at a time, with a middleware and a subscriber that run the steps of an action.
private final class World: @unchecked Sendable {
    let recorder: Recorder<AppState>
    let oracle = Oracle()
    private let place = Place()
    private let lock = NSRecursiveLock()
    private var store: Store<AppState>?
    private var steps: [Int: ProgramStep] = [:]
    private let pending = DispatchGroup()

    init(at url: URL) throws {
        recorder = try Recorder(recordingTo: url)
        let reacting: Middleware<AppState> = { [unowned self] _, _ in
            { next in
                { action in
                    guard let run = action as? Run, let step = self.steps[run.number] else { return next(action) }
                    // Before the reducer, in the middleware after it, or in a task of each.
                    let place = run.number % 3
                    if place == 0 { step.steps.forEach { self.start($0, in: run.number) } }
                    next(action)
                    if place == 1 { step.steps.forEach { self.start($0, in: run.number) } }
                    if place == 2 { step.steps.forEach { self.start($0, in: run.number, inTask: true) } }
                }
            }
        }
        store = Store(
            reducer: reduce,
            state: AppState(),
            middleware: [recorder.causes(), createThunkMiddleware(), reacting, recorder.middleware()]
        )
    }

    /// Waits for all tasks and callbacks.
    func finish() async {
        await withCheckedContinuation { done in
            pending.notify(queue: .global()) { done.resume() }
        }
        recorder.close()
    }

    private func dispatch(_ action: any Action) {
        lock.withLock { store?.dispatch(action) }
    }

    private func spawn(_ body: @escaping @Sendable () async -> Void) {
        pending.enter()
        Task {
            await body()
            pending.leave()
        }
    }

    /// Runs a step where nothing can be awaited.
    func start(_ step: ProgramStep, in cause: Int?, inTask: Bool = false) {
        switch step.kind {
        case _ where inTask:
            spawn { await self.run(step, in: cause) }
        case .dispatch:
            oracle.note(step.number, in: cause)
            lock.withLock { steps[step.number] = step }
            dispatch(Run(number: step.number))
        case .thunk:
            oracle.note(step.number, in: cause)
            dispatch(
                Thunk<AppState>("\(step.number)") { _, _ in
                    for inner in step.steps { self.start(inner, in: step.number) }
                }
            )
        case .syncEffect:
            oracle.note(step.number, in: cause)
            recorder.effect("\(step.number)") {
                for inner in step.steps { self.start(inner, in: step.number) }
            }
        case .flow:
            oracle.note(step.number, in: cause)
            try? recorder.flow("\(step.number)") {
                for inner in step.steps { self.start(inner, in: step.number) }
                if step.number % 2 == 0 { throw Failure() }
            }
        case .note:
            oracle.note(step.number, in: cause)
            recorder.note("\(step.number)")
        case .callback:
            oracle.note(step.number, in: cause)
            let effect = recorder.beginEffect("\(step.number)")
            pending.enter()
            DispatchQueue.global().async { [self] in
                effect.end()
                effect.cause.run {
                    for inner in step.steps { start(inner, in: step.number) }
                }
                pending.leave()
            }
        case .queue:
            pending.enter()
            DispatchQueue.global().async { [self] in
                for inner in step.steps { start(inner, in: nil) }
                pending.leave()
            }
        case .carried:
            let here = Cause.current
            pending.enter()
            DispatchQueue.global().async { [self] in
                here.run {
                    for inner in step.steps { start(inner, in: cause) }
                }
                pending.leave()
            }
        default:
            spawn { await self.run(step, in: cause) }
        }
    }

    func run(_ step: ProgramStep, in cause: Int?) async {
        @Sendable func inner(_ cause: Int?) async {
            for inner in step.steps {
                if inner.number % 4 == 0 { await Task.yield() }
                await run(inner, in: cause)
            }
        }
        switch step.kind {
        case .effect:
            oracle.note(step.number, in: cause)
            await recorder.effect("\(step.number)") { () async in await inner(step.number) }
        case .failing:
            oracle.note(step.number, in: cause)
            try? await recorder.effect("\(step.number)") {
                await inner(step.number)
                throw Failure()
            }
        case .canceled:
            oracle.note(step.number, in: cause)
            let task = Task {
                try await self.recorder.effect("\(step.number)") {
                    await inner(step.number)
                    try await Task.sleep(for: .seconds(100))
                }
            }
            task.cancel()
            _ = await task.result
        case .asyncThunk:
            oracle.note(step.number, in: cause, isOptional: true)
            let thunk = AsyncThunk<AppState>("\(step.number)") { _, _ in await inner(step.number) }
            await thunk.run(dispatch: { _ in }, getState: { nil })
        case .task:
            await Task { await inner(cause) }.value
        case .detached:
            await Task.detached { await inner(nil) }.value
        case .group:
            await withTaskGroup(of: Void.self) { group in
                for step in step.steps { group.addTask { await self.run(step, in: cause) } }
            }
        case .actor:
            await place.run { await inner(cause) }
        default:
            start(step, in: cause)
        }
    }
}

@Suite struct RandomProgramTests {
    private let folder = TemporaryFolder()

    /// Programs of eight threads, whose true causes are known.
    @Test(arguments: 0..<UInt64(Thoroughness.count(12, orInFull: 200)))
    func `No cause is wrong, whatever a program does`(seed: UInt64) async throws {
        let world = try World(at: folder.session())
        await withTaskGroup(of: Void.self) { group in
            var count = 0
            for thread in 0..<8 as Range<UInt64> {
                var random = SplitMix64(seed: seed << 8 | thread)
                let steps = (0..<4).map { _ in ProgramStep.random(&count, depth: 4, &random) }
                group.addTask { for step in steps { await world.run(step, in: 0) } }
            }
        }
        await world.finish()
        let effects = try RecordedEffects(at: #require(world.recorder.url))
        let numbers = Numbers(effects)
        var found = Set<Int>()
        func check(_ number: Int, _ cause: CauseReference?) {
            guard found.insert(number).inserted else { return }
            let truth = world.oracle.causes[number] ?? nil
            let recorded = cause.map { numbers.number(of: $0) } ?? 0
            #expect(recorded == truth ?? 0, "step \(number) of seed \(seed)")
        }
        for row in effects.rows { check(Numbers.number(of: row.effect), row.effect.cause) }
        for action in effects.actions where numbers.flow(of: action) == nil {
            check(Numbers.number(of: action), action.cause)
        }
        let missing = Set(world.oracle.causes.keys).subtracting(world.oracle.optional).subtracting(found)
        #expect(missing.isEmpty)
        #expect(effects.rows.allSatisfy { !$0.isUnderWay })
    }
}

/// The steps that the rows of a session stand for.
private struct Numbers {
    private var effects: [Int: Int] = [:]
    private var actions: [Int: Int] = [:]
    private var flows: Set<Int> = []

    init(_ recorded: RecordedEffects) {
        for row in recorded.rows {
            effects[row.effect.id] = Self.number(of: row.effect)
            if row.effect.name == "Run" { flows.insert(Self.number(of: row.effect)) }
        }
        for action in recorded.actions { actions[action.seq] = Self.number(of: action) }
    }

    func number(of cause: CauseReference) -> Int? {
        switch cause {
        case .effect(let id): effects[id]
        case .action(let seq): actions[seq]
        }
    }

    /// The number of an action that was a flow before it was reduced: its own cause is that flow.
    func flow(of action: ActionRecord) -> Int? {
        let number = Self.number(of: action)
        return flows.contains(number) ? number : nil
    }

    static func number(of action: ActionRecord) -> Int {
        action.payload?.child("number")?.int ?? -1
    }

    static func number(of effect: EffectRecord) -> Int {
        effect.name == "Run" ? effect.input?.child("number")?.int ?? -1 : Int(effect.name) ?? -1
    }
}

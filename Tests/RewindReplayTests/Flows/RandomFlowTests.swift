import Foundation
import Rewind
import RewindAnswers
import RewindReplay
import RewindSession
import RewindStore
import TestSupport
import Testing

/// Random programs of flows that overlap are recorded with requests that take random times, and run again without.
///
/// The time is simulated: nothing comes from outside while the app is busy, as with a person and a network.
@MainActor
@Suite(.serialized) struct RandomFlowTests {
    private let folder = TemporaryFolder()

    @Test(arguments: 0..<UInt64(Thoroughness.count(10, orInFull: 100)))
    func `Flows that overlap dispatch their actions in the same order again`(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        var count = 0
        let taps = (0..<8).map { _ in FlowStep.list(&count, depth: 3, &random) }
        let url = folder.session()
        let recorder = try Recorder<Numbers>(recordingTo: url)
        let time = SimulatedTime()
        let recorded = FlowApp(recorder, taps, time, seed: seed)
        var delay = 0
        for tap in taps.indices {
            delay += random.below(20)
            _ = time.start { [delay] in
                await time.sleep(delay)
                await recorded.tap(tap)
            }
        }
        await time.run()
        recorder.close()
        let session = try Session(opening: url)
        // The machine may be busy.
        var options = ReplayOptions()
        options.patience = .seconds(20)
        let app = RegisteredApp(
            reducer: { (action: any Action, state: Numbers?) in Numbers.reduce(action, state) },
            actions: [Add.self]
        ).runningFlows(
            ["tap": { (app: FlowApp, input) in await app.tap(try input.decode()) }],
            options: options,
            in: { recorder, _ in FlowApp(recorder, taps, nil, seed: seed) },
            dispatch: { app, action in app.store.dispatch(action as any Action) }
        )
        try await session.expectSameActions(from: app)
    }
}

/// A step of a random flow.
private indirect enum FlowStep: Sendable {
    case add(Int)
    case request(Int, fails: Bool)
    /// A request in a request, as a retry makes.
    case retry(Int)
    /// Steps at the same time, before an action.
    case parallel([[FlowStep]], Int)
    case thunk([FlowStep])
    /// Steps that nothing waits for.
    case task([FlowStep])
    /// A request that is canceled when another one, after the steps, has ended.
    case canceled(Int, [FlowStep])

    static func list(_ count: inout Int, depth: Int, _ random: inout SplitMix64) -> [FlowStep] {
        (0..<1 + random.below(3)).map { _ in one(&count, depth: depth, &random) }
    }

    private static func one(_ count: inout Int, depth: Int, _ random: inout SplitMix64) -> FlowStep {
        count += 1
        let number = count
        switch random.below(depth > 0 ? 10 : 6) {
        case 0, 1: return .add(number)
        case 2, 3: return .request(number, fails: false)
        case 4: return .request(number, fails: true)
        case 5: return .retry(number)
        case 6: return .parallel((0..<2 + random.below(2)).map { _ in list(&count, depth: depth - 1, &random) }, number)
        case 7: return .thunk(list(&count, depth: depth - 1, &random))
        case 8: return .task(list(&count, depth: depth - 1, &random))
        default: return .canceled(number, list(&count, depth: depth - 1, &random))
        }
    }
}

private struct Add: Action, Codable { var number: Int }

/// The numbers in the order in which they came.
private struct Numbers: Codable, Sendable {
    var numbers: [Int] = []

    static func reduce(_ action: any Action, _ state: Numbers?) -> Numbers {
        var state = state ?? Numbers()
        if let add = action as? Add { state.numbers.append(add.number) }
        return state
    }
}

private struct Unavailable: Error, Codable {}

/// A clock that goes on when nothing runs.
@MainActor
private final class SimulatedTime {
    private var now = 0
    private var waiting: [(time: Int, continuation: CheckedContinuation<Void, Never>)] = []
    /// The number of tasks that run, and do not wait for the time or for each other.
    private var running = 0

    func sleep(_ duration: Int) async {
        let time = now + duration
        await pause { waiting.append((time, $0)) }
    }

    /// Starts a task that can be waited for.
    func start(_ body: @escaping @MainActor () async -> Void) -> Started {
        let started = Started()
        running += 1
        started.task = Task {
            await body()
            running -= 1
            if let waiter = started.finish() { resume(waiter) }
        }
        return started
    }

    func wait(for started: Started) async {
        if !started.hasFinished { await pause { started.waiter = $0 } }
    }

    /// Waits until the task is canceled, which happens on the main actor.
    func sleepUntilCanceled() async {
        let sleeper = Started()
        await withTaskCancellationHandler {
            if !Task.isCancelled { await pause { sleeper.waiter = $0 } }
        } onCancel: {
            MainActor.assumeIsolated {
                if let waiter = sleeper.finish() { resume(waiter) }
            }
        }
    }

    private func pause(_ keep: (CheckedContinuation<Void, Never>) -> Void) async {
        running -= 1
        await withCheckedContinuation(keep)
    }

    private func resume(_ continuation: CheckedContinuation<Void, Never>) {
        running += 1
        continuation.resume()
    }

    /// Goes on until nothing waits.
    func run() async {
        while true {
            while running > 0 { try? await Task.sleep(for: .microseconds(200)) }
            guard let next = waiting.indices.min(by: { waiting[$0].time < waiting[$1].time }) else { return }
            let (time, continuation) = waiting.remove(at: next)
            now = time
            resume(continuation)
        }
    }
}

/// A task, and the one that waits for it.
@MainActor
private final class Started {
    var task: Task<Void, Never>?
    var waiter: CheckedContinuation<Void, Never>?
    private(set) var hasFinished = false

    func finish() -> CheckedContinuation<Void, Never>? {
        hasFinished = true
        return waiter.take()
    }
}

/// An app that runs random flows on the main actor.
@MainActor
private final class FlowApp {
    let store: Store<Numbers>
    private let recorder: Recorder<Numbers>
    private let taps: [[FlowStep]]
    private let time: SimulatedTime
    /// True if no request may run.
    private let isReplay: Bool
    private var random: SplitMix64

    init(_ recorder: Recorder<Numbers>, _ taps: [[FlowStep]], _ time: SimulatedTime?, seed: UInt64) {
        (self.recorder, self.taps) = (recorder, taps)
        (self.time, isReplay) = (time ?? SimulatedTime(), time == nil)
        random = SplitMix64(seed: ~seed)
        store = Store(
            reducer: Numbers.reduce,
            state: Numbers(),
            middleware: [recorder.causes(), createThunkMiddleware(), recorder.middleware()]
        )
    }

    func tap(_ number: Int) async {
        await recorder.flow("tap", input: number) { () async in await run(taps[number]) }
    }

    private func respond(_ number: Int, fails: Bool = false) async throws -> Int {
        guard !isReplay else {
            Issue.record("request \(number) runs in a replay")
            throw Unavailable()
        }
        await time.sleep(1 + random.below(20))
        if fails { throw Unavailable() }
        return number * 1_000
    }

    private func run(_ steps: [FlowStep]) async {
        for step in steps { await run(step) }
    }

    private func run(_ step: FlowStep) async {
        switch step {
        case .add(let number):
            store.dispatch(Add(number: number))
        case .request(let number, let fails):
            let value = try? await recorder.effect("GET /number", input: number) {
                try await respond(number, fails: fails)
            }
            store.dispatch(Add(number: value ?? -number))
        case .retry(let number):
            let value = try? await recorder.effect("retry", input: number) {
                for _ in 0..<2 {
                    _ = try? await recorder.effect("GET /retry", input: number) {
                        try await respond(number, fails: true)
                    }
                }
                return try await recorder.effect("GET /retry", input: number) { try await respond(number) }
            }
            store.dispatch(Add(number: value ?? -number))
        case .parallel(let lists, let number):
            let tasks = lists.map { list in time.start { await self.run(list) } }
            for task in tasks { await time.wait(for: task) }
            store.dispatch(Add(number: number))
        case .thunk(let steps):
            // An asynchronous thunk leaves the main actor, and so races with the app's other tasks.
            var started: Started?
            store.dispatch(Thunk<Numbers>("thunk") { [self] _, _ in started = time.start { await self.run(steps) } })
            if let started { await time.wait(for: started) }
        case .task(let steps):
            _ = time.start { await self.run(steps) }
        case .canceled(let number, let steps):
            let task = time.start { [self] in
                let value: Int? = try? await recorder.effect("GET /slow", input: number) {
                    await time.sleepUntilCanceled()
                    throw CancellationError()
                }
                store.dispatch(Add(number: value ?? -number))
            }
            await run(steps + [.request(-number, fails: false)])
            task.task?.cancel()
            await time.wait(for: task)
        }
    }
}

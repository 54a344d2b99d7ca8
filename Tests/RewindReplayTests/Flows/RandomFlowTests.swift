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
@Suite struct RandomFlowTests {
    private let folder = TemporaryFolder()

    @Test(arguments: 0..<UInt64(Thoroughness.count(20, orInFull: 200)))
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
            time.spawn(after: delay) { await recorded.tap(tap) }
        }
        await time.run { recorded.stepCount }
        recorder.close()
        let session = try Session(opening: url)
        let app = RegisteredApp(
            reducer: { (action: any Action, state: Numbers?) in Numbers.reduce(action, state) },
            actions: [Add.self]
        ).runningFlows(
            ["tap": { (app: FlowApp, input) in await app.tap(try input.decode()) }],
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

/// A clock that goes on when nothing else happens.
@MainActor
private final class SimulatedTime {
    private var now = 0
    private var waiting: [(time: Int, continuation: CheckedContinuation<Void, Never>)] = []

    func sleep(_ duration: Int) async {
        let time = now + duration
        await withCheckedContinuation { waiting.append((time, $0)) }
    }

    /// Waits until the task is canceled, which happens on the main actor.
    func sleepUntilCanceled() async {
        let sleeper = Sleeper()
        await withTaskCancellationHandler {
            await withCheckedContinuation { Task.isCancelled ? $0.resume() : (sleeper.continuation = $0) }
        } onCancel: {
            MainActor.assumeIsolated { sleeper.continuation?.resume() }
        }
    }

    @MainActor private final class Sleeper {
        var continuation: CheckedContinuation<Void, Never>?
    }

    func spawn(after duration: Int, _ body: @escaping @MainActor () async -> Void) {
        Task {
            await sleep(duration)
            await body()
        }
    }

    /// Goes on until nothing waits. An unchanged count of steps says that nothing happens.
    func run(_ stepCount: () -> Int) async {
        while true {
            var (count, calm) = (-1, 0)
            while calm < 3 {
                calm = stepCount() == count ? calm + 1 : 0
                count = stepCount()
                for _ in 0..<10 { await Task.yield() }
                try? await Task.sleep(for: .microseconds(300))
            }
            guard let next = waiting.indices.min(by: { waiting[$0].time < waiting[$1].time }) else { return }
            let (time, continuation) = waiting.remove(at: next)
            now = time
            continuation.resume()
        }
    }
}

/// An app that runs random flows on the main actor.
@MainActor
private final class FlowApp {
    let store: Store<Numbers>
    private let recorder: Recorder<Numbers>
    private let taps: [[FlowStep]]
    /// The time that requests take; nil if none may run.
    private let time: SimulatedTime?
    private var random: SplitMix64
    private(set) var stepCount = 0

    init(_ recorder: Recorder<Numbers>, _ taps: [[FlowStep]], _ time: SimulatedTime?, seed: UInt64) {
        (self.recorder, self.taps, self.time) = (recorder, taps, time)
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
        guard let time else {
            Issue.record("request \(number) runs in a replay")
            throw Unavailable()
        }
        await time.sleep(1 + random.below(20))
        stepCount += 1
        if fails { throw Unavailable() }
        return number * 1_000
    }

    private func run(_ steps: [FlowStep]) async {
        for step in steps {
            stepCount += 1
            await run(step)
            stepCount += 1
        }
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
            let tasks = lists.map { list in Task { await run(list) } }
            for task in tasks { await task.value }
            store.dispatch(Add(number: number))
        case .thunk(let steps):
            await store.dispatch(AsyncThunk<Numbers>("thunk") { _, _ in await self.run(steps) })
        case .task(let steps):
            Task { await run(steps) }
        case .canceled(let number, let steps):
            let task = Task {
                let value: Int? = try? await recorder.effect("GET /slow", input: number) {
                    await time?.sleepUntilCanceled()
                    throw CancellationError()
                }
                store.dispatch(Add(number: value ?? -number))
            }
            await run(steps + [.request(-number, fails: false)])
            task.cancel()
            await task.value
        }
    }
}

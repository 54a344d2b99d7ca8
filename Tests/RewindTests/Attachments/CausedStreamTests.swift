import OpenCombine
import Rewind
import RewindSession
import RewindTimeline
import RewindTree
import TestSupport
import Testing

private struct Counter: Codable {
    var count = 0
    var found: [String] = []
    var errors: [Int] = []
}

private enum CounterAction: Codable {
    case search(String), found([String]), compare([Int]), answered(Int), failed(Int), start, tick(Int), stop
}

private struct Refusal: Error, Codable { var status: Int }

private func reduce(_ state: Counter, _ action: CounterAction) -> Counter {
    var state = state
    switch action {
    case .found(let names): state.found = names
    case .answered(let number), .tick(let number): state.count += number
    case .failed(let status): state.errors.append(status)
    case .search, .compare, .start, .stop: break
    }
    return state
}

/// A scheduler whose time the test advances.
private final class Clock: Scheduler {
    struct Time: Strideable {
        typealias Stride = ImmediateScheduler.SchedulerTimeType.Stride
        var milliseconds = 0
        func distance(to other: Time) -> Stride { Stride(other.milliseconds - milliseconds) }
        func advanced(by stride: Stride) -> Time { Time(milliseconds: milliseconds + stride.magnitude) }
    }

    private(set) var now = Time()
    let minimumTolerance = Time.Stride(0)
    private var waiting: [(due: Time, run: () -> Void)] = []

    func schedule(options: Never?, _ action: @escaping () -> Void) { waiting.append((now, action)) }

    func schedule(after date: Time, tolerance: Time.Stride, options: Never?, _ action: @escaping () -> Void) {
        waiting.append((date, action))
    }

    func schedule(
        after date: Time,
        interval: Time.Stride,
        tolerance: Time.Stride,
        options: Never?,
        _ action: @escaping () -> Void
    ) -> any Cancellable {
        waiting.append((date, action))
        return AnyCancellable {}
    }

    func advance(by milliseconds: Int) {
        let end = now.advanced(by: .init(milliseconds))
        while let next = waiting.indices.min(by: { waiting[$0].due < waiting[$1].due }), waiting[next].due <= end {
            let (due, run) = waiting.remove(at: next)
            now = due
            run()
        }
        now = end
    }
}

// MARK: The app, with its lines for Rewind

private final class CounterStore {
    typealias Actions = AnyPublisher<CounterAction, Never>

    private let actions = PassthroughSubject<CounterAction, Never>()
    /// The actions again, after they were reduced.
    private let reduced = PassthroughSubject<CounterAction, Never>()
    private let (recorder, clock): (Recorder<Counter>, Clock)
    private var subscriptions: Set<AnyCancellable> = []

    init(_ recorder: Recorder<Counter>, _ clock: Clock) {
        (self.recorder, self.clock) = (recorder, clock)
        actions.scan(Counter(), recorder.reducer(wrapping: reduce)).sink { _ in }.store(in: &subscriptions)
        for effects in [search(), compare(), ticks()] {
            effects
                .keepingCauses { $0.receive(on: clock) }
                .sink { [unowned self] in send($0) }
                .store(in: &subscriptions)
        }
    }

    func send(_ action: CounterAction) {
        recorder.withCause(action) {
            actions.send(action)
            reduced.send(action)
        }
    }

    private func request<Value>(
        _ name: String,
        _ input: Any,
        after milliseconds: Int,
        _ answer: Result<Value, Refusal>
    ) -> some Publisher<Value, Refusal> {
        Just(()).delay(for: .init(milliseconds), scheduler: clock)
            .setFailureType(to: Refusal.self)
            .flatMap { answer.publisher }
            .recorded(as: name, input: input, by: recorder)
    }

    private func search() -> Actions {
        reduced.compactMap { if case .search(let text) = $0 { text } else { nil } }
            .keepingCauses { [clock] in $0.debounce(for: .init(50), scheduler: clock) }
            .map { [unowned self] text in
                request("GET /names", text, after: 100, text == "x" ? .failure(Refusal(status: 503)) : .success([text]))
                    .map(CounterAction.found)
                    .catch { Just(.failed($0.status)) }
            }
            .switchToLatest().eraseToAnyPublisher()
    }

    private func compare() -> Actions {
        reduced.compactMap { if case .compare(let numbers) = $0 { numbers } else { nil } }
            .flatMap { [unowned self] numbers in
                numbers.publisher.flatMap { number in
                    self.request("GET /facts/:id", number, after: 20 * number, .success(number))
                        .map(CounterAction.answered)
                        .catch { Just(.failed($0.status)) }
                }
            }
            .eraseToAnyPublisher()
    }

    private func ticks() -> Actions {
        let stops = reduced.filter { if case .stop = $0 { true } else { false } }
        return reduced.filter { if case .start = $0 { true } else { false } }
            .flatMap { [clock, recorder] _ in
                (1..<9).publisher
                    .flatMap { Just($0).delay(for: .init(40 * $0), scheduler: clock) }
                    .recorded(as: "timer", by: recorder)
                    .map(CounterAction.tick)
                    .prefix(untilOutputFrom: stops)
            }
            .eraseToAnyPublisher()
    }
}

// MARK: The extension in the article "Recording causes and effects"

extension Publisher {
    /// Records each subscription as an effect, which causes what its values start.
    fileprivate func recorded(
        as name: String,
        input: Any? = nil,
        by recorder: Recorder<some Any>,
        file: StaticString = #fileID,
        line: UInt = #line
    ) -> some Publisher<Output, Failure> {
        Deferred {
            let effect = recorder.beginEffect(name, input: input, file: file, line: line)
            var last: Output?
            return handleEvents(
                receiveOutput: { last = $0 },
                receiveCompletion: { completion in
                    switch completion {
                    case .finished: effect.end(returning: last as Any)
                    case .failure(let error): effect.end(throwing: error)
                    }
                },
                receiveCancel: effect.cancel
            )
            .flatMap { Just($0).setFailureType(to: Failure.self).caused(by: effect.cause) }
            .catch { Fail(error: $0).caused(by: effect.cause) }
        }
    }

    /// Applies operators that use a scheduler, such as `debounce`. Each value keeps its cause.
    fileprivate func keepingCauses(
        _ operators: (Publishers.Map<Self, (Cause, Output)>) -> some Publisher<(Cause, Output), Failure>
    ) -> some Publisher<Output, Failure> {
        operators(map { (Cause.current, $0) })
            .flatMap { cause, value in Just(value).setFailureType(to: Failure.self).caused(by: cause) }
    }

    private func caused(by cause: Cause) -> CausedPublisher<Self> {
        CausedPublisher(publisher: self, cause: cause)
    }
}

private struct CausedPublisher<Base: Publisher>: Publisher {
    typealias Output = Base.Output
    typealias Failure = Base.Failure
    let publisher: Base
    let cause: Cause

    func receive(subscriber: some Subscriber<Output, Failure>) {
        cause.run { publisher.receive(subscriber: subscriber) }
    }
}

@Suite struct CausedStreamTests {
    private let folder = TemporaryFolder()

    @Test func `The effects of a stream of actions have their causes`() throws {
        let recorder = try Recorder<Counter>(recordingTo: folder.session())
        let clock = Clock()
        let store = CounterStore(recorder, clock)
        func send(_ actions: CounterAction..., then milliseconds: Int) {
            for action in actions { store.send(action) }
            clock.advance(by: milliseconds)
        }
        // The first search is debounced, the fourth one canceled.
        send(.search("a"), .search("ab"), then: 200)
        send(.search("x"), then: 200)
        send(.search("y"), then: 80)
        send(.search("z"), .compare([3, 1]), then: 200)
        send(.start, then: 100)
        send(.stop, then: 500)
        recorder.close()

        let effects = try RecordedEffects(at: #require(recorder.url))
        let (found, answered) = ("found < GET /names < search", "answered < GET /facts/:id < compare")
        let actions = [
            ["search", "search", found], ["search", "failed < GET /names < search"], ["search"],
            ["search", "compare", answered, answered, found],
            ["start", "tick < timer < start", "tick < timer < start"], ["stop"],
        ]
        #expect(effects.chains.map { $0.replacing("CounterAction.", with: "") } == actions.flatMap(\.self))
        let searches = effects.rows.filter { $0.effect.name == "GET /names" }
        #expect(searches.map(\.effect.input) == ["ab", "x", "y", "z"])
        #expect(searches.map(\.effect.cause) == [2, 4, 6, 7].map { .action($0) })
        #expect(searches.map(\.outcome?.status) == [.done, .failed, .canceled, .done])
        #expect(effects["timer"]?.outcome?.status == .canceled)
    }

    @Test func `An action in an AsyncStream takes its cause along`() async throws {
        let recorder = try Recorder<Counter>(recordingTo: folder.session())
        let (actions, continuation) = AsyncStream<(Cause, CounterAction)>.makeStream()
        let reduce = recorder.reducer(wrapping: reduce)
        let send = { @Sendable (action: CounterAction) in _ = continuation.yield((.current, action)) }
        func searchIfAsked(_ action: CounterAction) {
            guard case .search(let text) = action else { return }
            Task {
                let names = await recorder.effect("GET /names", input: text) { () async in [text] }
                send(.found(names))
                continuation.finish()
            }
        }
        var state = Counter()
        send(.start)
        send(.search("a"))
        for await (cause, action) in actions {
            cause.run {
                recorder.withCause(action) {
                    state = reduce(state, action)
                    searchIfAsked(action)
                }
            }
        }
        recorder.close()
        let effects = try RecordedEffects(at: #require(recorder.url))
        #expect(
            effects.chains.map { $0.replacing("CounterAction.", with: "") } == ["start", "search", "found < search"]
        )
        #expect(effects["GET /names"]?.effect.cause == .action(2))
    }
}

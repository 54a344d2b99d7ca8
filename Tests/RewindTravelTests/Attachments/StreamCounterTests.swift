import Foundation
import OpenCombine
import Rewind
import RewindReplay
import RewindTravel
import TestSupport
import Testing

private struct Counter: Codable, Equatable {
    var count = 0
    var step = 1
}

private enum CounterAction: Codable, Equatable {
    case increase
    case decrease
    case setStep(Int)
    case restore(Restoration<Counter>)
}

@Sendable private func reduce(_ state: Counter, _ action: CounterAction) -> Counter {
    var state = state
    switch action {
    case .increase: state.count += state.step
    case .decrease: state.count -= state.step
    case .setStep(let step): state.step = step
    case .restore: break
    }
    return state
}

/// A store whose states are a stream.
private final class CounterStore {
    let states = CurrentValueSubject<Counter, Never>(Counter())
    private let actions = PassthroughSubject<CounterAction, Never>()
    private var subscription: AnyCancellable?

    init(recorder: Recorder<Counter>) {
        let recorded = recorder.reducer(wrapping: reduce)
        let folded = actions.scan(Counter()) { recorder.travelState(for: $1, from: $0) ?? recorded($0, $1) }
        subscription = folded.sink { [states] in states.send($0) }
    }

    func send(_ action: CounterAction) { actions.send(action) }
}

@Suite struct StreamCounterTests {
    @Test func `A counter whose states are a stream is recorded, re-run, and travels`() throws {
        let folder = TemporaryFolder()
        let file = folder.session()
        let recorder = try Recorder<Counter>(recordingTo: file)
        let store = CounterStore(recorder: recorder)
        let travel = TimeTravel(recorder) { store.send(.restore($0)) }
        var counts: [Int] = []
        let subscription = store.states.map(\.count).removeDuplicates().sink { counts.append($0) }

        for action in [.increase, .setStep(10), .increase, .decrease] as [CounterAction] { store.send(action) }
        #expect(store.states.value == Counter(count: 1, step: 10))
        try travel.undo(3)
        #expect(store.states.value == Counter(count: 1, step: 1))
        try travel.redo(2)
        #expect(store.states.value == Counter(count: 11, step: 10))
        try travel.jump(to: 1)
        store.send(.decrease)
        recorder.close()
        subscription.cancel()
        // The states of travel are in the stream, too.
        #expect(counts == [0, 1, 11, 1, 11, 1, 0])

        let app = RegisteredApp(reducer: reduce, actions: [CounterAction.self])
        let (types, parents) = try WholeApp.check(file, with: app)
        #expect(types == ["increase", "setStep", "increase", "decrease", "decrease"].map { "CounterAction.\($0)" })
        #expect(parents == [0, 1, 2, 3, 1])
    }
}

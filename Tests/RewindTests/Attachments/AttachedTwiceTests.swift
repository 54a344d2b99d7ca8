import Foundation
import Rewind
import RewindStore
import TestSupport
import Testing

@Suite struct AttachedTwiceTests {
    private let folder = TemporaryFolder()
    private let problems = Problems()

    private func recorder(_ durability: Durability = .crashSafe) throws -> Recorder<AppState> {
        var options = RecorderOptions(durability)
        options.onProblem = problems.tell
        return try Recorder(recordingTo: folder.session(), options: options)
    }

    /// Waits for the problems that are reported in the background. Returns their number.
    private func told(by recorder: Recorder<AppState>) -> Int {
        recorder.close()
        // Leaves time for reports that arrive too late.
        Thread.sleep(forTimeInterval: 0.05)
        return problems.count { _ in true }
    }

    @Test(arguments: Durability.allCases)
    func `Two middlewares of one recorder are reported once`(durability: Durability) throws {
        let recorder = try recorder(durability)
        let store = Store(
            reducer: reduce,
            state: AppState(),
            middleware: [recorder.middleware(), recorder.middleware()]
        )
        for _ in 0..<3 { store.dispatch(Add(amount: 1)) }
        #expect(problems.wait(for: \.isAttachedTwice))
        #expect(told(by: recorder) == 1)
    }

    @Test(arguments: Durability.allCases)
    func `A middleware and a wrapped reducer of one recorder are reported once`(durability: Durability) throws {
        let recorder = try recorder(durability)
        let store = Store(
            reducer: recorder.reducer(wrapping: reduce),
            state: AppState(),
            middleware: [recorder.middleware()]
        )
        for _ in 0..<3 { store.dispatch(Choice.some(value: 1)) }
        #expect(problems.wait(for: \.isAttachedTwice))
        #expect(told(by: recorder) == 1)
    }

    @Test func `A call and a middleware of one recorder are reported`() throws {
        let recorder = try recorder()
        let store = Store(reducer: reduce, state: AppState(), middleware: [recorder.middleware()])
        for _ in 0..<2 {
            recorder.recordDispatch(of: Add(amount: 1), state: { store.state }) { store.dispatch(Add(amount: 1)) }
        }
        #expect(problems.wait(for: \.isAttachedTwice))
        #expect(told(by: recorder) == 1)
    }

    @Test func `The report of a recorder attached twice names the remedy`() throws {
        let recorder = try recorder()
        let store = Store(
            reducer: reduce,
            state: AppState(),
            middleware: [recorder.middleware(), recorder.middleware()]
        )
        for _ in 0..<2 { store.dispatch(Add(amount: 1)) }
        let reason = """
            An action came to the recorder by a second way while it was under way by the first: two middlewares of the \
            recorder, or a middleware and a wrapped reducer. Each action is recorded twice. Attach a recorder once.
            """
        #expect(problems.wait { $0 == .attachedTwice(reason: reason) })
    }

    @Test(arguments: [false, true])
    func `A subscriber that dispatches the same action again is not reported`(isWrapped: Bool) throws {
        let recorder = try recorder()
        let store = Store(
            reducer: isWrapped ? recorder.reducer(wrapping: reduce) : reduce,
            state: AppState(),
            middleware: isWrapped ? [] : [recorder.middleware()]
        )
        let reactor = Reactor()
        store.subscribe(reactor)
        reactor.react = { if $0.count < 3 { store.dispatch(Add(amount: 1)) } }
        store.dispatch(Add(amount: 1))
        #expect(store.state.count == 3)
        #expect(told(by: recorder) == 0)
    }

    @Test
    func `A store replaced from within an action is not reported`() throws {
        let recorder = try recorder()
        let old = Store(reducer: reduce, state: AppState(), middleware: [recorder.middleware()])
        let reactor = Reactor()
        old.subscribe(reactor)
        var new: Store<AppState>?
        reactor.react = { state in
            guard state.last == "Choice", new == nil else { return }
            new = Store(reducer: reduce, state: AppState(), middleware: [recorder.middleware()])
            new?.dispatch(Choice.none)
            for _ in 0..<2 { new?.dispatch(Choice.pair(1, "the same type, another case")) }
            new?.dispatch(Add(amount: 1))
        }
        old.dispatch(Choice.none)
        for _ in 0..<3 { new?.dispatch(Add(amount: 1)) }
        #expect(new?.state.count == 4)
        #expect(told(by: recorder) == 0)
    }
}

extension RecorderProblem {
    fileprivate var isAttachedTwice: Bool {
        if case .attachedTwice = self { true } else { false }
    }
}

import Foundation
import Rewind
import RewindStore
import RewindTravel

extension Restoration: @retroactive Action {}

/// Records the app, as code in the app would.
enum Recording {
    /// The problems that the recorder reported, for the test that runs this.
    nonisolated final class Problems: @unchecked Sendable {
        // Safe to share because it is only accessed under the lock.
        private let lock = NSLock()
        private var told: [String] = []

        func tell(_ problem: RecorderProblem) {
            lock.withLock { told.append("\(problem)") }
        }

        var all: [String] { lock.withLock { told.sorted() } }
    }

    /// The ways to attach a recorder.
    enum Way: String {
        case middleware, reducer, record, dispatcher, travel, background, slices
    }

    private static var actions: [any Action] {
        var tags = Tags()
        tags.all = ["c", "a", "b"]
        let items = (1...20).map { Item(id: $0, title: "Article \($0)") }
        return [
            Load(items: items), Tag(tags: tags), Navigation.open(items[3]), Navigation.switchTo(.stocks),
            Navigation.back, Fail(), Load(items: [Item(id: 21, title: "Last")]), Tag(tags: Tags()),
        ]
    }

    // A value passed to another thread.
    // Safe because this thread does not use it afterward.
    nonisolated struct Passed<Value>: @unchecked Sendable {
        let value: Value
    }

    static func make(at file: URL, durability: Durability, way: Way) throws {
        let problems = Problems()
        var options = RecorderOptions()
        options.durability = durability
        options.onProblem = { problems.tell($0) }
        if way == .slices {
            try dispatchSlices(Recorder<Slices>(recordingTo: file, options: options))
        } else {
            try dispatch(way, Recorder<AppState>(recordingTo: file, options: options))
        }
        // Problems are reported on another thread.
        Thread.sleep(forTimeInterval: 0.05)
        for problem in problems.all { print(problem) }
    }

    /// Records the app until the end of standard input, and accepts steering.
    static func open(at file: URL) throws -> Never {
        let recorder = try Recorder<AppState>(recordingTo: file)
        let store = Store(
            reducer: recorder.travelingReducer(wrapping: reduce),
            state: AppState(),
            middleware: [recorder.middleware()]
        )
        let travel = TimeTravel(recorder) { store.dispatch($0) }
        for action in actions { store.dispatch(action) }
        try travel.open(actions: [Load.self, Tag.self, Navigation.self, Fail.self]) { (action: any Action) in
            store.dispatch(action)
        }
        Thread.detachNewThread {
            while readLine() != nil {}
            recorder.close()
            exit(0)
        }
        withExtendedLifetime(travel) { RunLoop.main.run() }
        exit(1)
    }

    private static func dispatch(_ way: Way, _ recorder: Recorder<AppState>) throws {
        switch way {
        case .middleware:
            let nested: Middleware<AppState> = { dispatch, _ in
                { next in
                    { action in
                        next(action)
                        if action is Fail { dispatch(Navigation.back) }
                    }
                }
            }
            let store = Store(reducer: reduce, state: nil, middleware: [nested, recorder.middleware()])
            for action in actions { store.dispatch(action) }
        case .reducer:
            let store = Store(reducer: recorder.reducer(wrapping: reduce), state: AppState())
            for action in actions { store.dispatch(action) }
        case .record:
            var state = AppState()
            recorder.recordInitialState(state)
            for action in actions {
                state = reduce(action, state)
                recorder.record(action, resultingIn: state)
            }
        case .dispatcher:
            var state = AppState()
            for action in actions {
                recorder.recordDispatch(of: action, state: { state }) { state = reduce(action, state) }
            }
        case .travel:
            let store = Store(
                reducer: recorder.travelingReducer(wrapping: reduce),
                state: AppState(),
                middleware: [recorder.middleware()]
            )
            var options = TimeTravelOptions()
            options.statesInMemory = 2
            let travel = TimeTravel(recorder, options: options) { store.dispatch($0) }
            for action in actions { store.dispatch(action) }
            try travel.jump(to: 2)
            guard store.state.items.elements.count == 20 else { throw Failure() }
            store.dispatch(Fail())
            try travel.undo()
        case .background:
            var state = AppState()
            recorder.recordInitialState(state)
            for action in actions {
                state = reduce(action, state)
                let pair = Passed(value: (action: action as Any, state: state))
                let done = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    recorder.record(pair.value.action, resultingIn: pair.value.state)
                    done.signal()
                }
                done.wait()
            }
        case .slices: break
        }
        close(recorder)
    }

    private static func dispatchSlices(_ recorder: Recorder<Slices>) throws {
        var state = AppState()
        for action in actions {
            recorder.recordDispatch(of: action, state: { ["app": state, "tags": state.tags] }) {
                state = reduce(action, state)
            }
        }
        close(recorder)
    }

    private static func close<State>(_ recorder: Recorder<State>) {
        recorder.flush(atMost: .seconds(60))
        recorder.close()
        print("\(recorder.dispatchedCount) recorded, \(recorder.droppedCount) dropped")
    }
}

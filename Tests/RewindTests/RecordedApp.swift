import Foundation
import Rewind
import RewindStore
import RewindTimeline
import RewindTree
import Testing
@testable import RewindUpkeep

struct AppState: Codable, Equatable {
    var count = 0
    var log: [String] = []
    var last: String?
}

struct Add: Action, Codable { var amount: Int }
struct Note: Action, Codable { var text: String? }
/// Reflected, as it is not `Codable`.
struct Opaque: Action {
    enum Kind { case plain, with(label: String, Int) }
    var kind = Kind.with(label: "l", 3)
    var tags: Set<String> = ["b", "a", "d", "c", "e"]
    var maybe: Int?
}
/// Its `encode(to:)` throws.
struct Stubborn: Action, Codable {
    struct Refusal: Error {}
    var hidden = 1
    func encode(to encoder: any Encoder) throws { throw Refusal() }
}
enum Choice: Action, Codable { case none, some(value: Int?), pair(Int, String) }

func reduce(_ action: any Action, _ state: AppState?) -> AppState {
    var state = state ?? AppState()
    state.last = String(describing: type(of: action))
    switch action {
    case let action as Add: state.count += action.amount
    case let action as Note: state.log.append(action.text ?? "nil")
    default: break
    }
    return state
}

/// A recorded store, with the states that its reducer made.
final class RecordedApp<State> {
    let recorder: Recorder<State>
    let store: Store<State>
    private let truth: Truth

    final class Truth {
        var states: [State] = []
    }

    /// The state after each action, in the order of their numbers, which is that of the reducers.
    var truths: [State] { truth.states }

    init(
        at url: URL,
        state: State?,
        options: RecorderOptions = RecorderOptions(),
        middleware: [Middleware<State>] = [],
        reducer: @escaping Reducer<State>
    ) throws {
        let truth = Truth()
        let recorder = try Recorder<State>(recordingTo: url, options: options)
        self.truth = truth
        self.recorder = recorder
        store = Store(
            reducer: { action, state in
                let next = reducer(action, state)
                truth.states.append(next)
                return next
            },
            state: state,
            middleware: middleware + [recorder.middleware()]
        )
    }
}

extension RecordedApp where State: Encodable {
    /// Closes the recording and compares each recorded state with the true one.
    func check(initial: State?, sourceLocation: SourceLocation = #_sourceLocation) throws {
        recorder.close()
        let timeline = try Timeline(opening: #require(recorder.url))
        var encoder = TreeEncoder()
        #expect(timeline.last == truths.count, sourceLocation: sourceLocation)
        let first = try initial.map { try encoder.encode($0) } ?? .null
        #expect(try timeline.state(at: 0) == first, sourceLocation: sourceLocation)
        for (index, state) in truths.enumerated() {
            let expected = try encoder.encode(state)
            #expect(try timeline.state(at: index + 1) == expected, "seq \(index + 1)", sourceLocation: sourceLocation)
        }
        #expect(try SessionCheck.run(timeline.session).findings == [], sourceLocation: sourceLocation)
        timeline.session.close()
    }
}

/// Dispatches in reaction to states.
final class Reactor: StoreSubscriber {
    var react: (AppState) -> Void = { _ in }
    func newState(state: AppState) { react(state) }
}

extension RecorderOptions {
    init(_ durability: Durability) {
        self.init()
        self.durability = durability
    }
}

/// The problems that a recorder reported, and a way to wait for one.
///
/// Safe to share because every access happens under `condition`.
final class Problems: @unchecked Sendable {
    private let condition = NSCondition()
    private var told: [RecorderProblem] = []

    func tell(_ problem: RecorderProblem) {
        condition.lock()
        told.append(problem)
        condition.broadcast()
        condition.unlock()
    }

    /// Returns the number of matching problems so far.
    func count(where isWanted: (RecorderProblem) -> Bool) -> Int {
        condition.withLock { told.count(where: isWanted) }
    }

    /// Waits for a problem. Returns false after a timeout.
    func wait(seconds: TimeInterval = 60, for isWanted: (RecorderProblem) -> Bool) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        let deadline = Date(timeIntervalSinceNow: seconds)
        while !told.contains(where: isWanted) {
            guard condition.wait(until: deadline) else { return false }
        }
        return true
    }
}

import Foundation
import Rewind
import RewindSession
import RewindTree
import TestSupport
import Testing

/// Flux in the style of SwiftFlux: typed actions that make their payload, a dispatcher, and stores that register for
/// types.
private protocol Action {
    associatedtype Payload
    associatedtype Failure: Error
    func invoke(dispatcher: Dispatcher)
}

private class Dispatcher {
    private var handlers: [ObjectIdentifier: [(Any) -> Void]] = [:]

    func register<A: Action>(_ type: A.Type, handler: @escaping (Result<A.Payload, A.Failure>) -> Void) {
        handlers[ObjectIdentifier(type), default: []].append { result in
            if let result = result as? Result<A.Payload, A.Failure> { handler(result) }
        }
    }

    func dispatch<A: Action>(_ action: A, result: Result<A.Payload, A.Failure>) {
        for handler in handlers[ObjectIdentifier(A.self)] ?? [] { handler(result) }
    }
}

private struct Offline: Error {}

private struct LoadTasks: Action, Codable {
    typealias Payload = [String]
    typealias Failure = Offline

    var page: Int

    func invoke(dispatcher: Dispatcher) {
        dispatcher.dispatch(self, result: page < 3 ? .success(["task \(page)"]) : .failure(Offline()))
    }
}

private struct Rename: Action, Codable {
    typealias Payload = String
    typealias Failure = Never

    var name: String

    func invoke(dispatcher: Dispatcher) {
        dispatcher.dispatch(self, result: .success(name))
    }
}

private final class TaskStore {
    private(set) var state = Tasks()

    init(_ dispatcher: Dispatcher) {
        dispatcher.register(LoadTasks.self) { [unowned self] result in
            if case .success(let titles) = result { state.open += titles } else { state.done = -1 }
        }
    }
}

private final class UserStore {
    /// Not `Codable`, as is common in such apps.
    struct User {
        var name = ""
        var renamed = 0
    }

    private(set) var state = User()

    init(_ dispatcher: Dispatcher) {
        dispatcher.register(Rename.self) { [unowned self] result in
            state = User(name: result.get(), renamed: state.renamed + 1)
        }
    }
}

private final class RecordingDispatcher: Dispatcher {
    let recorder: Recorder<Slices>
    var state: () -> Slices? = { nil }

    init(_ recorder: Recorder<Slices>) {
        self.recorder = recorder
    }

    override func dispatch<A: Action>(_ action: A, result: Result<A.Payload, A.Failure>) {
        recorder.recordDispatch(of: DispatchedAction(action, result: result), state: state) {
            super.dispatch(action, result: result)
        }
    }
}

@Suite struct FluxAttachmentTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `A Flux app is recorded by its dispatcher, with all stores as one state`() throws {
        let file = folder.session()
        let recorder = try Recorder<Slices>(recordingTo: file)
        let dispatcher = RecordingDispatcher(recorder)
        let (taskStore, userStore) = (TaskStore(dispatcher), UserStore(dispatcher))
        dispatcher.state = { ["tasks": taskStore.state, "user": userStore.state] }
        for page in 1...3 { LoadTasks(page: page).invoke(dispatcher: dispatcher) }
        Rename(name: "Ada").invoke(dispatcher: dispatcher)
        recorder.close()

        let recording = try Recording(at: file)
        let user: Tree = ["name": "", "renamed": 0]
        let states: [Tree] = [
            ["tasks": ["open": [], "done": 0], "user": user],
            ["tasks": ["open": ["task 1"], "done": 0], "user": user],
            ["tasks": ["open": ["task 1", "task 2"], "done": 0], "user": user],
            ["tasks": ["open": ["task 1", "task 2"], "done": -1], "user": user],
            ["tasks": ["open": ["task 1", "task 2"], "done": -1], "user": ["name": "Ada", "renamed": 1]],
        ]
        try recording.expect(states)
        #expect(recording.records.map(\.type) == ["LoadTasks", "LoadTasks", "LoadTasks", "Rename"])
        let payloads = recording.records.map(\.payload)
        #expect(payloads[0] == ["action": ["page": 1], "success": ["task 1"]])
        #expect(payloads[2] == ["action": ["page": 3], "failure": "Offline()"])
        #expect(payloads[3] == ["action": ["name": "Ada"], "success": "Ada"])
        #expect(recording.records.allSatisfy { $0.coder == .codable })
    }
}

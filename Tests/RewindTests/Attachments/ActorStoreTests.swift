import Foundation
import Rewind
import RewindSession
import RewindTree
import TestSupport
import Testing

actor TasksStore {
    private(set) var state = Tasks()
    private let reduce: (inout Tasks, TaskAction) -> Void

    init(recorder: Recorder<Tasks>) {
        reduce = recorder.reducer { state, action in state.apply(action) }
    }

    func send(_ action: TaskAction) { reduce(&state, action) }
}

@Suite struct ActorStoreTests {
    private let folder = TemporaryFolder()

    @Test func `Concurrent actions of an actor are recorded in their order, each with its own change`() async throws {
        let file = folder.session()
        let recorder = try Recorder<Tasks>(recordingTo: file)
        let store = TasksStore(recorder: recorder)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask {
                    await store.send(.add("task \(number)"))
                    // Every task finishes one that is certainly open.
                    if number % 5 == 0 { await store.send(.finish(0)) }
                }
            }
        }
        recorder.close()
        let state = await store.state
        #expect(state.done == 10)
        #expect(state.open.count == 40)
        let recording = try Recording(at: file)
        let actions = recording.records.map { record -> TaskAction in
            if case .string(let title)? = record.payload?[["add", "_0"]] { return .add(title) }
            #expect(record.payload == ["finish": ["_0": 0]])
            return .finish(0)
        }
        #expect(actions.count == 60)
        #expect(Set(actions.compactMap { if case .add(let title) = $0 { title } else { nil } }).count == 50)
        try recording.expect(Tasks.states(after: actions))
        #expect(Tasks.states(after: actions).last == state)
    }
}

import Foundation
import Observation
import Rewind
import RewindSession
import RewindTree
import TestSupport
import Testing

@MainActor @Observable final class TasksModel {
    private(set) var state = Tasks()
    private let reduce: (inout Tasks, TaskAction) -> Void

    init(recorder: Recorder<Tasks>) {
        reduce = recorder.reducer { state, action in state.apply(action) }
    }

    func send(_ action: TaskAction) { reduce(&state, action) }
}

private struct Counter {
    var count = 0
    var notes: [String] = []
    var editing: Int?
    let origin = "kitchen"
}

private enum CounterAction { case increase(by: Int), note(String), edit(Int?), nothing }

@Suite struct ObservableModelTests {
    private let folder = TemporaryFolder()

    @MainActor @Test func `An observable model is recorded, and its observers see every change`() throws {
        let file = folder.session()
        let recorder = try Recorder<Tasks>(recordingTo: file)
        let model = TasksModel(recorder: recorder)
        let changes = Changes()
        let actions = TaskAction.some(120, seed: 4)
        for action in actions {
            withObservationTracking {
                _ = model.state
            } onChange: {
                changes.count += 1
            }
            model.send(action)
        }
        recorder.close()
        #expect(changes.count == 120)
        try Recording(at: file).expect(Tasks.states(after: actions))
        #expect(model.state == Tasks.states(after: actions).last)
    }

    @MainActor @Test func `A struct that is not Codable is recorded with exactly the members that changed`() throws {
        let file = folder.session()
        let recorder = try Recorder<Counter>(recordingTo: file)
        let reduce = recorder.reducer { (state: inout Counter, action: CounterAction) in
            switch action {
            case .increase(let amount): state.count += amount
            case .note(let text): state.notes.append(text)
            case .edit(let index): state.editing = index
            case .nothing: break
            }
        }
        var state = Counter()
        for action in [.increase(by: 2), .note("a"), .edit(0), .nothing, .note("b"), .edit(nil)] as [CounterAction] {
            reduce(&state, action)
        }
        recorder.close()
        let recording = try Recording(at: file)
        #expect(
            recording.records.map(\.type) == [
                "CounterAction.increase", "CounterAction.note", "CounterAction.edit", "CounterAction.nothing",
                "CounterAction.note", "CounterAction.edit",
            ]
        )
        #expect(
            recording.records.map { $0.patch?.operations.map { "\($0.path)" } } == [
                ["/count"], ["/notes/0"], ["/editing"], [], ["/notes/1"], ["/editing"],
            ]
        )
    }

    /// The number of changes, which observers count on the main actor.
    private final class Changes: @unchecked Sendable {
        var count = 0
    }
}

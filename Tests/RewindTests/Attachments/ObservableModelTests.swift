import Foundation
import Observation
import Rewind
import RewindSession
import RewindTree
import TestSupport
import Testing

/// The state of a counter with notes. It is not `Codable`.
private struct Counter: Equatable {
    var count = 0
    var notes: [String] = []
    var editing: Int?

    mutating func apply(_ action: CounterAction) {
        switch action {
        case .increase(let amount): count += amount
        case .note(let text): notes.append(text)
        case .edit(let index): editing = index
        case .nothing: break
        }
    }

    var tree: Tree {
        [
            "count": .integer(Int64(count)), "notes": .array(ArrayNode(notes.map { .string($0) })),
            "editing": editing.map { .integer(Int64($0)) } ?? .null,
        ]
    }
}

private enum CounterAction {
    case increase(by: Int)
    case note(String)
    case edit(Int?)
    case nothing
}

@MainActor @Observable
private final class CounterModel {
    private(set) var state = Counter()
    private let reduce: (inout Counter, CounterAction) -> Void

    init(recorder: Recorder<Counter>) {
        reduce = recorder.reducer { state, action in state.apply(action) }
    }

    func send(_ action: CounterAction) {
        reduce(&state, action)
    }
}

@Suite struct ObservableModelTests {
    private let folder = TemporaryFolder()

    @MainActor @Test func `An observable model is recorded, and its observers see every change`() throws {
        let file = folder.session()
        let recorder = try Recorder<Counter>(recordingTo: file)
        let model = CounterModel(recorder: recorder)
        let changes = Changes()
        var states = [model.state]
        for number in 0..<120 {
            withObservationTracking {
                _ = model.state
            } onChange: {
                changes.count += 1
            }
            let action: CounterAction =
                switch number % 4 {
                case 0: .increase(by: number)
                case 1: .note("note \(number)")
                case 2: .edit(number % 8 == 2 ? number : nil)
                default: .nothing
                }
            model.send(action)
            states.append(model.state)
        }
        #expect(changes.count == 120)
        #expect(states.last?.notes.count == 30)
        recorder.close()
        let recording = try Recording(at: file)
        recording.expect(states.map(\.tree))
        #expect(
            recording.records.prefix(4).map(\.type) == [
                "CounterAction.increase", "CounterAction.note", "CounterAction.edit", "CounterAction.nothing",
            ]
        )
    }

    /// The number of changes, which observers count on the main actor.
    private final class Changes: @unchecked Sendable {
        var count = 0
    }
}

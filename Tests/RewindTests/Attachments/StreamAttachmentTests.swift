import Foundation
import OpenCombine
import Rewind
import RewindSession
import TestSupport
import Testing

private func reduce(_ state: Tasks, _ action: TaskAction) -> Tasks {
    var state = state
    state.apply(action)
    return state
}

private struct Refusal: Error {}

@Suite struct StreamAttachmentTests {
    private let folder = TemporaryFolder()
    private let sent = TaskAction.some(150, seed: 2)

    @Test func `A stream is recorded in OpenCombine's scan`() throws {
        let file = folder.session()
        let actions = PassthroughSubject<TaskAction, Never>()
        let recorder = try Recorder<Tasks>(recordingTo: file)
        let states = actions.scan(Tasks(), recorder.reducer(wrapping: reduce))
        var last = Tasks()
        let subscription = states.sink { last = $0 }
        for action in sent { actions.send(action) }
        subscription.cancel()
        recorder.close()
        let recording = try Recording(at: file)
        try recording.expect(Tasks.states(after: sent))
        #expect(last == Tasks.states(after: sent).last)
        #expect(recording.records.allSatisfy { $0.type == "TaskAction.add" || $0.type == "TaskAction.finish" })
    }

    @Test func `A stream is recorded in tryScan, with the thrown errors`() throws {
        let file = folder.session()
        let actions = PassthroughSubject<TaskAction, Never>()
        let recorder = try Recorder<Tasks>(recordingTo: file)
        let throwing: (Tasks, TaskAction) throws -> Tasks = { state, action in
            guard action != .finish(9) else { throw Refusal() }
            return reduce(state, action)
        }
        var failures = 0
        let subscription = actions.tryScan(Tasks(), recorder.reducer(wrapping: throwing))
            .sink(receiveCompletion: { if case .failure = $0 { failures += 1 } }, receiveValue: { _ in })
        for action in [.add("a"), .finish(9), .add("b")] as [TaskAction] { actions.send(action) }
        subscription.cancel()
        recorder.close()
        let recording = try Recording(at: file)
        let states = Tasks.states(after: [.add("a")])
        // The stream ends with the error.
        try recording.expect(states + [states[1]])
        #expect(recording.records.map(\.status) == [.done, .failed])
        #expect(recording.records.last?.error == "Refusal()")
        #expect(failures == 1)
    }

    @Test func `A stream is recorded in a loop over an AsyncSequence`() async throws {
        let file = folder.session()
        let (actions, continuation) = AsyncStream<TaskAction>.makeStream()
        for action in sent { continuation.yield(action) }
        continuation.finish()
        let recorder = try Recorder<Tasks>(recordingTo: file)
        let reduce = recorder.reducer(wrapping: reduce)
        var state = Tasks()
        for await action in actions {
            state = reduce(state, action)
        }
        recorder.close()
        try Recording(at: file).expect(Tasks.states(after: sent))
        #expect(state == Tasks.states(after: sent).last)
    }

    @Test func `A stream is recorded in reduce(into:)`() async throws {
        let file = folder.session()
        let (actions, continuation) = AsyncStream<TaskAction>.makeStream()
        for action in sent { continuation.yield(action) }
        continuation.finish()
        let recorder = try Recorder<Tasks>(recordingTo: file)
        let apply = recorder.reducer { (state: inout Tasks, action: TaskAction) in state.apply(action) }
        let last = await actions.reduce(into: Tasks(), apply)
        recorder.close()
        try Recording(at: file).expect(Tasks.states(after: sent))
        #expect(last == Tasks.states(after: sent).last)
    }
}

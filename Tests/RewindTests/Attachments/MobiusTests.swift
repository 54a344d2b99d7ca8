import Foundation
import Rewind
import RewindSession
import RewindTree
import TestSupport
import Testing

// The shapes of Mobius.swift.
private struct Next<Model, Effect: Equatable> {
    var model: Model?
    var effects: [Effect] = []
}

private enum Mobius {
    static func loop<Model, Event, Effect>(
        update: @escaping (Model, Event) -> Next<Model, Effect>,
        effectHandler: @escaping (Effect) -> Event?
    ) -> (Model) -> Loop<Model, Event, Effect> {
        { Loop(model: $0, update: update, handle: effectHandler) }
    }
}

private final class Loop<Model, Event, Effect: Equatable> {
    private(set) var model: Model
    private let update: (Model, Event) -> Next<Model, Effect>
    private let handle: (Effect) -> Event?

    init(
        model: Model,
        update: @escaping (Model, Event) -> Next<Model, Effect>,
        handle: @escaping (Effect) -> Event?
    ) {
        (self.model, self.update, self.handle) = (model, update, handle)
    }

    func dispatch(_ event: Event) {
        let next = update(model, event)
        model = next.model ?? model
        for event in next.effects.compactMap(handle) { dispatch(event) }
    }
}

private enum TaskEffect: Equatable { case finishFirst, log }

private func update(_ model: Tasks, _ event: TaskAction) -> Next<Tasks, TaskEffect> {
    if event == .add("nothing") { return Next(effects: [.log]) }
    var changed = model
    changed.apply(event)
    return Next(model: changed, effects: changed.open.count > 3 ? [.finishFirst, .log] : [])
}

@Suite struct MobiusTests {
    private let folder = TemporaryFolder()

    @Test func `A Mobius loop is recorded, and its effects run`() throws {
        let file = folder.session()
        let recorder = try Recorder<Tasks>(recordingTo: file)
        var logs = 0
        let effectHandler = { (effect: TaskEffect) -> TaskAction? in
            if effect == .log { logs += 1 }
            return effect == .finishFirst ? .finish(0) : nil
        }

        let reduce = recorder.reducer { (model: inout Tasks, event: TaskAction) in
            let next = update(model, event)
            model = next.model ?? model
            return next
        }
        let recordedUpdate = { (model: Tasks, event: TaskAction) in
            var model = model
            return reduce(&model, event)
        }
        let loop = Mobius.loop(update: recordedUpdate, effectHandler: effectHandler)

        let running = loop(Tasks())
        for number in 0..<6 { running.dispatch(.add("\(number)")) }
        running.dispatch(.add("nothing"))
        recorder.close()

        // From the fourth task on, an effect finishes the first one.
        let actions: [TaskAction] = [
            .add("0"), .add("1"), .add("2"), .add("3"), .finish(0), .add("4"), .finish(0), .add("5"), .finish(0),
        ]
        let states = Tasks.states(after: actions)
        let recording = try Recording(at: file)
        try recording.expect(states + [states[9]])
        #expect(recording.records.last?.payload == ["add": ["_0": "nothing"]])
        #expect(running.model == states[9])
        #expect(logs == 4)
    }
}

import Foundation
import Rewind
import RewindStore
import RewindTravel

struct Tasks: Codable {}

enum AppAction {
    case restore(Restoration<Tasks>)
}

func appReducer(action: any Action, state: Tasks?) -> Tasks {
    state ?? Tasks()
}

enum OneEnum {
    static let recorder = Recorder<Tasks>(in: SessionFolder(file))

    static func reduce(_ state: Tasks, _ action: AppAction) -> Tasks {
        state
    }

    static func start(_ continuation: AsyncStream<AppAction>.Continuation) {
        // SNIPPET: let recorded = recorder.reducer(wrapping: reduce)
    }
}

enum InPlace {
    enum Effect { case none }

    static func feature(_ state: inout Tasks, _ action: AppAction) -> Effect { .none }

    static func start(_ recorder: Recorder<Tasks>) {
        // SNIPPET: let reduce = recorder.travelingReducer(wrapping: recorder.reducer(wrapping: feature), returning: .none)
        _ = reduce
    }
}

enum NoReducer {
    static func start(_ recorder: Recorder<Tasks>) {
        var tasks = Tasks()
        // SNIPPET: let travel = TimeTravel(recorder) { tasks = $0.state }
        _ = tasks
    }
}

import Foundation
import Rewind
import RewindSession
import RewindStore
import RewindTimeline
import RewindTravel
import RewindTree
import Testing
@testable import RewindUpkeep

/// The state of the traveling stores: a text field and lines.
struct Notebook: Codable, Equatable {
    struct Line: Codable, Equatable {
        var id: Int
        var text: String
    }

    var field = ""
    var lines: [Line] = []
    var isBusy = false
}

struct TypeText: Action, Codable { var text: String }
struct AddLine: Action, Codable { var text: String }
struct RemoveLine: Action, Codable { var index: Int }
struct Busy: Action, Codable { var isBusy: Bool }

extension Restoration: Action {}

func reduceNotebook(_ action: any Action, _ state: Notebook?) -> Notebook {
    var state = state ?? Notebook()
    switch action {
    case let action as TypeText: state.field = action.text
    case let action as AddLine:
        state.lines.insert(Notebook.Line(id: (state.lines.map(\.id).max() ?? 0) + 1, text: action.text), at: 0)
        state.field = ""
    case let action as RemoveLine where state.lines.indices.contains(action.index):
        state.lines.remove(at: action.index)
    case let action as Busy: state.isBusy = action.isBusy
    default: break
    }
    return state
}

/// A store that is recorded and can travel.
final class TravelingApp {
    let recorder: Recorder<Notebook>
    let store: Store<Notebook>
    let travel: TimeTravel<Notebook>

    init(
        at url: URL,
        _ options: TimeTravelOptions = TimeTravelOptions(),
        recording: RecorderOptions = RecorderOptions(),
        state: Notebook? = Notebook(),
        isWrapped: Bool = false
    ) throws {
        let recorder = try Recorder<Notebook>(recordingTo: url, options: recording)
        let store =
            isWrapped
            ? Store(
                reducer: recorder.travelingReducer(wrapping: recorder.reducer(wrapping: reduceNotebook)),
                state: state
            )
            : Store(
                reducer: recorder.travelingReducer(wrapping: reduceNotebook),
                state: state,
                middleware: [recorder.middleware()]
            )
        travel = TimeTravel(recorder, options: options) { store.dispatch($0) }
        self.recorder = recorder
        self.store = store
    }

    /// Returns a summary of the session.
    func session() throws -> (last: Int, cursor: Int, tip: Int, parents: [Int], states: [Tree], isSound: Bool) {
        recorder.flush(atMost: .seconds(60))
        let timeline = try Timeline(opening: #require(recorder.url))
        defer { timeline.session.close() }
        return (
            timeline.last, try timeline.cursor(), try timeline.tip(),
            try (1...max(1, timeline.last)).compactMap { try timeline.session.action($0)?.parent },
            try (0...timeline.last).map { try timeline.state(at: $0) },
            try SessionCheck.run(timeline.session).findings == []
        )
    }
}

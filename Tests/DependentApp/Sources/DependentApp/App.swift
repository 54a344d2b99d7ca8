public import Rewind
import RewindLink
public import RewindStore
import RewindTravel

extension Restoration: @retroactive Action {}

/// A store with a recorder and time travel.
public final class App {
    public let recorder: Recorder<Trip>
    public let store: Store<Trip>
    private let travel: TimeTravel<Trip>

    public init(recorder: Recorder<Trip>) {
        self.recorder = recorder
        recorder.link()
        let store = Store<Trip>(
            reducer: recorder.travelingReducer(wrapping: tripReducer),
            state: nil,
            middleware: [recorder.middleware()]
        )
        self.store = store
        travel = TimeTravel(recorder) { store.dispatch($0) }
    }

    public func undo() throws {
        try travel.undo()
    }
}

import Counter
import Foundation
import Rewind
import RewindStore
import RewindTravel

// `counter-app FILE [open]` counts the lines of standard input and prints each new state. With `open`, it accepts
// steering. It exits at the end of its input.
extension Restoration: @retroactive Action {}

let arguments = CommandLine.arguments
let recorder = try Recorder<CounterState>(recordingTo: URL(fileURLWithPath: arguments[1]))
let store = Store(
    reducer: recorder.travelingReducer(wrapping: counterReducer),
    state: CounterState(),
    middleware: [recorder.middleware()]
)
let travel = TimeTravel(recorder) { store.dispatch($0) }
if arguments.contains("open") {
    try travel.open(actions: [Increase.self, Decrease.self, Note.self]) { (action: any Action) in
        store.dispatch(action)
    }
}

/// Prints the states of the store.
@MainActor final class Display: StoreSubscriber {
    nonisolated func newState(state: CounterState) {
        FileHandle.standardOutput.write(Data("\(state.count) \(state.note)\n".utf8))
    }
}

let display = Display()
store.subscribe(display)
Thread.detachNewThread {
    while readLine() != nil { Task { @MainActor in store.dispatch(Increase()) } }
    // This closes the recorder and the travel.
    exit(0)
}
RunLoop.main.run()

import Rewind
import RewindStore

/// A counter with a note.
public struct CounterState: Codable, Equatable, Sendable {
    public var count = 0
    public var note = ""

    public init() {}
}

public struct Increase: Action, Codable {
    public init() {}
}

public struct Decrease: Action, Codable {
    public init() {}
}

public struct Note: Action, Codable {
    public var text: String

    public init(text: String) {
        self.text = text
    }
}

public func counterReducer(action: any Action, state: CounterState?) -> CounterState {
    var state = state ?? CounterState()
    switch action {
    case is Increase: state.count += 1
    case is Decrease: state.count -= 1
    case let note as Note: state.note = note.text
    default: break
    }
    return state
}

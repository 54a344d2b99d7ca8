public import RewindStore

/// A trip: its distance and its details.
public struct Trip: StateType {
    public var meters = 0
    /// Values as an Objective-C library returns them, because of which the state is reflected.
    public var details: [String: Any] = [:]

    public init() {}
}

public struct Drive: Action, Codable {
    public var meters: Int

    public init(meters: Int) {
        self.meters = meters
    }
}

public struct Describe: Action {
    public var details: [String: Any]

    public init(details: [String: Any]) {
        self.details = details
    }
}

public func tripReducer(action: any Action, state: Trip?) -> Trip {
    var state = state ?? Trip()
    switch action {
    case let action as Drive: state.meters += action.meters
    case let action as Describe: state.details = action.details
    default: break
    }
    return state
}

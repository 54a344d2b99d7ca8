public import RewindStore

/// The distance of a trip, and what the app knows about it.
public struct Trip: StateType {
    public var meters = 0
    /// What an Objective-C library says; reflected, as it is not `Codable`.
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

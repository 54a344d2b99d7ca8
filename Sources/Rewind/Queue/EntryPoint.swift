/// By what an action comes to a recorder.
@usableFromInline
enum EntryPoint: Equatable, Sendable {
    /// A middleware, of which a recorder can have made several.
    case middleware(Int)
    /// `recording(_:state:dispatch:)`.
    case call
    /// A reducer that was wrapped.
    case reducer
    /// `record(_:resultingIn:)`.
    case afterTheFact

    /// Whether an action's states are those that the store has before and after it.
    var asksStore: Bool {
        switch self {
        case .middleware, .call: true
        case .reducer, .afterTheFact: false
        }
    }
}

import RewindSession
import RewindTree

/// Tracks the types whose conformance to `Encodable` is isolated to an actor. Their values are encoded where they are
/// dispatched, because the writer thread is never on an actor.
struct ActorIsolation {
    private let options: RecorderOptions
    /// True if states are encoded where they are dispatched: once one with values of such a type was found, or if the
    /// state is an object, which changes afterward.
    private(set) var hasStates = false
    /// The action types checked until now, and the last one that is not isolated.
    private var actions: [ObjectIdentifier: Bool] = [:]
    private var lastPlainAction: Any.Type?
    /// The types reported to the app.
    private var reportedTypes: Set<ObjectIdentifier> = []

    init(_ options: RecorderOptions) {
        self.options = options
    }

    /// Returns true if an action is isolated to an actor, and reports its type to the app once.
    mutating func isIsolated(_ action: Any) -> Bool {
        let type = type(of: action)
        if type == lastPlainAction { return false }
        let id = ObjectIdentifier(type)
        if let known = actions[id] { return known }
        let isIsolated = (type as? any Encodable.Type).map(ConformanceIsolation.isIsolated) ?? false
        actions[id] = isIsolated
        if isIsolated { tellOnce(type) } else { lastPlainAction = type }
        return isIsolated
    }

    /// Records that values of a type are isolated, and reports the type to the app once; `ofStates` if in states.
    mutating func note(_ type: Any.Type, ofStates: Bool) {
        if ofStates { hasStates = true }
        tellOnce(type)
    }

    /// Records that the state is an instance of a class, and reports that to the app.
    mutating func noteStateIsObject(_ type: AnyClass) {
        hasStates = true
        options.tell(.stateIsObject(type: TypeName.of(type)))
    }

    private mutating func tellOnce(_ type: Any.Type) {
        guard reportedTypes.insert(ObjectIdentifier(type)).inserted else { return }
        let reason = """
            Its conformance to Encodable is isolated to an actor, so values are encoded where they are dispatched. \
            Those of a nonisolated type cost less: they are encoded in the background.
            """
        options.tell(.isolatedConformance(type: TypeName.of(type), reason: reason))
    }
}

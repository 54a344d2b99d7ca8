import RewindSession
import RewindTree

/// Tracks the types whose conformance to `Encodable` is isolated to an actor. Their values are encoded where they are
/// dispatched, because the writer thread is never on an actor.
struct ActorIsolation {
    private let options: RecorderOptions
    /// True once a state with values of such a type was found.
    private(set) var hasStates = false
    /// The action types checked until now, and the last one that is not isolated.
    private var actions: [ObjectIdentifier: Bool] = [:]
    private var lastPlainAction: Any.Type?
    /// The types reported to the app.
    private var toldTypes: Set<ObjectIdentifier> = []

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

    private mutating func tellOnce(_ type: Any.Type) {
        guard toldTypes.insert(ObjectIdentifier(type)).inserted else { return }
        let reason = """
            Its conformance to Encodable is isolated to an actor, so values are encoded where they are dispatched. \
            Those of a nonisolated type cost less: they are encoded in the background.
            """
        options.tell(.isolatedConformance(type: TypeName.of(type), reason: reason))
    }
}

import RewindSession
import RewindTree

/// What is known of the types whose conformance to `Encodable` is isolated to an actor: their values are encoded where
/// they are dispatched, because the writer's thread is never on an actor.
struct ActorIsolation {
    private let options: RecorderOptions
    /// Whether states have been found to belong to an actor.
    private(set) var hasStates = false
    /// What is known of the actions' types, and the last one that belongs to no actor.
    private var actions: [ObjectIdentifier: Bool] = [:]
    private var lastPlainAction: Any.Type?
    /// The types of which the app was told.
    private var toldTypes: Set<ObjectIdentifier> = []

    init(_ options: RecorderOptions) {
        self.options = options
    }

    /// Whether an action belongs to an actor, which the app is told once.
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

    /// Notes that values of a type belong to an actor, which the app is told once; with `ofStates`, states hold some.
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

import Foundation
import RewindSession
import RewindTree

/// Values whose conformance to `Encodable` is isolated to an actor: they are encoded where they are dispatched, because
/// the writer's thread is never on an actor.
///
/// Their encoders go from one dispatch to the next, and encode what has changed since. One that is in use is nobody
/// else's; and an encoding says the same whatever came before it, so that the order only matters for its cost.
extension Intake {
    /// Encodes a state if it belongs to an actor; it stays as it is where this thread is not on that.
    ///
    /// The app's code runs in that: it is called while no lock is held.
    func encodeIfIsolated(_ state: CapturedState?) {
        guard let state, lock.withLock({ hasIsolatedStates }) else { return }
        encode(state)
    }

    /// Encodes a state here, if this thread is on the actor that the state belongs to.
    func encode(_ state: CapturedState) {
        var capture = lock.withLock { stateCaptures.popLast() } ?? makeCapture()
        state.encode(with: &capture)
        lock.withLock { stateCaptures.append(capture) }
    }

    /// The payload of an action, made here.
    func payload(of action: Any) -> Payload {
        var capture = makeCapture()
        return capture.payload(of: action)
    }

    /// Whether an action belongs to an actor. It is asked under the lock.
    func isIsolated(_ action: Any) -> Bool {
        let type = type(of: action)
        if type == lastPlainAction { return false }
        let id = ObjectIdentifier(type)
        if let known = isolatedActions[id] { return known }
        let isIsolated = (type as? any Encodable.Type).map(ConformanceIsolation.isIsolated) ?? false
        isolatedActions[id] = isIsolated
        if isIsolated { tellOnce(type) } else { lastPlainAction = type }
        return isIsolated
    }

    /// Notes that values of a type belong to an actor, which the app is told once; with `ofStates`, states hold some.
    func noteIsolated(_ type: Any.Type, ofStates: Bool = false) {
        lock.withLock {
            if ofStates { hasIsolatedStates = true }
            tellOnce(type)
        }
    }

    private func tellOnce(_ type: Any.Type) {
        guard toldTypes.insert(ObjectIdentifier(type)).inserted else { return }
        let reason = """
            Its conformance to Encodable is isolated to an actor, so values are encoded where they are dispatched. \
            Those of a nonisolated type cost less: they are encoded in the background.
            """
        options.tell(.isolatedConformance(type: TypeName.of(type), reason: reason))
    }
}

/// Flows of a store that runs thunks and knows no recorder.
extension Cause {
    /// Runs a thunk as a flow of the recorder in which something begins in it first. If nothing does, it is not
    /// recorded, unless its dispatch has passed ``Recorder/causes()``; the flow of that dispatch then has this name.
    package static func thunk(_ name: String, _ body: () -> Void) {
        let outer = current
        if let origin = outer.origin as? PendingOrigin, origin.rename(name) { return body() }
        let origin = PendingOrigin(name, in: outer)
        defer { origin.end() }
        Cause(origin).run(body)
    }

    /// Runs an asynchronous thunk as a flow.
    package static func thunk(
        _ name: String,
        isolation: isolated (any Actor)? = #isolation,
        _ body: nonisolated(nonsending) () async -> Void
    ) async {
        let origin = PendingOrigin(name, in: current)
        defer { origin.end() }
        await Cause(origin).run(isolation: isolation, body)
    }
}

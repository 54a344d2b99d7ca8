/// Flows of a store that runs thunks and knows no recorder.
extension Cause {
    /// Runs a thunk as a flow of the recorder in which something begins in it first. If nothing does, it is not
    /// recorded, unless its dispatch has passed ``Recorder/causes()``; the flow of that dispatch then has this name.
    package static func thunk(_ name: String, _ body: () -> Void) {
        if let origin = current.origin, origin.rename(name) { return body() }
        let cause = pendingThunk(name)
        defer { cause.end() }
        cause.run(body)
    }

    /// Runs an asynchronous thunk as a flow.
    package static func thunk(
        _ name: String,
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async -> Void
    ) async {
        let cause = pendingThunk(name)
        defer { cause.end() }
        await cause.run(isolation: isolation, body)
    }

    /// The maximum number of flows in one another without a recorder: tasks that start each other keep no longer chain.
    private static let maximumDepth = 64

    private static func pendingThunk(_ name: String) -> Cause {
        let outer = Cause.current
        let depth = outer.origin?.depth ?? 0
        let isTooDeep = depth >= maximumDepth
        let pending = CauseOrigin.Pending(
            name: name,
            value: nil,
            outer: isTooDeep ? Cause() : outer,
            callSite: nil,
            depth: isTooDeep ? 1 : depth + 1
        )
        return Cause(CauseOrigin(of: nil, pending: pending), in: outer)
    }

    private func end() {
        origin?.end()
    }
}

import RewindSession

/// An action or effect and its causes, up to the root: the action or flow that nothing caused.
package struct CauseChain: Sendable {
    /// The action or effect, its cause, and so on.
    package fileprivate(set) var links: [CauseReference]
    /// The reason why the cause of the last link is not known; nil if that is the root.
    package fileprivate(set) var unknown: UnknownCause.Reason?
    /// The cause that the last link names, if it is not known.
    package fileprivate(set) var missing: CauseReference?
}

extension SessionReader {
    /// An action or effect with its cause.
    struct Link {
        /// The name of an effect; nil for an action.
        let name: String?
        /// The effect or action that caused it; nil if nothing recorded that.
        let cause: CauseReference?
        /// True for what may be without a cause: an action, or the app's own code.
        let canBeRoot: Bool
    }

    /// True if anything in the session has a cause, or is one. Otherwise, the app recorded none.
    ///
    /// - Throws: `SessionError`.
    package func hasCauses() throws -> Bool {
        let sql = """
            SELECT EXISTS (SELECT 1 FROM effect) OR EXISTS (SELECT 1 FROM action WHERE cause_action IS NOT NULL)
                OR EXISTS (SELECT 1 FROM action WHERE cause_effect IS NOT NULL)
            """
        return try read { try $0.fetchOne(Int.self, sql) == 1 }
    }

    /// Returns the chain of causes of an action or effect.
    ///
    /// - Complexity: Linear in its length.
    /// - Throws: `SessionError`.
    package func causes(of start: CauseReference) throws -> CauseChain {
        var chain = CauseChain(links: [], unknown: nil, missing: nil)
        var seen: Set<CauseReference> = []
        var next: CauseReference? = start
        var canBeRoot = true
        while let reference = next {
            guard seen.insert(reference).inserted else {
                (chain.unknown, chain.missing) = (.damaged, reference)
                return chain
            }
            guard let link = try link(reference) else {
                (chain.unknown, chain.missing) = (try reason(toMiss: reference), reference)
                return chain
            }
            chain.links.append(reference)
            (next, canBeRoot) = (link.cause, link.canBeRoot)
        }
        if try !canBeRoot || !hasCauses() { chain.unknown = .unknown }
        return chain
    }

    /// Returns an action or effect with its cause; nil if it is not in the session.
    ///
    /// - Throws: `SessionError`.
    func link(_ reference: CauseReference) throws -> Link? {
        switch reference {
        case .action(let seq): return try row(seq, .cause) { Link(name: nil, cause: try $0.cause, canBeRoot: true) }
        case .effect(let id):
            let sql = "SELECT cause_effect, cause_action, kind = 'flow', name FROM effect WHERE id = ?"
            return try read { db in
                try db.fetchOne(sql, [id]) { row in
                    Link(
                        name: row.value(3),
                        cause: CauseReference(effect: row.value(0), action: row.value(1)),
                        canBeRoot: row.value(2) == 1
                    )
                }
            }
        }
    }

    /// Returns the reason why an action or effect is not in the session. Pruning deletes the effects that ended before
    /// the first state, which have lower numbers than those that began after it.
    private func reason(toMiss reference: CauseReference) throws -> UnknownCause.Reason {
        let first = try firstSeq()
        guard first > 0 else { return .lost }
        switch reference {
        case .action(let seq): return seq <= first ? .pruned : .lost
        case .effect(let id):
            let sql = "SELECT EXISTS (SELECT 1 FROM effect WHERE id < ? AND seq >= ?)"
            return try read { try $0.fetchOne(Int.self, sql, [id, first]) == 1 } ? .lost : .pruned
        }
    }
}

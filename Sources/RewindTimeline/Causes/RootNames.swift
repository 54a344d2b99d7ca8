import RewindSession

/// Finds the roots of many actions, and remembers those of their causes.
package final class RootNames {
    /// The number of remembered roots; a long recording may have any number.
    private static let limit = 200_000

    private let session: SessionReader
    private var known: [CauseReference: CauseReference?] = [:]

    package init(of session: SessionReader) {
        self.session = session
    }

    /// Returns the root of the chain of a cause; nil if it is not known.
    ///
    /// - Complexity: Linear in the causes whose roots are not remembered.
    /// - Throws: `SessionError`.
    package func root(of cause: CauseReference) throws -> CauseReference? {
        if known.count > Self.limit { known = [:] }
        var visited: Set<CauseReference> = []
        var root: CauseReference?
        var next: CauseReference? = cause
        while let reference = next {
            if let answer = known[reference] {
                root = answer
                break
            }
            guard visited.insert(reference).inserted, let link = try session.link(reference) else { break }
            next = link.cause
            if next == nil, link.canBeRoot { root = reference }
        }
        for reference in visited { known.updateValue(root, forKey: reference) }
        return root
    }
}

import RewindSession

/// Reads the names of causes, and remembers those that many actions share.
final class CauseNames {
    /// The number of remembered causes; a long recording may have any number.
    private static let limit = 100_000

    private let session: SessionReader
    /// For a pattern, the causes that match it or have such a cause, and those that do not.
    private var known: [String: [CauseReference: Bool]] = [:]

    init(of session: SessionReader) {
        self.session = session
    }

    /// Returns the name of the effect, or the type of the action, that caused an action; nil if it is not known.
    ///
    /// - Throws: `SessionError`.
    func cause(of seq: Int) throws -> String? {
        switch try session.cause(ofAction: seq) {
        case nil: nil
        case .effect(let id): try session.link(.effect(id))?.name
        case .action(let seq): try session.row(seq, .type) { try $0.type }
        }
    }

    /// Returns true if an effect whose name matches a pattern is in the chain of causes of an action.
    ///
    /// - Complexity: Linear in the causes that were not asked for before.
    /// - Throws: `SessionError`.
    func hasEffect(named glob: String, before seq: Int) throws -> Bool {
        var answers = known.removeValue(forKey: glob) ?? [:]
        if known.count > 10 || answers.count > Self.limit { (known, answers) = ([:], [:]) }
        defer { known[glob] = answers }
        var (found, visited) = (false, Set<CauseReference>())
        var next = try session.cause(ofAction: seq)
        while let reference = next, visited.insert(reference).inserted {
            if let answer = answers[reference] {
                found = answer
                break
            }
            guard let link = try session.link(reference) else { break }
            if let name = link.name, Glob.matches(glob, name) {
                found = true
                break
            }
            next = link.cause
        }
        for reference in visited { answers[reference] = found }
        return found
    }
}

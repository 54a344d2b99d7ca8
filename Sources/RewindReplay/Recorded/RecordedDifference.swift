import RewindTree

/// Where a run of recorded actions came to something else than the recording.
public struct RecordedDifference: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number of the action in the recording.
    public let seq: Int
    /// The name of its type.
    public let type: String
    /// The action and what is different after it: where, what it is, and what was recorded.
    public let description: String

    enum Place {
        case value(Pointer, recorded: Tree?, rerun: Tree?)
        case error(recorded: String?, rerun: String?)
        /// What the action changed is not there to be changed.
        case patchDoesNotApply
    }

    /// How many places are named, and how long a value may be.
    private static let mostPlaces = 10
    private static let longestValue = 300

    init(_ step: RecordedStep, _ places: [Place]) {
        seq = step.seq
        type = step.type
        var lines = places.prefix(Self.mostPlaces).map(Self.text)
        if places.count > lines.count { lines.append("and \(places.count - lines.count) more places") }
        description = "Action \(step.seq), \(step.type): " + lines.joined(separator: "; ")
    }

    private static func text(of place: Place) -> String {
        switch place {
        case .value(let pointer, let recorded, let rerun):
            let name = pointer.tokens.isEmpty ? "the state" : pointer.description
            return "\(name) is \(text(of: rerun)), and was \(text(of: recorded))"
        case .error(let recorded, let rerun):
            return
                "the reducer throws \(text(of: rerun.map(Tree.string))), and threw \(text(of: recorded.map(Tree.string)))"
        case .patchDoesNotApply:
            return "what it changed when it was recorded is not there"
        }
    }

    private static func text(of value: Tree?) -> String {
        guard let text = value?.text else { return "nothing" }
        return text.count > longestValue ? text.prefix(longestValue - 1) + "…" : text
    }
}

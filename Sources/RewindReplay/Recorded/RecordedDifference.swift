import RewindTree

/// Where a run of recorded actions came to something else than the recording.
public struct RecordedDifference: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number of the action in the recording.
    public let seq: Int
    /// The name of its type.
    public let type: String
    /// The action and what is different after it: where, what it is, and what was recorded.
    public let description: String

    enum Detail {
        case value(Pointer, recorded: Tree?, rerun: Tree?)
        case error(recorded: String?, rerun: String?)
        /// What the action changed is not there to be changed.
        case patchDoesNotApply
    }

    /// How many details are told, and how long a value may be.
    private static let mostDetails = 10
    private static let longestValue = 300

    init(_ step: RecordedStep, _ details: [Detail]) {
        seq = step.seq
        type = step.type
        var lines = details.prefix(Self.mostDetails).map(Self.text)
        if details.count > lines.count { lines.append("and \(details.count - lines.count) more places") }
        description = "Action \(step.seq), \(step.type): " + lines.joined(separator: "; ")
    }

    private static func text(of detail: Detail) -> String {
        switch detail {
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

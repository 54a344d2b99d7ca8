import RewindTimeline
import RewindTree

/// A difference between a run of recorded actions and the recording.
public struct RecordedDifference: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number of the action in the recording.
    public let seq: Int
    /// The type of the action.
    public let type: String
    /// The action and the differences after it: the pointer, the value and the recorded value of each.
    public let description: String

    enum Detail {
        case value(Pointer, recorded: Tree?, rerun: Tree?)
        case error(recorded: String?, rerun: String?)
        /// The value that the action changed does not exist.
        case patchDoesNotApply
    }

    /// The maximum number of differences in the description, and the maximum length of a value.
    private static let maximumDetails = 10
    private static let longestValue = 300

    init(_ step: RecordedStep, _ details: [Detail]) {
        seq = step.seq
        type = step.type
        var lines = details.prefix(Self.maximumDetails).map { Self.text(of: $0) }
        if details.count > lines.count { lines.append("and \(details.count - lines.count) more places") }
        description = "Action \(step.seq), \(step.type): " + lines.joined(separator: "; ")
    }

    private static func text(of detail: Detail, root: String = "the state") -> String {
        switch detail {
        case .value(let pointer, let recorded, let rerun):
            let name = pointer.tokens.isEmpty ? root : pointer.description
            return "\(name) is \(text(of: rerun)), and was \(text(of: recorded))"
        case .error(let recorded, let rerun):
            return
                "the reducer throws \(text(of: rerun.map(Tree.string))), and threw \(text(of: recorded.map(Tree.string)))"
        case .patchDoesNotApply:
            return "the value that it changed when it was recorded does not exist"
        }
    }

    /// Returns the first places where a value is not as recorded; nil if there is none.
    static func text(from recorded: Tree, to value: Tree) -> String? {
        let changes = StateDifference(from: recorded, to: value).changes
        guard !changes.isEmpty else { return nil }
        let texts = changes.prefix(3).map { change in
            let (was, now) = (recorded[change.pointer], value[change.pointer])
            return text(of: .value(change.pointer, recorded: was, rerun: now), root: "it")
        }
        return texts.joined(separator: "; ") + (changes.count > 3 ? "; and \(changes.count - 3) more" : "")
    }

    static func text(of value: Tree?) -> String {
        guard let text = value?.text else { return "nothing" }
        return text.count > longestValue ? text.prefix(longestValue - 1) + "…" : text
    }
}

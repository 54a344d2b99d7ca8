import RewindSession
import RewindTimeline
import RewindTree

/// A stop of `continue`.
struct DebugStop {
    enum Kind {
        /// Actions whose type matches a pattern and, if there is a condition, for which it holds.
        case type(String, Condition? = nil)
        /// The beginning and the end of effects whose name matches a pattern.
        case effect(String)
        /// Changes of a value.
        case value(Pointer)
        /// Actions that make a condition hold.
        case condition(Condition)
    }

    /// The text before the pattern of effects.
    static let effectPrefix = "effect:"

    let number: Int
    let kind: Kind
    /// True if it is deleted when it is hit.
    var isTemporary = false

    var isBreakpoint: Bool {
        switch kind {
        case .type, .effect: true
        case .value, .condition: false
        }
    }

    /// The name shown to the user.
    var name: String { "\(isTemporary ? "Temporary breakpoint" : isBreakpoint ? "Breakpoint" : "Watch") \(number)" }

    /// The text that the user typed.
    var text: String {
        switch kind {
        case .type(let glob, let condition): condition.map { "\(glob) if \($0.text)" } ?? glob
        case .effect(let glob): Self.effectPrefix + glob
        case .value(let pointer): pointer == .root ? "\"\"" : pointer.description
        case .condition(let condition): condition.text
        }
    }

    /// Returns true if an action is likely to be a hit, as far as its log entry shows; conditions are not evaluated.
    func marks(_ record: ActionRecord) -> Bool {
        switch kind {
        case .type(let glob, _): Glob.matches(glob, record.type)
        case .value(let pointer):
            record.patch?.pointers.contains { $0.isPrefix(of: pointer) || pointer.isPrefix(of: $0) } ?? false
        case .condition, .effect: false
        }
    }
}

/// A hit of one or more stops.
struct DebugHit {
    let seq: Int
    /// The stops that were hit.
    let stops: [DebugStop]
}

#if os(macOS) || os(Linux)

import RewindTimeline
import RewindTree

/// A stop of `continue`.
struct DebugStop {
    enum Kind {
        /// Actions whose type matches a pattern.
        case type(String)
        /// Changes of a value.
        case value(Pointer)
        /// Actions that make a condition hold.
        case condition(Condition)
    }

    let number: Int
    let kind: Kind

    var isBreakpoint: Bool {
        if case .type = kind { true } else { false }
    }

    /// The name shown to the user.
    var name: String {
        switch kind {
        case .type: "Breakpoint \(number)"
        case .value, .condition: "Watch \(number)"
        }
    }

    /// The text that the user typed.
    var text: String {
        switch kind {
        case .type(let glob): glob
        case .value(let pointer): pointer == .root ? "\"\"" : pointer.description
        case .condition(let condition): condition.text
        }
    }
}

/// A hit of one or more stops.
struct DebugHit {
    let seq: Int
    /// The stops that were hit.
    let stops: [DebugStop]
}

#endif

#if os(macOS) || os(Linux)

import RewindTimeline
import RewindTree

/// Where `continue` stops.
struct DebugStop {
    enum Kind {
        /// At actions whose type matches a pattern.
        case type(String)
        /// Where a value becomes another one.
        case value(Pointer)
        /// Where a condition begins to hold.
        case condition(Condition)
    }

    let number: Int
    let kind: Kind

    /// What a person calls it.
    var name: String {
        switch kind {
        case .type: "Breakpoint \(number)"
        case .value, .condition: "Watch \(number)"
        }
    }

    /// What was typed.
    var text: String {
        switch kind {
        case .type(let glob): glob
        case .value(let pointer): pointer == .root ? "\"\"" : pointer.description
        case .condition(let condition): condition.text
        }
    }
}

/// That `continue` came to a stop.
struct DebugHit {
    let seq: Int
    /// The stops that are there.
    let stops: [DebugStop]
}

#endif

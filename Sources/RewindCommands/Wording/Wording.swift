#if os(macOS) || os(Linux)

import Foundation
import RewindInspector
import RewindReplay
import RewindSession
import RewindTimeline
import RewindTree
import RewindUpkeep

/// The messages of all errors: the fact, the place, and the next step.
enum Wording {
    /// The version of the tool.
    static let version = "0.1.0"

    /// Returns a hint with FILE replaced by the path of the session, so that its command can be pasted.
    static func hint(_ text: String, for file: String?) -> String {
        guard let file else { return text }
        return text.replacingOccurrences(of: "FILE", with: ShellWord.text(file))
    }

    /// The hint for a session of another app.
    static let otherAppHint =
        "This tool knows none of the session's types: an app's own tool, made of the library RewindCommands, "
        + "re-runs its sessions."

    /// The hint if parts of scrubbed values are left.
    static let scrubHint = "rewind scrub FILE --matching PATTERN masks whatever matches, names included."

    /// Returns the message for `error`; nil if it is an error of the argument parser.
    static func failure(for error: any Error) -> CommandError? {
        switch error {
        case let error as SessionError: failure(of: error)
        case let error as QueryError: CommandError(message: sentence("The query", error), hint: hintForQuery(error))
        case let error as ScrubError: failure(of: error)
        case let error as BookmarkError: failure(of: error)
        case let error as CutError: failure(of: error)
        case let error as InspectorError: failure(of: error)
        case let error as TimelineError: failure(of: error)
        case let error as CommandError: error
        case let error as ReplayError: failure(of: error)
        case let error as SteeringError: failure(of: error)
        case let error as RecordedSessionError: failure(of: error)
        case is PointerError: malformedPointer
        case let error as DecodingError: failure(of: error)
        default: nil
        }
    }
}

#endif

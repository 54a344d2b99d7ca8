#if os(macOS) || os(Linux)

import Foundation
import RewindInspector
import RewindReplay
import RewindSession
import RewindTimeline
import RewindTree
import RewindUpkeep

/// The words of all errors: what happened, where, and the next step.
enum Wording {
    /// The version of the tool.
    static let version = "0.1.0"

    /// A hint with the path of the session in the place of FILE, so that its command can be used as it stands.
    static func hint(_ text: String, for file: String?) -> String {
        guard let file else { return text }
        return text.replacingOccurrences(of: "FILE", with: ShellWord.text(file))
    }

    /// The next step where a session is one of another app.
    static let otherAppHint =
        "This tool knows none of the session's types: an app's own tool, made of the library RewindCommands, "
        + "re-runs its sessions."

    /// The next step where something of what was scrubbed is left.
    static let scrubHint = "rewind scrub FILE --matching PATTERN masks whatever matches, names included."

    /// The words for `error`, nil when it is the argument parser's.
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
        case let error as RecordedSession.UnknownState: failure(of: error)
        case is PointerError: malformedPointer
        case let error as DecodingError: failure(of: error)
        default: nil
        }
    }
}

#endif

#if os(macOS) || os(Linux)

import Foundation
import RewindInspector
import RewindListen
import RewindReplay
import RewindSession
import RewindTimeline
import RewindTree
import RewindUpkeep

/// The messages of all errors: the fact, the place, and the next step.
enum Wording {
    /// The version of the tool.
    static let version = "0.1.0"

    /// The hint for a session of another app.
    static let otherAppHint: CommandError.Hint = "The session is of another app: use that app's own tool."

    /// The hint if parts of scrubbed values are left.
    static let scrubHint: CommandError.Hint =
        .command("Mask whatever matches a pattern, names included", "rewind scrub FILE --matching PATTERN")

    /// Returns the message for `error`; nil if it is an error of the argument parser.
    static func failure(for error: any Error) -> CommandError? {
        switch error {
        case let error as SessionError: failure(of: error)
        case let error as QueryError: failure(of: error, in: .query)
        case let error as ScrubError: failure(of: error)
        case let error as BookmarkError: failure(of: error)
        case let error as CutError: failure(of: error)
        case let error as InspectorError: failure(of: error)
        case let error as ListenError: failure(of: error)
        case let error as SessionDocument.TooLarge: failure(of: error)
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

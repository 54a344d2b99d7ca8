#if os(macOS) || os(Linux)

import Foundation
#if Fleet
import RewindFleet
#endif
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

    /// The arguments that many commands take.
    static let grammar = """
        REF is a point in time: 42 (after action 42), -1 (the last action), start, end, cursor, end~3 (three actions \
        earlier), 12+3 (three later), end~10s (ten seconds earlier; ms, s, min, h, d), :bookmark, @Type (the last \
        action of a type), or a time such as 03:59:06. REF..REF is a range; it includes both ends, of which either \
        may be omitted.
        POINTER is a JSON Pointer (RFC 6901) to a value in a state: /home/articleList/0/title.
        EXPR is a SQLite expression over seq, type, and values as JSON: at('/pointer') after the action, \
        was('/pointer') before it, payload('/pointer') in its payload.
        """

    /// The hint for a session of another app.
    static let otherAppHint: CommandError.Hint = "The session is of another app: use that app's own tool."

    /// The hint if parts of scrubbed values are left.
    static let scrubHint: CommandError.Hint =
        .command("Mask whatever matches a pattern, names included", "rewind scrub FILE --matching PATTERN")

    /// Returns the message for `error`; nil if it is an error of the argument parser.
    static func failure(for error: any Error) -> CommandError? {
        #if Fleet
        if let error = error as? FleetError { return failure(of: error) }
        #endif
        return switch error {
        case let error as SessionError: failure(of: error)
        case let error as QueryError: failure(of: error, in: .query)
        case let error as ScrubError: failure(of: error)
        case let error as BookmarkError: failure(of: error)
        case let error as CutError: failure(of: error)
        case let error as InspectorError: failure(of: error)
        case let error as ListenError: failure(of: error)
        case let error as CollectError: failure(of: error)
        case let error as SessionDocument.TooLarge: failure(of: error)
        case let error as TimelineError: failure(of: error)
        case let error as CommandError: error
        case let error as Output.WriteError: .outputFailed(reason: String(cString: strerror(error.code)))
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

import Foundation
#if Fleet
import RewindFleet
#endif
import RewindInspector
import RewindListen
import RewindRemote
import RewindServer
import RewindReplay
import RewindSession
import RewindTimeline
import RewindTree
import RewindUpkeep

/// The next steps after the errors of all targets, which have their own messages.
enum Wording {
    /// The arguments that many commands take.
    static let grammar = """
        REF is a point in time: 42 (after action 42), -1 or end (the last \
        action of all branches), start, cursor, end~3 (three actions \
        earlier), 12+3 (three later), end~10s (ten seconds earlier; ms, s, min, h, d), :bookmark, @Type (the last \
        action of a type), effect:12 or e12 (the last action before effect 12), or a time such as 03:59:06. REF..REF is a range; it includes both ends, of which either \
        may be omitted.
        POINTER is a JSON Pointer (RFC 6901) to a value in a state: /home/articleList/0/title.
        EXPR is a SQLite expression over seq, type, and values as JSON: at('/pointer') after the action, \
        was('/pointer') before it, payload('/pointer') in its payload. cause() is the name of the effect or action that \
        caused it, and effect('tap *') is true if such an effect or flow is among its causes.
        """

    /// The hint for a malformed pointer.
    static let pointerHint: CommandError.Hint =
        "A pointer is empty or starts with \"/\", as in /home/articleList/0/title; ~0 stands for ~, and ~1 for /."

    /// The hint for a file that is in no known form.
    static let importHint: CommandError.Hint =
        "Import an export of Redux DevTools, an array of actions, or a recording.json of ReSwift-Recorder."

    /// The hint for a session of another app.
    static let otherAppHint: CommandError.Hint = "The session is of another app: use that app's own tool."

    /// Returns the hint if parts of scrubbed values are left, with a pattern for those in names; empty if there are none.
    static func scrubHint(_ pattern: String) -> CommandError.Hint {
        .command(
            "Mask whatever matches a pattern, names included",
            "rewind scrub FILE --matching \(pattern.isEmpty ? "PATTERN" : ShellWord.text(pattern))"
        )
    }

    /// Returns the error with its hint; nil if it is an error of the argument parser.
    static func failure(for error: any Error) -> CommandError? {
        #if Fleet
        if let error = error as? FleetError {
            return CommandError(error, hint: hint(for: error), status: isNoAnswer(error) ? 1 : 2)
        }
        #endif
        return switch error {
        case let error as CommandError: error
        case let error as Output.WriteError: .outputFailed(reason: String(cString: strerror(error.code)))
        case let error as SessionError: CommandError(error, hint: hint(for: error))
        case let error as TimelineError:
            CommandError(error, hint: hint(for: error), status: isNoAnswer(error) ? 1 : 2)
        case let error as QueryError: CommandError(error, hint: hint(for: error, in: .query))
        case let error as BookmarkError: CommandError(error, hint: hint(for: error))
        case let error as CutError: CommandError(error, hint: hint(for: error))
        case ScrubError.nothingThere(let pointer, let last): .neverAnything(pointer, seq: last, holder: .root)
        case let error as ScrubError: CommandError(error, hint: hint(for: error))
        case let error as ReplayError: CommandError(error, hint: hint(for: error))
        case let error as Refusal:
            CommandError(error, hint: hint(for: error.code), status: isNoAnswer(error.code) ? 1 : 2)
        case let error as InspectorError: CommandError(error, hint: hint(for: error))
        case let error as SessionDocument.TooLarge: CommandError(error, hint: hint(for: error))
        case let error as ServerError: CommandError(error, hint: hint(for: error))
        case let error as CollectError: CommandError(error, hint: hint(for: error))
        case let error as RecordedSessionError: failure(of: error)
        case let error as DecodingError: failure(of: error)
        case is PointerError: malformedPointer
        default: nil
        }
    }

    // MARK: Errors of commands that apps add, which read sessions through the public API

    private static let malformedPointer = CommandError(
        message: "The command reads a value at an invalid JSON Pointer.",
        hint: pointerHint
    )

    private static func failure(of error: RecordedSessionError) -> CommandError? {
        guard case .unknownState(let seq, let action, _) = error.code else {
            return error.cause.flatMap(failure(for:)) ?? CommandError(error, hint: nil)
        }
        return CommandError(
            InspectorError.stateNotKnown(seq, action: action),
            hint: .command("Recover all states with the app's own tool", "rewind replay FILE --output NEW.rewind")
        )
    }

    private static func failure(of error: DecodingError) -> CommandError {
        let pointer = pointer(of: error)
        let part = pointer == .root ? "" : ": \(pointer.description) does not fit"
        return CommandError(
            message: "A recorded value does not decode as the type that the command expects\(part).",
            hint: .checkFit
        )
    }

    /// Returns the pointer of the value that does not decode.
    private static func pointer(of error: DecodingError) -> Pointer {
        let path: [any CodingKey] =
            switch error {
            case .keyNotFound(let key, let context): context.codingPath + [key]
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
                context.codingPath
            @unknown default: []
            }
        return Pointer(path.map { $0.intValue.map(String.init) ?? $0.stringValue })
    }
}

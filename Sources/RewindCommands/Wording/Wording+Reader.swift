#if os(macOS) || os(Linux)

import RewindTimeline
import RewindTree

/// The messages for errors of commands that apps add, which read sessions through the public API.
extension Wording {
    /// The hint for a malformed pointer.
    static let pointerHint: CommandError.Hint =
        "A pointer is empty or starts with \"/\", as in /home/articleList/0/title; ~0 stands for ~, and ~1 for /."

    /// The message for a malformed pointer.
    static let malformedPointer = CommandError(
        message: "The command reads a value at an invalid JSON Pointer.",
        hint: pointerHint
    )

    /// Returns the message for an error of a session's reader.
    static func failure(of error: RecordedSessionError) -> CommandError? {
        guard case .unknownState(let seq, let action, _) = error.code else {
            return error.cause.flatMap(failure(for:)) ?? CommandError(message: error.message, hint: nil)
        }
        return CommandError(
            message: "The state at \(seq) is unknown: the effect of action \(action) was not saved.",
            hint: .command("Recover all states with the app's own tool", "rewind replay FILE --output NEW.rewind")
        )
    }

    /// Returns the message for a recorded value that does not decode.
    static func failure(of error: DecodingError) -> CommandError {
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

#endif

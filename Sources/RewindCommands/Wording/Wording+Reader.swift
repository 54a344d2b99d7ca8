#if os(macOS) || os(Linux)

import RewindTimeline
import RewindTree

/// The messages for errors of commands that apps add, which read sessions through the public API.
extension Wording {
    /// The hint for a malformed pointer.
    static let pointerHint =
        "A pointer is empty or starts with \"/\": /home/articleList/0/title. Write ~0 for ~ and ~1 for /."

    /// The message for a malformed pointer.
    static let malformedPointer = CommandError(
        message: "What the command looks at is not a JSON Pointer.",
        hint: pointerHint
    )

    /// Returns the message for an error of a session's reader.
    static func failure(of error: RecordedSessionError) -> CommandError? {
        guard case .unknownState(let seq, let action, let lastKnown) = error.code else {
            return error.cause.flatMap(failure(for:)) ?? CommandError(message: error.message, hint: nil)
        }
        return CommandError(
            message: "The state at \(seq) is not known: the effect of action \(action) was not written.",
            hint: "The last one that is known is that at \(lastKnown). With the app's reducers, "
                + "rewind show FILE \(seq) recovers it, and rewind replay FILE --output NEW.rewind all of them."
        )
    }

    /// Returns the message for a recorded value that does not decode.
    static func failure(of error: DecodingError) -> CommandError {
        let pointer = pointer(of: error)
        let part = pointer == .root ? "the whole of it" : pointer.description
        return CommandError(
            message: "A recorded value is none of the type that the command reads it as: \(part) does not fit.",
            hint: "rewind replay FILE --check tells what does not fit this version of the app."
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

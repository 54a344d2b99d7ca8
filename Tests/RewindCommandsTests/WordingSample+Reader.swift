import RewindTree

@testable import RewindCommands
@testable import RewindTimeline

/// What commands throw that read a session with `RecordedSession`.
extension WordingSample {
    static let reader = [
        WordingSample(
            RecordedSession.UnknownState(seq: 7, action: 5, lastKnown: 4),
            "The state at 7 is not known: the effect of action 5 was not written.",
            hint:
                "The last one that is known is that at 4. With the app's reducers, rewind show FILE 7 recovers it, and "
                + "rewind replay FILE --output NEW.rewind all of them."
        ),
        WordingSample(
            PointerError.noLeadingSlash,
            "What the command looks at is not a JSON Pointer.",
            hint: "A pointer is empty or starts with \"/\": /home/articleList/0/title. Write ~0 for ~ and ~1 for /."
        ),
        WordingSample(
            decodingError([[String: [Int]]].self, of: [["a": [1, "secret"]]]),
            "A recorded value is none of the type that the command reads it as: /0/a/1 does not fit.",
            hint: decodingHint
        ),
        WordingSample(
            decodingError(Int.self, of: "secret"),
            "A recorded value is none of the type that the command reads it as: the whole of it does not fit.",
            hint: decodingHint
        ),
        WordingSample(
            decodingError(Named.self, of: ["nam": 1]),
            "A recorded value is none of the type that the command reads it as: /name does not fit.",
            hint: decodingHint
        ),
    ]

    private static let decodingHint = "rewind replay FILE --check tells what does not fit this version of the app."

    private struct Named: Decodable {
        let name: String
    }

    private static func decodingError<T: Decodable>(_ type: T.Type, of tree: Tree) -> any Error {
        do {
            _ = try RecordedValue(tree).decode(type)
            return CancellationError()
        } catch {
            return error
        }
    }
}

#if os(macOS) || os(Linux)

import RewindBridge
import RewindTree

extension Wording {
    private static let importHint: CommandError.Hint =
        "Import an export of Redux DevTools, an array of actions, or a recording.json of ReSwift-Recorder."

    /// Returns the message for the file at `path`, which cannot be imported.
    static func failure(of error: BridgeError, in path: String) -> CommandError {
        switch error {
        case .syntax(let reason, let line, let column, let text):
            let text = text == .root ? "" : " of the text at \(text)"
            return CommandError(
                message: "\(path) is not valid JSON: \(words(for: reason)) at line \(line), column \(column)\(text).",
                hint: importHint
            )
        case .unknownForm:
            return CommandError(message: "\(path) contains neither an object nor an array.", hint: importHint)
        case .unusable(let place, let expectation): return refusal(path, place, "is not \(words(for: expectation))")
        case .tooDeep(let place): return refusal(path, place, "is nested more than \(Tree.depthLimit) levels deep")
        case .tooLarge(let place): return refusal(path, place, "is too large with its references resolved")
        }
    }

    private static func refusal(_ path: String, _ place: Pointer, _ reason: String) -> CommandError {
        CommandError(
            message: "\(path) cannot be imported: \(place.name(root: "the document")) \(reason).",
            hint: importHint
        )
    }

    private static func words(for expectation: BridgeError.Expectation) -> String {
        switch expectation {
        case .object: "an object"
        case .array: "an array"
        case .text: "a string"
        case .actionId: "the id of an action, from 0 to 2^53"
        case .knownActionId: "the id of an action in /actionsById"
        case .time: "a time between 1970 and 9999"
        case .stateIndex: "an index of /stagedActionIds"
        }
    }

    private static func words(for reason: JSONError.Reason) -> String {
        switch reason {
        case .unexpectedEnd: "unexpected end"
        case .unexpectedByte(let byte) where (0x21...0x7E).contains(byte):
            "unexpected \(Character(UnicodeScalar(byte)))"
        case .unexpectedByte: "unexpected byte"
        case .trailingText: "text after the value"
        case .invalidNumber: "malformed number"
        case .numberOutOfRange: "number out of range"
        case .invalidEscape: "malformed escape"
        case .loneSurrogate: "one half of a surrogate pair"
        case .unescapedControlCharacter: "control character in a string"
        case .invalidUTF8: "bytes that are not UTF-8"
        case .tooDeep: "too many nested levels"
        case .duplicateMember: "two members with the same name"
        }
    }
}

#endif

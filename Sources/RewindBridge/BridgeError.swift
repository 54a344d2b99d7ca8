import RewindTree

/// An error in a file or message of another tool. Never contains a value from it.
package enum BridgeError: Error, Hashable, Sendable {
    /// The text is not JSON. `within` is the place of the text if it is a string in a JSON document.
    case syntax(JSONError.Reason, line: Int, column: Int, within: Pointer)
    /// The value has no known form.
    case unknownForm
    /// There is no value, or one that cannot be used.
    case unusable(Pointer, Expectation)
    /// The value is too large because of references to the same parts.
    case tooLarge(Pointer)

    /// The kind of value that is required at a place.
    package enum Expectation: String, Sendable {
        case object, array, text
        /// A number of an action, at most 2^53.
        case actionId
        /// The number of an action that exists.
        case knownActionId
        /// A time between 1970 and 9999.
        case time
    }
}

extension BridgeError: CustomStringConvertible {
    package var description: String { message(about: "The text") }

    /// Returns a sentence about the document with this name.
    package func message(about document: String) -> String {
        func problem(_ place: Pointer, _ reason: String) -> String {
            "\(document) cannot be imported: \(place.name(root: "the document")) \(reason)."
        }
        switch self {
        case .syntax(let reason, let line, let column, let text):
            let text = text == .root ? "" : " of the text at \(text)"
            return "\(document) is not valid JSON: \(reason) at line \(line), column \(column)\(text)."
        case .unknownForm: return "\(document) contains neither an object nor an array."
        case .unusable(let place, let expectation): return problem(place, "is not \(expectation)")
        case .tooLarge(let place): return problem(place, "is too large with its references resolved")
        }
    }
}

extension BridgeError.Expectation: CustomStringConvertible {
    /// A noun phrase.
    package var description: String {
        switch self {
        case .object: "an object"
        case .array: "an array"
        case .text: "a string"
        case .actionId: "the id of an action, from 0 to 2^53"
        case .knownActionId: "the id of an action in /actionsById"
        case .time: "a time between 1970 and 9999"
        }
    }
}

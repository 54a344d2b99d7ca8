import RewindTree

/// An error in a file or message of another tool. Never contains a value from it.
package enum BridgeError: Error, Hashable, Sendable {
    /// The text is not JSON. `within` is the place of the text if it is a string in a JSON document.
    case syntax(JSONError.Reason, line: Int, column: Int, within: Pointer)
    /// The value has no known form.
    case unknownForm
    /// There is no value, or one that cannot be used.
    case unusable(Pointer, Expectation)
    /// The value is nested more deeply than a recorded value may be.
    case tooDeep(Pointer)
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
        /// An index of the staged actions.
        case stateIndex
    }
}

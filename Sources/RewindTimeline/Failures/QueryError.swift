/// An error in a query by the user.
package enum QueryError: Error, Hashable, Sendable {
    /// SQLite cannot compile or run it; `message` is SQLite's message.
    case failed(message: String)
    /// It does something other than reading the permitted tables; `message` is SQLite's message.
    case notAllowed(message: String)
    /// The text contains no query or more than one.
    case notOneQuery
    /// The query has parameters, but there are no values for them.
    case hasParameters
    /// The argument of a function is not a JSON Pointer.
    case malformedPointer(String)
    /// The query exceeded its time limit, in seconds.
    case tookTooLong(seconds: Double)
    /// The query exceeded its memory limit.
    case tooLarge
}

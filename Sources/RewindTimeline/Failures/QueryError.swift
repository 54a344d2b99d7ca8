/// Why a query of the user's came to nothing.
package enum QueryError: Error, Hashable, Sendable {
    /// SQLite cannot read or carry it out; `message` is what SQLite says.
    case failed(message: String)
    /// It asks for something other than reading what it may read; `message` is what SQLite says.
    case notAllowed(message: String)
    /// It is more than one query, or none.
    case notOneQuery
    /// It has parameters, for which nothing is given.
    case hasParameters
    /// A function was to look where no JSON Pointer points to.
    case malformedPointer(String)
    /// It took longer than it may, in seconds.
    case tookTooLong(seconds: Double)
    /// It needs more memory than it may have.
    case tooLarge
}

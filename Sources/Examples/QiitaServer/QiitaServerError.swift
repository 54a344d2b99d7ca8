#if os(macOS) || os(Linux)

/// The reason why a server could not start.
package enum QiitaServerError: Error, Equatable {
    /// An embedded file is malformed.
    case malformedFixture(file: String)
    /// The options name a user who is not in the fixtures.
    case unknownUser(id: String)
}

#endif

#if os(macOS) || os(Linux)

/// Why a server could not start.
package enum QiitaServerError: Error, Equatable {
    /// An embedded file is not what its name promises.
    case malformedFixture(file: String)
    /// The options name a user who is not in the fixtures.
    case unknownUser(id: String)
}

#endif

import ArticleClient

/// A rule for requests that the server fails on purpose.
package struct Failure: Sendable {
    /// The matching requests to fail, counted from when the failure was added.
    package enum Occurrence: Equatable, Sendable {
        /// All of them.
        case every
        /// Only the request with this number, from 1.
        case nth(Int)
    }

    /// The way in which a request fails.
    package enum Effect: Equatable, Sendable {
        /// A response with this status and body; no body if nil.
        case status(Int, RequestFailure?)
        /// A response with status 200 and JSON that ends in the middle of a string.
        case brokenJSON
        /// A connection closed after the first byte of a response with status 200.
        case closeConnection
        /// No response; the connection stays open until the client gives up or the server stops.
        case stall
    }

    /// Returns true if a request matches.
    package let matches: @Sendable (ReceivedRequest) -> Bool
    /// The matching requests to fail.
    package let occurrence: Occurrence
    /// The way in which they fail.
    package let effect: Effect

    /// Creates a failure of requests that match a predicate.
    package init(
        _ effect: Effect,
        on occurrence: Occurrence = .every,
        where matches: @escaping @Sendable (ReceivedRequest) -> Bool = { _ in true }
    ) {
        self.effect = effect
        self.occurrence = occurrence
        self.matches = matches
    }

    /// Creates a failure of requests with this method (nil: any) and a path that matches this pattern, in which a
    /// segment that starts with `:` matches any segment: `/api/v2/items/:id/stock`.
    package init(_ effect: Effect, on occurrence: Occurrence = .every, method: String? = nil, path pattern: String) {
        let wanted = pattern.split(separator: "/").map(String.init)
        self.init(effect, on: occurrence) { request in
            guard method == nil || method == request.method else { return false }
            let segments = request.path.split(separator: "/")
            return segments.count == wanted.count
                && zip(wanted, segments).allSatisfy { $0.hasPrefix(":") || $0 == $1 }
        }
    }
}

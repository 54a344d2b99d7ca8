#if os(macOS) || os(Linux)

import ArticleClient

/// A rule by which the server fails requests on purpose.
package struct Failure: Sendable {
    /// Which of the requests that fit a failure are failed, counted from when the server was told of it.
    package enum Occurrence: Equatable, Sendable {
        /// Every one.
        case every
        /// Only the given one, from 1.
        case nth(Int)
        /// The given one, from 1, and all after it.
        case from(Int)
    }

    /// How a request is failed.
    package enum Effect: Equatable, Sendable {
        /// Answered with this status and this body, or no body at all.
        case status(Int, APIErrorBody?)
        /// Answered with status 200 and JSON that breaks off in the middle of a string.
        case brokenJSON
        /// The connection is closed after the first byte of an answer with status 200.
        case closeConnection
        /// Never answered; the connection stays open until the client gives up or the server stops.
        case stall
    }

    /// Whether a request is one of those to fail.
    package let matches: @Sendable (ReceivedRequest) -> Bool
    /// Which of them to fail.
    package let occurrence: Occurrence
    /// How to fail them.
    package let effect: Effect

    /// Creates a failure of requests that fit a predicate.
    package init(
        _ effect: Effect,
        on occurrence: Occurrence = .every,
        where matches: @escaping @Sendable (ReceivedRequest) -> Bool = { _ in true }
    ) {
        self.effect = effect
        self.occurrence = occurrence
        self.matches = matches
    }

    /// Creates a failure of requests with this method (nil: any) and a path of this pattern, in which a segment
    /// that starts with `:` stands for any one segment: `/api/v2/items/:id/stock`.
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

#endif

import Foundation

/// Why a request brought no result. No case holds a token, a header or what the server sent beyond its error body.
package enum ArticleClientError: Error, Hashable, Sendable {
    /// The base URL is not an absolute `http` or `https` URL.
    case invalidBaseURL(String)
    /// An identifier cannot be a segment of a path: it is empty, "." or "..".
    case invalidIdentifier(String)
    /// The API refused, with its reasons (HTTP 400-404).
    case refused(status: Int, APIErrorBody)
    /// The server answered with another status than success, and no reason the client can read.
    case unexpectedStatus(Int)
    /// The answer is not the JSON that the endpoint promises.
    case unreadableAnswer
    /// No answer came in time.
    case timedOut
    /// The request was given up on this side.
    case cancelled
    /// The server could not be reached, or the connection broke.
    case unreachable(URLError.Code)
}

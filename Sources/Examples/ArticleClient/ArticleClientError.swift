import Foundation

/// An error of a request. No case holds a token, a header or any data from the server except its error body.
package enum ArticleClientError: Error, Hashable, Sendable {
    /// The base URL is not an absolute `http` or `https` URL.
    case invalidBaseURL(String)
    /// An identifier cannot be a segment of a path: it is empty, "." or "..".
    case invalidIdentifier(String)
    /// The API refused the request and gave its reasons (HTTP 400-404).
    case refused(status: Int, RequestFailure)
    /// The server responded with an error status and without a readable error body.
    case unexpectedStatus(Int)
    /// The response is not the JSON that the endpoint returns.
    case unreadableAnswer
    /// The request timed out.
    case timedOut
    /// The client canceled the request.
    case cancelled
    /// The server could not be reached, or the connection was lost.
    case unreachable(URLError.Code)
}

/// A failed request in the state and the actions, and the body of the API's error responses: the message to show and the
/// kind of failure.
package struct RequestFailure: Codable, Error, Hashable, Sendable {
    /// The message for the user.
    package var message: String
    /// The API's type, such as `not_found`, or the client's, such as `timed_out`.
    package var type: String

    /// Creates a failure.
    package init(message: String, type: String) {
        self.message = message
        self.type = type
    }
}

import Foundation

/// A request, ready to be sent.
package struct HTTPRequest: Hashable, Sendable {
    /// The request method.
    package var method: HTTPMethod
    /// The absolute URL.
    package var url: URL
    /// The token for the `Authorization` header, if any.
    package var token: BearerToken?
}

/// The request methods that the API uses.
package enum HTTPMethod: String, Hashable, Sendable {
    case get = "GET"
    case put = "PUT"
    case delete = "DELETE"
}

/// The response of a server.
package struct HTTPResponse: Hashable, Sendable {
    /// The status code.
    package var status: Int
    /// The body, unchanged.
    package var body: Data

    /// Creates a response.
    package init(status: Int, body: Data) {
        self.status = status
        self.body = body
    }
}

/// Sends requests: the boundary between the API and the network.
package protocol HTTPClient: Sendable {
    /// Sends the request and returns the response, whatever its status.
    ///
    /// - Throws: ``ArticleClientError/timedOut``, ``ArticleClientError/cancelled`` or
    ///   ``ArticleClientError/unreachable(_:)``.
    func send(_ request: HTTPRequest) async throws(ArticleClientError) -> HTTPResponse
}

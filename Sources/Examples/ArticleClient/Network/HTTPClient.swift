/// Sends requests: the boundary between the API and the network.
package protocol HTTPClient: Sendable {
    /// Sends the request and returns the response, whatever its status.
    ///
    /// - Throws: ``ArticleClientError/timedOut``, ``ArticleClientError/cancelled`` or
    ///   ``ArticleClientError/unreachable(_:)``.
    func send(_ request: HTTPRequest) async throws(ArticleClientError) -> HTTPResponse
}

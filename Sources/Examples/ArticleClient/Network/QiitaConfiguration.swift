import Foundation

/// The server of the API and the user's token.
package struct QiitaConfiguration: Hashable, Sendable {
    /// The server's URL, without `/api/v2`.
    package let baseURL: URL
    /// The user's token; without one, the API is read-only.
    package var token: BearerToken?
    /// The timeout of a request, in seconds.
    package var timeout: TimeInterval

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - baseURL: The server's URL, without `/api/v2`.
    ///   - token: The user's token, if any.
    ///   - timeout: The timeout of a request, in seconds.
    /// - Throws: ``ArticleClientError/invalidBaseURL(_:)`` unless the URL is an absolute `http` or `https` URL.
    package init(
        baseURL: String = "https://qiita.com",
        token: BearerToken? = nil,
        timeout: TimeInterval = 15
    ) throws(ArticleClientError) {
        guard let url = URL(string: baseURL), let scheme = url.scheme?.lowercased(),
            scheme == "http" || scheme == "https", let host = url.host, !host.isEmpty
        else {
            throw .invalidBaseURL(baseURL)
        }
        self.baseURL = url
        self.token = token
        self.timeout = timeout
    }
}

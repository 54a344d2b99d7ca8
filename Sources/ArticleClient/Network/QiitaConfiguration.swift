import Foundation

/// Where the API is, and on whose behalf to ask it.
package struct QiitaConfiguration: Hashable, Sendable {
    /// The server's address, without `/api/v2`.
    package let baseURL: URL
    /// The user's token; without one the API lets read only.
    package var token: BearerToken?
    /// How long to wait for an answer, in seconds.
    package var timeout: TimeInterval

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - baseURL: the server's address, without `/api/v2`.
    ///   - token: the user's token, if any.
    ///   - timeout: how long to wait for an answer, in seconds.
    /// - Throws: ``ArticleClientError/invalidBaseURL(_:)`` unless the address is an absolute `http` or `https` one.
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

    /// Creates a configuration from `QIITA_BASE_URL` and `QIITA_TOKEN`, both of which may be missing.
    ///
    /// - Throws: ``ArticleClientError/invalidBaseURL(_:)``.
    package init(environment: [String: String]) throws(ArticleClientError) {
        let token = environment["QIITA_TOKEN"].flatMap(BearerToken.init)
        if let baseURL = environment["QIITA_BASE_URL"] {
            try self.init(baseURL: baseURL, token: token)
        } else {
            try self.init(token: token)
        }
    }
}

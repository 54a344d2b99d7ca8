import Foundation

/// A request, ready to be sent.
package struct HTTPRequest: Hashable, Sendable {
    /// The request method.
    package var method: HTTPMethod
    /// The absolute URL.
    package var url: URL
    /// The token for the `Authorization` header, if any.
    package var token: BearerToken?

    /// Creates a request.
    package init(method: HTTPMethod, url: URL, token: BearerToken?) {
        self.method = method
        self.url = url
        self.token = token
    }
}

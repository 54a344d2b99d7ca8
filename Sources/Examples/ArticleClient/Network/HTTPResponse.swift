import Foundation

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

import Foundation

/// What a server answered.
package struct HTTPResponse: Hashable, Sendable {
    /// The status code.
    package var status: Int
    /// The body, as it came.
    package var body: Data

    /// Creates a response.
    package init(status: Int, body: Data) {
        self.status = status
        self.body = body
    }
}

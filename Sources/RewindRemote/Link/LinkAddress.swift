import Foundation

/// The address of `rewind listen`, with the token that it requires, as in `http://TOKEN@192.168.1.20:8000`.
///
/// The token stands where a URL has the name of a user, so that a shell and Xcode take the value as it is.
package struct LinkAddress: Hashable, Sendable, CustomStringConvertible {
    /// The environment variable that holds the address for an app.
    package static let variable = "REWIND_LINK"

    package let host: String
    package let port: Int
    package let token: String

    package init(host: String, port: Int, token: String) {
        self.host = host
        self.port = port
        self.token = token
    }

    /// Reads the address; nil if the text is not one.
    package init?(_ text: String) {
        guard let parts = URLComponents(string: text), parts.scheme == "http", ["", "/"].contains(parts.path),
            parts.query == nil, parts.fragment == nil, parts.password == nil,
            let host = parts.host, !host.isEmpty, let token = parts.user, !token.isEmpty
        else { return nil }
        let name = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        self.init(host: name, port: parts.port ?? 80, token: token)
    }

    package var description: String { "http://\(token)@\(authority)" }

    /// The URL of the server, without the token.
    package var url: URL? { URL(string: "http://\(authority)") }

    private var authority: String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }
}

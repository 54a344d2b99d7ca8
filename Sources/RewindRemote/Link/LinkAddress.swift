import Foundation

/// The address of `rewind listen`, with the token that it requires, as in `http://TOKEN@192.168.1.20:8000`, or of a proxy
/// before it that adds TLS, as in `https://TOKEN@mac.example.com`.
///
/// The token stands where a URL has the name of a user, so that a shell and Xcode take the value as it is.
package struct LinkAddress: Hashable, Sendable, CustomStringConvertible {
    /// The environment variable that holds the address for an app.
    package static let variable = "REWIND_LINK"

    package let host: String
    package let port: Int
    package let token: String
    /// True if the connection uses TLS.
    package let isEncrypted: Bool

    package init(host: String, port: Int, token: String, isEncrypted: Bool = false) {
        self.host = host
        self.port = port
        self.token = token
        self.isEncrypted = isEncrypted
    }

    /// Reads the address; nil if the text is not one.
    package init?(_ text: String) {
        guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
            ["http", "https"].contains(scheme), ["", "/"].contains(parts.path),
            parts.query == nil, parts.fragment == nil, parts.password == nil,
            let host = parts.host, !host.isEmpty, let token = parts.user, !token.isEmpty
        else { return nil }
        let name = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        let isEncrypted = scheme == "https"
        self.init(host: name, port: parts.port ?? (isEncrypted ? 443 : 80), token: token, isEncrypted: isEncrypted)
    }

    package var description: String { "\(scheme)://\(token)@\(authority)" }

    /// The URL of the server, without the token.
    package var url: URL? { URL(string: "\(scheme)://\(authority)") }

    private var scheme: String { isEncrypted ? "https" : "http" }

    private var authority: String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }
}

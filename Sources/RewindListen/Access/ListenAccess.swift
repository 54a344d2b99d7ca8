import Foundation
import RewindRemote
import RewindServer

extension LinkAddress {
    /// True if other machines cannot connect. Apps need no token then, unless they are linked.
    package var isLocal: Bool { ListenAccess.isLoopback(host) }
}

/// Decides which apps are admitted.
///
/// A page of another site can make a browser connect to this machine, even under its own host name that resolves to it
/// (DNS rebinding). Without the token, the host and the origin must therefore be loopback addresses, and the server
/// must listen on one.
struct ListenAccess: Sendable {
    let token: String
    /// True if other machines cannot connect.
    let isLocal: Bool

    init(token: String, host: String) {
        (self.token, isLocal) = (token, Self.isLoopback(host))
    }

    /// Returns why a request that has no token or the token `given` is refused; nil if it is admitted.
    func refusal(host: String?, origin: String?, token given: String?, needsToken: Bool = false) -> String? {
        if let given { return given.matches(secret: token) ? nil : "The token is not that of this server." }
        guard isLocal, !needsToken else { return "The token is missing: `rewind listen` prints it." }
        guard let host, Self.isThisMachine(Self.hostname(of: host[...])) else {
            return "Without the token, this server answers under a loopback address only."
        }
        guard let origin else { return nil }
        guard let start = origin.range(of: "://"), Self.isThisMachine(Self.hostname(of: origin[start.upperBound...]))
        else { return "Without the token, a page of another site may not connect." }
        return nil
    }

    /// Returns true if this is a name or an address of the loopback interface.
    static func isLoopback(_ host: String) -> Bool {
        ["localhost", "::1", "[::1]"].contains(host.lowercased())
            || host.wholeMatch(of: #/\[?((?i:::ffff:)?127(\.[0-9]{1,3}){3})\]?/#) != nil
    }

    /// Returns true if only this machine is found under this name or address.
    private static func isThisMachine(_ host: String) -> Bool {
        isLoopback(host) || ["0.0.0.0", "[::]"].contains(host) || host.lowercased().hasSuffix(".localhost")
    }

    /// Returns an authority without its port.
    private static func hostname(of authority: Substring) -> String {
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") { return String(authority[...end]) }
        return String(authority.prefix { $0 != ":" && $0 != "/" })
    }
}

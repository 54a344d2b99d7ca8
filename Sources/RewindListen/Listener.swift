#if os(macOS) || os(Linux)

import Foundation
import RewindSession

/// Receives the recordings of apps, over Redux DevTools' protocol and over that of linked apps.
package struct Listener: Sendable {
    private let folder: URL
    private let link: (any ListenHandler)?

    /// Creates a listener that keeps its token in `folder`, together with the sessions.
    package init(in folder: URL, link: (any ListenHandler)? = nil) {
        (self.folder, self.link) = (folder, link)
    }

    /// Listens on a port of the address `host` while `body` runs. If the host is not a loopback address, every client
    /// needs the token.
    ///
    /// - Throws: An error of `body`; `ListenError`; `SessionError` if the token cannot be read or written.
    package func run<Value: Sendable>(
        host: String,
        port: Int,
        isolation: isolated (any Actor)? = #isolation,
        _ body: (ListenAddress) async throws -> Value
    ) async throws -> Value {
        let token = try ListenToken.read(in: folder)
        let server = ListenServer(access: ListenAccess(token: token, host: host), link: link) { socket in
            for await message in socket.messages { socket.handled(message) }
        }
        return try await server.run(host: host, port: port) { port in
            try await body(ListenAddress(host: host, port: port, token: token))
        }
    }
}

#endif

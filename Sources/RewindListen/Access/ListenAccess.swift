import Foundation
import RewindRemote
import RewindServer
import RewindSession

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

/// The file that keeps the token between two runs, so that the settings of apps stay valid.
enum ListenToken {
    /// The name of the file in the folder of the sessions. Removing it revokes the token.
    static let fileName = ".rewind-token"

    /// Reads the token, or creates one.
    ///
    /// - Throws: `SessionError`, which is `.notPermitted` if other users can read or replace the file.
    static func read(in folder: URL) throws -> String {
        let url = folder.appending(path: fileName)
        for _ in 0..<2 {
            do {
                return try existing(at: url.path)
            } catch SessionError.notFound {
                try create(at: url)
            }
        }
        return try existing(at: url.path)
    }

    private static func existing(at path: String) throws -> String {
        let file = try Descriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
        var status = stat()
        guard fstat(file.number, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            status.st_mode & 0o077 == 0,
            let bytes = PrivateFolder.content(of: file, limit: 256),
            let token = String(validating: bytes, as: UTF8.self)?.trimmingCharacters(in: .whitespacesAndNewlines),
            token.wholeMatch(of: #/[0-9a-f]{32,}/#) != nil
        else { throw SessionError.notPermitted(path: path) }
        return token
    }

    /// Creates the file complete; leaves one alone that another process created meanwhile.
    private static func create(at url: URL) throws {
        let token = String.secret()
        let draft = FileDraft(of: url)
        defer { draft.discard() }
        let file = try Descriptor(opening: draft.url.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
        guard file.write(Array((token + "\n").utf8), at: 0) else {
            throw SessionError(errno: errno, path: draft.url.path)
        }
        do {
            try draft.publish()
        } catch SessionError.alreadyExists {}
    }
}

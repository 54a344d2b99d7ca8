import Foundation
import RewindServer
import RewindSession

/// The file that keeps the token of a server between two runs, so that the settings of apps and the addresses of pages
/// stay valid. Removing it revokes the token.
package enum KeptToken {
    /// Reads the token, or creates one.
    ///
    /// - Throws: `SessionError`; `ServerError.unusableToken`.
    package static func read(at url: URL) throws -> String {
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
        else { throw ServerError.unusableToken(path: path) }
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

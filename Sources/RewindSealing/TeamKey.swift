#if canImport(CryptoKit) || Sealing
import Foundation

#if canImport(CryptoKit)
import CryptoKit
#else
import Crypto
#endif

/// The public key of a team. Only the team's private key opens what was sealed for it.
@available(macOS 14, macCatalyst 17, iOS 17, tvOS 17, watchOS 10, *)
public struct TeamKey: Hashable, Sendable, CustomStringConvertible {
    private static let prefix = "rewind-public-"

    let bytes: Data

    /// Reads the key that `rewind keys` prints. The key is no secret, and can be in the app.
    public init(_ text: String) throws(SealingError) {
        guard !text.hasPrefix(TeamPrivateKey.prefix) else { throw .isPrivateKey }
        guard let bytes = Data(keyText: text, prefix: Self.prefix),
            (try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: bytes)) != nil
        else { throw .notAPublicKey }
        self.bytes = bytes
    }

    init(bytes: Data) {
        self.bytes = bytes
    }

    /// The text of the key.
    public var description: String { Self.prefix + bytes.base64EncodedString() }
}

/// The private key of a team.
@available(macOS 14, macCatalyst 17, iOS 17, tvOS 17, watchOS 10, *)
package struct TeamPrivateKey: Sendable {
    fileprivate static let prefix = "rewind-private-"

    let key: Curve25519.KeyAgreement.PrivateKey

    /// Creates a random key.
    package init() {
        key = Curve25519.KeyAgreement.PrivateKey()
    }

    init(bytes: Data) throws {
        key = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: bytes)
    }

    /// Reads the file of a key, which only its owner may be able to read.
    package init(contentsOf url: URL) throws(SealingError) {
        let path = url.relativePath
        var status = stat()
        guard stat(url.path, &status) == 0 else { throw .failed(path, String(cString: strerror(errno))) }
        guard status.st_mode & 0o077 == 0 else { throw .isReadable(path) }
        guard let text = try? String(contentsOf: url, encoding: .utf8),
            let bytes = Data(keyText: text, prefix: Self.prefix),
            let key = try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: bytes)
        else { throw .notAKeyFile(path) }
        self.key = key
    }

    package var publicKey: TeamKey { TeamKey(bytes: key.publicKey.rawRepresentation) }

    /// Writes the key into a new file that only its owner can read.
    package func write(to url: URL) throws(SealingError) {
        try NewFile.write(to: url, replacing: false) { file in
            try file.write(contentsOf: Data((Self.prefix + key.rawRepresentation.base64EncodedString() + "\n").utf8))
        }
    }
}

extension Data {
    fileprivate init?(keyText text: String, prefix: String) {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.hasPrefix(prefix) else { return nil }
        self.init(base64Encoded: String(text.dropFirst(prefix.count)))
    }
}
#endif

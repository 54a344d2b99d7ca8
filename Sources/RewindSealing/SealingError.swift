#if canImport(CryptoKit) || Sealing
/// The reason why a file was not sealed or opened. Its description is a sentence.
public struct SealingError: Error, Hashable, CustomStringConvertible {
    /// The sentence.
    public let description: String

    private init(_ description: String) {
        self.description = description
    }

    static let notAPublicKey = SealingError("The text is not the public key of a team: \"rewind keys\" prints it.")
    static let isPrivateKey = SealingError("The text is a private key, which must stay with the team.")

    static func notAKeyFile(_ path: String) -> Self { Self("\(path) is not a private key from \"rewind keys\".") }
    static func isReadable(_ path: String) -> Self { Self("\(path) can be read by others: run chmod 600 first.") }
    static func notSealed(_ path: String) -> Self { Self("\(path) is not a sealed session.") }
    static func otherKey(_ path: String) -> Self { Self("\(path) was sealed for another key, or is damaged.") }
    static func damaged(_ path: String) -> Self { Self("\(path) is damaged, or its end is missing.") }
    static func exists(_ path: String) -> Self { Self("\(path) already exists.") }
    static func isInput(_ path: String) -> Self { Self("\(path) is the file to read.") }
    static func failed(_ path: String, _ reason: String) -> Self { Self("\(path): \(reason).") }
}
#endif

#if canImport(CryptoKit) || Sealing
import Foundation

#if canImport(CryptoKit)
import CryptoKit
#else
import Crypto
#endif

/// The format of a sealed file: a first line, the encapsulated key of HPKE (RFC 9180), and the parts of the content.
///
/// HPKE numbers the parts, so that they cannot be exchanged, and each one authenticates whether it is the last, so that
/// the end cannot be cut off.
@available(macOS 14, macCatalyst 17, iOS 17, tvOS 17, watchOS 10, *)
enum SealedFile {
    static let firstLine = Data("Rewind sealed 1\n".utf8)
    static let partSize = 1 << 16
    static let tagSize = 16
    static let keySize = 32
    static let suite = HPKE.Ciphersuite.Curve25519_SHA256_ChachaPoly

    /// The data that a part authenticates.
    static func mark(isLast: Bool) -> Data { Data([isLast ? 1 : 0]) }
}

@available(macOS 14, macCatalyst 17, iOS 17, tvOS 17, watchOS 10, *)
extension TeamKey {
    /// Seals a copy of a file, so that only the team can read it.
    ///
    /// The file must be complete, such as a session of a closed recorder. Memory does not grow with its size.
    ///
    /// - Parameters:
    ///   - input: The file to seal.
    ///   - output: The file to create.
    ///   - replacing: True to replace a file at `output`.
    /// - Throws: `SealingError`. Nothing is left at `output` then, or the file that was there.
    /// - Complexity: O(length of the file).
    public func seal(contentsOf input: URL, to output: URL, replacing: Bool = false) throws(SealingError) {
        try NewFile.write(to: output, from: input, replacing: replacing) { source, file in
            let recipient = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: bytes)
            var sender = try HPKE.Sender(
                recipientKey: recipient,
                ciphersuite: SealedFile.suite,
                info: SealedFile.firstLine
            )
            try file.write(contentsOf: SealedFile.firstLine + sender.encapsulatedKey)
            try source.forEachPart(of: SealedFile.partSize) { part, isLast in
                try file.write(contentsOf: sender.seal(part, authenticating: SealedFile.mark(isLast: isLast)))
            }
        }
    }
}

@available(macOS 14, macCatalyst 17, iOS 17, tvOS 17, watchOS 10, *)
extension TeamPrivateKey {
    /// Opens a sealed file, and writes its content to a new file.
    ///
    /// - Throws: `SealingError`. Nothing is left at `output` then, or the file that was there.
    package func unseal(contentsOf input: URL, to output: URL, replacing: Bool = false) throws(SealingError) {
        let path = input.relativePath
        try NewFile.write(to: output, from: input, replacing: replacing) { source, file in
            let line = try source.read(exactly: SealedFile.firstLine.count)
            guard line == SealedFile.firstLine else { throw SealingError.notSealed(path) }
            let encapsulated = try source.read(exactly: SealedFile.keySize)
            guard
                var recipient = try? HPKE.Recipient(
                    privateKey: key,
                    ciphersuite: SealedFile.suite,
                    info: line,
                    encapsulatedKey: encapsulated
                )
            else { throw SealingError.damaged(path) }
            var isFirst = true
            try source.forEachPart(of: SealedFile.partSize + SealedFile.tagSize) { part, isLast in
                guard let plain = try? recipient.open(part, authenticating: SealedFile.mark(isLast: isLast)) else {
                    throw isFirst ? SealingError.otherKey(path) : .damaged(path)
                }
                try file.write(contentsOf: plain)
                isFirst = false
            }
        }
    }
}
#endif

/// HMAC-SHA-256 (RFC 2104) with one key.
package struct HMAC: Sendable {
    private static let blockSize = 64

    private let inner: [UInt8]
    private let outer: [UInt8]

    package init(key: [UInt8]) {
        var block = key.count > Self.blockSize ? Digest(of: key).bytes : key
        block += [UInt8](repeating: 0, count: Self.blockSize - block.count)
        inner = block.map { $0 ^ 0x36 }
        outer = block.map { $0 ^ 0x5C }
    }

    /// Returns the authentication code of a message.
    /// - Complexity: O(n).
    package func code(of message: some Sequence<UInt8>) -> Digest {
        Digest(of: outer + Digest(of: inner + message).bytes)
    }
}

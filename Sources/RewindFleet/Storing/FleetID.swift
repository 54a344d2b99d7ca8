#if Fleet

import RewindTree

/// The identifiers of a fleet's rows, each made from what it identifies: the first 63 bits of a SHA-256 digest.
///
/// Two writers that never read each other's rows agree on them. Among a billion values, the probability that two have
/// the same identifier is 5 %.
enum FleetID {
    /// In place of a pointer, stands for all actions of a type, whatever they changed.
    static let anyPointer: Int64 = 0

    /// Returns the identifier of a session, from the text of its UUID, and from the app with whose key it was sent.
    static func session(_ id: String, of app: String? = nil) -> Int64 { make(app.map { "\($0) \(id)" } ?? id) }

    /// Returns the identifier of a type.
    static func type(_ name: String, coder: String) -> Int64 { make("\(coder) \(name)") }

    /// Returns the identifier of a pointer, from its text.
    static func pointer(_ text: String) -> Int64 { make(text) }

    /// Returns the identifier of a chunk, from the digest of its value and its text, in which references contain
    /// identifiers of this kind.
    static func chunk(_ digest: [UInt8], _ body: String) -> Int64 { make(digest + Array(body.utf8)) }

    /// Returns the UUID of a session that has none, from the digest of its contents: version 8 of RFC 9562.
    static func uuid(of digest: [UInt8]) -> String {
        var bytes = Array(digest.prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = bytes.hexadecimal
        var text = ""
        for (index, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(index) { text.append("-") }
            text.append(digit)
        }
        return text
    }

    private static func make(_ text: String) -> Int64 { make(Array(text.utf8)) }

    private static func make(_ bytes: [UInt8]) -> Int64 {
        Digest(of: bytes).bytes.prefix(8).reduce(0) { $0 << 8 | Int64($1) } & .max
    }
}

#endif

/// A JSON Pointer (RFC 6901): the path from the root to a value.
package struct Pointer: Sendable {
    /// The keys and array indices of the path, unescaped.
    package var tokens: [String]

    /// The pointer to the whole value.
    package static let root = Pointer([])

    package init(_ tokens: [String]) {
        self.tokens = tokens
    }

    /// Parses the text of a pointer: empty, or tokens that each start with a slash.
    /// - Complexity: O(n).
    package init(parsing text: String) throws(PointerError) {
        var text = text
        tokens = try text.withUTF8 { bytes in
            Result { () throws(PointerError) in try Self.tokens(bytes) }
        }.get()
    }

    private static func tokens(_ bytes: UnsafeBufferPointer<UInt8>) throws(PointerError) -> [String] {
        guard let first = bytes.first else { return [] }
        guard first == UInt8(ascii: "/") else { throw .noLeadingSlash }
        var tokens: [String] = []
        var start = 1
        while start <= bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "/")) ?? bytes.count
            tokens.append(try token(bytes[start..<end]))
            start = end + 1
        }
        return tokens
    }

    private static func token(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) throws(PointerError) -> String {
        guard bytes.contains(UInt8(ascii: "~")) else { return String(decoding: bytes, as: UTF8.self) }
        var token: [UInt8] = []
        var isEscape = false
        for (offset, byte) in zip(bytes.indices, bytes) {
            switch (isEscape, byte) {
            case (false, UInt8(ascii: "~")): isEscape = true
            case (false, _): token.append(byte)
            case (true, UInt8(ascii: "0")), (true, UInt8(ascii: "1")):
                token.append(byte == UInt8(ascii: "0") ? UInt8(ascii: "~") : UInt8(ascii: "/"))
                isEscape = false
            case (true, _): throw .invalidEscape(offset: offset - 1)
            }
        }
        guard !isEscape else { throw .invalidEscape(offset: bytes.endIndex - 1) }
        return String(decoding: token, as: UTF8.self)
    }

    /// Returns the pointer to a member or element of the value at this pointer.
    package func appending(_ token: String) -> Pointer {
        Pointer(tokens + [token])
    }

    /// Returns the pointer to an element of the array at this pointer.
    package func appending(_ index: Int) -> Pointer {
        appending(String(index))
    }

    /// The pointer to the container of the value; nil for the root.
    package var parent: Pointer? {
        tokens.isEmpty ? nil : Pointer(tokens.dropLast())
    }

    /// Returns true if the other pointer leads to this value or into it.
    package func isPrefix(of other: Pointer) -> Bool {
        tokens.count <= other.tokens.count && zip(tokens, other.tokens).allSatisfy { $0.hasSameBytes(as: $1) }
    }

    /// Returns the array index of a token: `0`, or digits without a leading zero (RFC 6901, section 4).
    package static func index(of token: String) -> Int? {
        let digits = token.utf8
        guard let first = digits.first, digits.count == 1 || first != UInt8(ascii: "0"),
            digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return Int(token)
    }
}

extension Pointer: Hashable {
    package static func == (left: Pointer, right: Pointer) -> Bool {
        left.tokens.count == right.tokens.count && left.isPrefix(of: right)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(tokens.count)
        for token in tokens { token.hashBytes(into: &hasher) }
    }
}

extension Pointer: CustomStringConvertible {
    /// The text of the pointer, with `~` as `~0` and `/` as `~1`.
    package var description: String {
        var text: [UInt8] = []
        for token in tokens {
            text.append(UInt8(ascii: "/"))
            for byte in token.utf8 {
                switch byte {
                case UInt8(ascii: "~"): text.append(contentsOf: "~0".utf8)
                case UInt8(ascii: "/"): text.append(contentsOf: "~1".utf8)
                default: text.append(byte)
                }
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension Pointer {
    /// Returns the pointer as shown to the user, with a name for the whole value.
    package func name(root: String = "(root)") -> String {
        self == .root ? root : description
    }
}

extension Pointer: ExpressibleByArrayLiteral {
    package init(arrayLiteral elements: String...) { self.init(elements) }
}

/// The reason why a text is not a JSON Pointer (RFC 6901).
package enum PointerError: Error, Hashable, Sendable {
    /// The text is not empty and does not start with a slash.
    case noLeadingSlash
    /// The tilde at this byte offset is followed by neither 0 nor 1.
    case invalidEscape(offset: Int)
}

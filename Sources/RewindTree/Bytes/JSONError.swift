/// The reason and the place where a text is not valid JSON (RFC 8259).
package struct JSONError: Error, Hashable, Sendable {
    /// The error found at the offset.
    package enum Reason: Error, Hashable, Sendable {
        /// The text ends inside a value, or is empty.
        case unexpectedEnd
        /// A byte that starts no value, separator or end of a container.
        case unexpectedByte(UInt8)
        /// Text after the value.
        case trailingText
        /// A number that breaks the grammar, such as `01`, `1.` or `+1`.
        case invalidNumber
        /// A number whose exponent has more than nine digits.
        case numberOutOfRange
        /// A backslash with a character that JSON does not escape, or with bad hexadecimal digits.
        case invalidEscape
        /// A `\u` escape of one half of a surrogate pair.
        case loneSurrogate
        /// A control character inside a string that is not escaped.
        case unescapedControlCharacter(UInt8)
        /// Bytes that are not UTF-8.
        case invalidUTF8
        /// Containers nested more deeply than a value may be.
        case tooDeep
        /// Two members with the same key in the object that ends here, where keys must be unique.
        case duplicateMember
    }

    /// The offset of the first wrong byte.
    package let offset: Int
    package let reason: Reason
}

extension JSONError.Reason: CustomStringConvertible {
    /// A noun phrase.
    package var description: String {
        switch self {
        case .unexpectedEnd: "unexpected end"
        case .unexpectedByte(let byte) where (0x21...0x7E).contains(byte):
            "unexpected \(Character(UnicodeScalar(byte)))"
        case .unexpectedByte: "unexpected byte"
        case .trailingText: "text after the value"
        case .invalidNumber: "malformed number"
        case .numberOutOfRange: "number out of range"
        case .invalidEscape: "malformed escape"
        case .loneSurrogate: "one half of a surrogate pair"
        case .unescapedControlCharacter: "control character in a string"
        case .invalidUTF8: "bytes that are not UTF-8"
        case .tooDeep: "too many nested levels"
        case .duplicateMember: "two members with the same name"
        }
    }
}

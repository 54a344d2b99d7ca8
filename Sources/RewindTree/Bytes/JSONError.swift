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

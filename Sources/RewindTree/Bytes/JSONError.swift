/// Why a text is not a JSON text (RFC 8259), and where.
package struct JSONError: Error, Hashable, Sendable {
    /// What is wrong at the offset.
    package enum Reason: Error, Hashable, Sendable {
        /// The text ends inside a value, or is empty.
        case unexpectedEnd
        /// A byte that no value, separator or end of a container starts with.
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
        /// More containers inside each other than a value may have.
        case tooDeep
        /// Two members of an object, of which this is the end, have the same key, where each must have its own.
        case duplicateMember
    }

    /// The offset in bytes of the first byte that is wrong.
    package let offset: Int
    package let reason: Reason

    package init(offset: Int, reason: Reason) {
        self.offset = offset
        self.reason = reason
    }
}

/// Why a text is not a JSON Pointer (RFC 6901).
package enum PointerError: Error, Hashable, Sendable {
    /// The text is not empty and does not start with a slash.
    case noLeadingSlash
    /// The tilde at this offset in bytes has neither 0 nor 1 after it.
    case invalidEscape(offset: Int)
}

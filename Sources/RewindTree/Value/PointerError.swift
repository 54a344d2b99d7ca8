/// The reason why a text is not a JSON Pointer (RFC 6901).
package enum PointerError: Error, Hashable, Sendable {
    /// The text is not empty and does not start with a slash.
    case noLeadingSlash
    /// The tilde at this byte offset is followed by neither 0 nor 1.
    case invalidEscape(offset: Int)
}

import RewindTree

/// A JSON Pointer (RFC 6901): the path from the root of a state or payload to a value in it.
///
/// ```swift
/// let title = try session.value(at: 12, "/home/articles/0/title")
/// let name = try session.value(at: 12, "/users/\(id)/name")
/// ```
///
/// In a literal, interpolated values are single keys or indices, and escaped. A malformed literal is a programming
/// error and stops the program; parse text from elsewhere with ``init(validating:)``.
public struct JSONPointer: Hashable, Sendable {
    package let pointer: Pointer

    package init(_ pointer: Pointer) {
        self.pointer = pointer
    }

    /// Creates a pointer from keys and array indices, which are not escaped.
    public init(tokens: [String]) {
        pointer = Pointer(tokens)
    }

    /// Parses a pointer: an empty text, or tokens that each start with a slash, in which `~0` stands for `~` and `~1`
    /// for `/`.
    ///
    /// - Throws: `RecordedSessionError` with the code `.malformedPointer`.
    public init(validating text: String) throws(RecordedSessionError) {
        pointer = try RecordedSessionError.converting { try Pointer(parsing: text) }
    }

    /// The keys and array indices from the root to the value, which are not escaped.
    public var tokens: [String] { pointer.tokens }
}

extension JSONPointer: CustomStringConvertible {
    /// The text of the pointer.
    public var description: String { pointer.description }
}

extension JSONPointer: Encodable {
    public func encode(to encoder: any Encoder) throws {
        try description.encode(to: encoder)
    }
}

extension JSONPointer: ExpressibleByStringInterpolation {
    /// The literal text, and the escaped values in it.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Appends a part of a pointer.
        public mutating func appendLiteral(_ literal: String) {
            text += literal
        }

        /// Appends a key or an index, escaped.
        public mutating func appendInterpolation(_ token: some CustomStringConvertible) {
            text += Pointer([token.description]).description.dropFirst()
        }
    }

    public init(stringLiteral text: String) {
        guard let pointer = try? Pointer(parsing: text) else {
            preconditionFailure("\"\(text)\" is not a JSON Pointer: it must be empty or begin with a slash.")
        }
        self.pointer = pointer
    }

    public init(stringInterpolation: StringInterpolation) {
        self.init(stringLiteral: stringInterpolation.text)
    }
}

extension PointInTime: ExpressibleByStringLiteral {
    /// Parses a REF of the command line.
    ///
    /// - Throws: `RecordedSessionError` with the code `.malformedReference`.
    public init(validating text: String) throws(RecordedSessionError) {
        self = try RecordedSessionError.converting { try PointInTime(parsing: text) }
    }

    /// Creates a reference from a literal. A malformed literal is a programming error and stops the program; parse text
    /// from elsewhere with ``init(validating:)``.
    public init(stringLiteral text: String) {
        guard let reference = try? PointInTime(parsing: text) else {
            preconditionFailure("\"\(text)\" is not a REF.")
        }
        self = reference
    }
}

extension PointInTime: CustomStringConvertible {
    /// The text of the reference.
    public var description: String { text }
}

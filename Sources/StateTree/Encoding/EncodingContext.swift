/// What the writers of one encoder share.
final class EncodingContext {
    private var isDirect: [ObjectIdentifier: Bool] = [:]
    private var conflict: EncodingError?

    /// The value as one that this module encodes itself.
    func direct<T: Encodable>(_ value: T) -> (any DirectlyEncodable)? {
        let type = ObjectIdentifier(T.self)
        if let known = isDirect[type] { return known ? value as? any DirectlyEncodable : nil }
        let result = T.self is any DirectlyEncodable.Type
        isDirect[type] = result
        return result ? value as? any DirectlyEncodable : nil
    }

    /// Remembers that a value asked for containers that exclude each other: asking cannot throw.
    func report(conflictAt writer: TreeWriter) {
        guard conflict == nil else { return }
        let description = "A value asked its encoder for containers of two kinds."
        conflict = .invalidValue(
            (),
            EncodingError.Context(codingPath: writer.codingPath, debugDescription: description)
        )
    }

    /// The first conflict since the last call.
    func takeConflict() -> EncodingError? {
        defer { conflict = nil }
        return conflict
    }
}

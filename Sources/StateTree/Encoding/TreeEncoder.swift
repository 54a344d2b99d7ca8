/// Encodes values as trees.
///
/// Numbers keep their exact value. Doubles that JSON has no number for are the strings `nan`, `inf` and `-inf`. Dates
/// are ISO 8601 texts (see `DateText`), data is base64, URLs and UUIDs are their texts. Dictionaries whose keys are
/// strings, integers, or `RawRepresentable` or `CodingKeyRepresentable` by one of these are objects; all others are
/// arrays of keys and values in turn, and these and sets are in the order of their elements' canonical texts, so that
/// equal values have equal trees.
package struct TreeEncoder {
    private let context = EncodingContext()

    package init() {}

    /// Encodes a value.
    /// - Throws: `EncodingError`, and what an `encode(to:)` throws.
    /// - Complexity: O(size).
    package mutating func encode<T: Encodable>(_ value: T) throws -> Tree {
        let root = TreeWriter(context: context, parent: nil, key: nil)
        let tree = try root.encode(value, key: nil)
        if let conflict = context.takeConflict() { throw conflict }
        return tree
    }
}

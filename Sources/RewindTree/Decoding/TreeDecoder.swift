/// Decodes values from the trees that `TreeEncoder` creates.
package struct TreeDecoder {
    package init() {}

    /// Decodes a value.
    /// - Throws: `DecodingError`, or the error of an `init(from:)`.
    /// - Complexity: O(size).
    package func decode<T: Decodable>(_ type: T.Type, from tree: Tree) throws -> T {
        try TreeReader(tree, parent: nil, key: nil).decode(type)
    }
}

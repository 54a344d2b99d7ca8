/// Decodes values from trees, as `TreeEncoder` writes them.
package struct TreeDecoder {
    package init() {}

    /// Decodes a value.
    /// - Throws: `DecodingError`, and what an `init(from:)` throws.
    /// - Complexity: O(size).
    package func decode<T: Decodable>(_ type: T.Type, from tree: Tree) throws -> T {
        try TreeReader(tree, parent: nil, key: nil).decode(type)
    }
}

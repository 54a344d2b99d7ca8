/// A type that this module decodes itself, in place of its `init(from:)`.
protocol DirectlyDecodable: Decodable {
    /// Decodes the tree of a reader.
    static func decodeDirectly(from reader: TreeReader) throws -> Self
}

/// A type that this module decodes itself, in place of its `init(from:)`.
protocol DirectlyDecodable: Decodable {
    /// The value of a reader's tree.
    static func decodeDirectly(from reader: TreeReader) throws -> Self
}

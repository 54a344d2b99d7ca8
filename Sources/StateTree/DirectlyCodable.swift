/// A type that this module encodes itself, in place of its `encode(to:)`.
protocol DirectlyEncodable {
    /// The tree of the value.
    func encodeDirectly(in writer: TreeWriter, key: (any CodingKey)?) throws -> Tree
}

/// A type that this module decodes itself, in place of its `init(from:)`.
protocol DirectlyDecodable {
    /// The value of a reader's tree.
    static func decodeDirectly(from reader: TreeReader) throws -> Self
}

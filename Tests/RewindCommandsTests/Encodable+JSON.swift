import RewindTree

extension Encodable {
    /// The JSON that the tool writes for the value.
    var json: Tree {
        get throws {
            var encoder = TreeEncoder()
            return try encoder.encode(self)
        }
    }
}

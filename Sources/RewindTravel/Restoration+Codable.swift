// An enum with a restoration among its cases can then be Codable. A restoration itself is never recorded.
extension Restoration: Encodable where State: Encodable {
    private enum Key: CodingKey {
        case seq
        case state
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(seq, forKey: .seq)
        try container.encode(state, forKey: .state)
    }
}

extension Restoration: Decodable where State: Decodable {
    /// - Throws: Always `DecodingError.dataCorrupted`, as only ``TimeTravel`` creates restorations.
    public init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(
            DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "A restoration cannot be decoded.")
        )
    }
}

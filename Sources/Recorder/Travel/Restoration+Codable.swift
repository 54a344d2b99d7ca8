import StateTree

// So that an enum with a restoration among its cases can be Codable. A restoration itself is never recorded.
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

extension Restoration: Decodable where State: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        seq = try container.decode(Int.self, forKey: .seq)
        state = try container.decode(State.self, forKey: .state)
        var encoder = TreeEncoder()
        tree = try encoder.encode(state)
        (last, tip) = (seq, seq)
    }
}

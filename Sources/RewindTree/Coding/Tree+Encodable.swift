extension Tree: Encodable {
    /// Encodes the value of the tree. A number that neither an integer nor a double can hold is encoded as its text.
    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .object(let object):
            var container = encoder.container(keyedBy: TextKey.self)
            for (key, value) in zip(object.keys, object.values) {
                try container.encode(value, forKey: TextKey(key))
            }
        case .array(let array):
            var container = encoder.unkeyedContainer()
            for element in array { try container.encode(element) }
        default:
            var container = encoder.singleValueContainer()
            switch self {
            case .bool(let value): try container.encode(value)
            case .integer(let value): try container.encode(value)
            case .double(let value): try container.encode(value)
            case .number(let value), .string(let value): try container.encode(value)
            default: try container.encodeNil()
            }
        }
    }
}

/// The encoder of this module takes a tree as is, with all its numbers.
extension Tree: DirectlyEncodable {
    var tree: Tree { self }
}

/// The decoder of this module returns a tree as is; other decoders cannot.
extension Tree: DirectlyDecodable {
    static func decodeDirectly(from reader: TreeReader) -> Tree { reader.tree }

    package init(from decoder: any Decoder) throws {
        guard let reader = decoder as? TreeReader else {
            let context = DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "Not a tree.")
            throw DecodingError.dataCorrupted(context)
        }
        self = reader.tree
    }
}

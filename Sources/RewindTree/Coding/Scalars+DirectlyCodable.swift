extension Bool: DirectlyEncodable, DirectlyDecodable {
    var tree: Tree { .bool(self) }

    static func decodeDirectly(from reader: TreeReader) throws -> Bool {
        guard case .bool(let value) = reader.tree else { throw reader.mismatch(Bool.self) }
        return value
    }
}

extension String: DirectlyEncodable, DirectlyDecodable {
    var tree: Tree { .string(self) }

    static func decodeDirectly(from reader: TreeReader) throws -> String {
        guard case .string(let value) = reader.tree else { throw reader.mismatch(String.self) }
        return value
    }
}

extension Double: DirectlyEncodable, DirectlyDecodable {
    var tree: Tree { Tree(self) }

    static func decodeDirectly(from reader: TreeReader) throws -> Double { try reader.floatingPoint() }
}

extension Float: DirectlyEncodable, DirectlyDecodable {
    var tree: Tree { Tree(float: self) }

    static func decodeDirectly(from reader: TreeReader) throws -> Float { try reader.floatingPoint() }
}

extension Int: DirectlyEncodable, DirectlyDecodable {}
extension Int8: DirectlyEncodable, DirectlyDecodable {}
extension Int16: DirectlyEncodable, DirectlyDecodable {}
extension Int32: DirectlyEncodable, DirectlyDecodable {}
extension Int64: DirectlyEncodable, DirectlyDecodable {}
extension UInt: DirectlyEncodable, DirectlyDecodable {}
extension UInt8: DirectlyEncodable, DirectlyDecodable {}
extension UInt16: DirectlyEncodable, DirectlyDecodable {}
extension UInt32: DirectlyEncodable, DirectlyDecodable {}
extension UInt64: DirectlyEncodable, DirectlyDecodable {}

extension DirectlyEncodable where Self: FixedWidthInteger {
    var tree: Tree { Tree(integer: self) }
}

extension DirectlyDecodable where Self: FixedWidthInteger {
    static func decodeDirectly(from reader: TreeReader) throws -> Self { try reader.integer() }
}

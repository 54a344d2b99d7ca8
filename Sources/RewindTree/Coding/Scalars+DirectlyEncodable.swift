extension Bool: DirectlyEncodable {
    var tree: Tree { .bool(self) }
}

extension String: DirectlyEncodable {
    var tree: Tree { .string(self) }
}

extension Double: DirectlyEncodable {
    var tree: Tree { Tree(self) }
}

extension Float: DirectlyEncodable {
    var tree: Tree { Tree(float: self) }
}

extension Int: DirectlyEncodable {}
extension Int8: DirectlyEncodable {}
extension Int16: DirectlyEncodable {}
extension Int32: DirectlyEncodable {}
extension Int64: DirectlyEncodable {}
extension UInt: DirectlyEncodable {}
extension UInt8: DirectlyEncodable {}
extension UInt16: DirectlyEncodable {}
extension UInt32: DirectlyEncodable {}
extension UInt64: DirectlyEncodable {}

extension DirectlyEncodable where Self: FixedWidthInteger {
    var tree: Tree { Tree(integer: self) }
}

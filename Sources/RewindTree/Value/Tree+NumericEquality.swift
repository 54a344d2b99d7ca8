extension Tree {
    /// Returns true if both are equal by RFC 6902, section 4.6: like `==`, but numbers are compared by value.
    /// - Complexity: O(size) of the smaller value.
    func isNumericallyEqual(to other: Tree) -> Bool {
        switch (self, other) {
        case (.array(let left), .array(let right)):
            left === right
                || left.count == right.count
                    && left.indices.allSatisfy {
                        left[$0].isNumericallyEqual(to: right[$0])
                    }
        case (.object(let left), .object(let right)):
            left === right
                || left.keys.count == right.keys.count
                    && left.keys.indices.allSatisfy {
                        left.keys[$0].hasSameBytes(as: right.keys[$0])
                            && left.values[$0].isNumericallyEqual(to: right.values[$0])
                    }
        default:
            self == other || (isNumber && other.isNumber && decimal?.denotesSameValue(as: other.decimal) == true)
        }
    }

    /// True if the value is a number.
    package var isNumber: Bool {
        switch self {
        case .integer, .double, .number: true
        case .null, .bool, .string, .array, .object: false
        }
    }

    private var decimal: DecimalText? {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return bytes.withUnsafeBufferPointer { try? DecimalText(parsing: $0) }
    }
}

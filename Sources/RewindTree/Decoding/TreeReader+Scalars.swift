extension TreeReader {
    func bool() throws -> Bool {
        guard case .bool(let value) = tree else { throw mismatch(Bool.self) }
        return value
    }

    func string() throws -> String {
        guard case .string(let value) = tree else { throw mismatch(String.self) }
        return value
    }

    /// Returns the number as an integer of any width, if it is exactly one.
    func integer<Value: FixedWidthInteger>() throws -> Value {
        let value: Value?
        switch tree {
        case .integer(let number): value = Value(exactly: number)
        case .double(let number): value = Value(exactly: number)
        case .number(let text): value = Value(text, radix: 10)
        default: throw mismatch(Value.self)
        }
        guard let value else { throw corrupted(Value.self) }
        return value
    }

    func double() throws -> Double { try floatingPoint() }

    func float() throws -> Float { try floatingPoint() }

    /// Returns the nearest value to the number, or the value that a string stands for.
    private func floatingPoint<Value: BinaryFloatingPoint & LosslessStringConvertible>() throws -> Value {
        let value: Value?
        switch tree {
        case .integer(let number): value = Value(number)
        case .double(let number): value = Value(number)
        case .number(let text): value = Value(text)
        case .string("nan"): return .nan
        case .string("inf"): return .infinity
        case .string("-inf"): return -.infinity
        default: throw mismatch(Value.self)
        }
        guard let value, value.isFinite else { throw corrupted(Value.self) }
        return value
    }
}

extension TreeReader {
    /// Returns the number as an integer of any width, if it is exactly one.
    func integer<Value: FixedWidthInteger>() throws -> Value {
        let value: Value?
        switch tree {
        case .integer(let number): value = Value(exactly: number)
        case .double(let number): value = Value(exactly: number)
        // Its own parser for each type would be a part of every app.
        case .number(let text) where Value.bitWidth <= 64: value = UInt64(text).flatMap { Value(exactly: $0) }
        case .number(let text): value = Value(text)
        default: throw mismatch(Value.self)
        }
        guard let value else { throw corrupted(Value.self) }
        return value
    }

    /// Returns the nearest value to the number, or the value that a string stands for.
    func floatingPoint<Value: BinaryFloatingPoint & LosslessStringConvertible>() throws -> Value {
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

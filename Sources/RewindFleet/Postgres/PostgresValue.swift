#if Fleet

/// A parameter of a statement, or a column of a row that is copied, in PostgreSQL's binary format.
package enum PostgresValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case int(Int64)
    case int4(Int32)
    case double(Double)
    case text(String)
    case bytes([UInt8])
    case ints([Int64])
    case texts([String])
    case byteStrings([[UInt8]])

    static func text(_ text: String?) -> PostgresValue { text.map { .text($0) } ?? .null }
    static func int(_ value: Int64?) -> PostgresValue { value.map { .int($0) } ?? .null }
    static func double(_ value: Double?) -> PostgresValue { value.map { .double($0) } ?? .null }

    /// The object identifier of the type, as in the server's pg_type.dat; 0 lets the server infer it.
    var type: UInt32 {
        switch self {
        case .null: 0
        case .bool: 16
        case .bytes: 17
        case .int: 20
        case .int4: 23
        case .text: 25
        case .double: 701
        case .byteStrings: 1001
        case .texts: 1009
        case .ints: 1016
        }
    }

    /// Appends the bytes, without their length.
    func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: break
        case .bool(let value): bytes.append(value ? 1 : 0)
        case .int(let value): bytes.append(bigEndian: value)
        case .int4(let value): bytes.append(bigEndian: value)
        case .double(let value): bytes.append(bigEndian: value.bitPattern)
        case .text(let text): bytes.append(contentsOf: text.utf8)
        case .bytes(let value): bytes.append(contentsOf: value)
        case .ints(let values): Self.write(values.map { .int($0) }, of: 20, to: &bytes)
        case .texts(let texts): Self.write(texts.map { .text($0) }, of: 25, to: &bytes)
        case .byteStrings(let values): Self.write(values.map { .bytes($0) }, of: 17, to: &bytes)
        }
    }

    /// Appends the bytes with their length in front, which is -1 for NULL.
    func writeField(to bytes: inout [UInt8]) {
        if case .null = self { return bytes.append(bigEndian: Int32(-1)) }
        let start = bytes.count
        bytes.append(bigEndian: Int32(0))
        write(to: &bytes)
        let length = UInt32(bytes.count - start - 4)
        for index in 0..<4 { bytes[start + index] = UInt8(truncatingIfNeeded: length >> UInt32(24 - 8 * index)) }
    }

    /// Appends an array of one dimension, as array_send of the server does.
    private static func write(_ values: [PostgresValue], of type: Int32, to bytes: inout [UInt8]) {
        bytes.append(bigEndian: Int32(values.isEmpty ? 0 : 1))
        bytes.append(bigEndian: Int32(0))
        bytes.append(bigEndian: type)
        guard !values.isEmpty else { return }
        bytes.append(bigEndian: Int32(values.count))
        bytes.append(bigEndian: Int32(1))
        for value in values { value.writeField(to: &bytes) }
    }
}

extension [UInt8] {
    mutating func append(bigEndian value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
    }
}

#endif

import Foundation
import TestSupport
import Testing

@testable import RewindTree

/// Values that are written in one way and read in another. `JSONEncoder` and `JSONDecoder` decide which pairs are valid.
@Suite struct WrittenAndReadTests {
    private static let ways: [any Way.Type] = [
        Single.self, Direct.self, Keyed.self, IfPresent.self, KeyedSuper<Single>.self, KeyedSuper<Direct>.self,
        BaseSuper<Single>.self, BaseSuper<Direct>.self, NestedKeyed.self, Unkeyed.self, NestedUnkeyed.self,
        UnkeyedSuper<Single>.self, UnkeyedSuper<Direct>.self, KeyedSuper<KeyedSuper<Direct>>.self,
        Holding<Single>.self, Holding<Direct>.self, Holding<KeyedSuper<Direct>>.self,
    ]

    private static let date = Date(timeIntervalSinceReferenceDate: 816_944_354.78)
    private static var values: [any (Codable & Equatable)] {
        [
            date, Date(timeIntervalSinceReferenceDate: 1e300), Data([0, 255, 16]), UUID(), Decimal(12.5), "text", "12",
            3, 2.5, Float(0.1), true, UInt64.max, URL(string: "https://example.com/a?b=c#d"), Color.red, Level.high,
            ["a": 1, "b": 2], [1: 2, 3: 4], [Color.red: 1, .green: 2], [Level.low: "l", .high: "h"],
            [Name(rawValue: "n"): 1], [Number(rawValue: 7): date], [Texts("é"): 1], [UUID(): 1], [date: 1],
            [Point(x: 1, y: 2): [Color.red: date]], [Color.red: [Level.low: 1]], [Color: Int](), Point(x: 1, y: 2),
            Base(name: "b"), Set([date]),
        ]
    }

    @Test(arguments: 0..<30) func `What JSONDecoder reads in another way is read`(index: Int) throws {
        let pairs = try Self.check(Self.values[index])
        #expect(pairs > Self.ways.count)
    }

    private static func check<Value: Codable & Equatable>(_ value: Value) throws -> Int {
        try checkWays(value) + checkWays(Optional(value)) + checkWays([value, value]) + checkWays(["key": value])
            + checkWays(Wrapper(value)) + checkWays(Box(value)) + checkWays([Value?.none, value])
            + checkWays(Value?.none)
    }

    private static func checkWays<Value: Codable & Equatable>(_ value: Value) throws -> Int {
        var pairs = 0
        for way in ways {
            for other in ways { pairs += try check(value, way, other) ? 1 : 0 }
        }
        return pairs
    }

    /// Returns true if `JSONDecoder` reads the value.
    private static func check<Value: Codable & Equatable, Writing: Way, Reading: Way>(
        _ value: Value,
        _: Writing.Type,
        _: Reading.Type
    ) throws -> Bool {
        let written = Written<Value, Writing>(value: value)
        guard let json = try? JSONEncoder().encode(written),
            let theirs = try? JSONDecoder().decode(Read<Value, Reading>.self, from: json).value, theirs == value
        else { return false }
        var encoder = TreeEncoder()
        let tree = try encoder.encode(written)
        do {
            let ours = try TreeDecoder().decode(Read<Value, Reading>.self, from: tree).value
            #expect(ours == value, "\(Value.self), written \(Writing.self), read \(Reading.self)")
        } catch {
            Issue.record("\(Value.self), written \(Writing.self), read \(Reading.self): \(error)")
        }
        return true
    }

    @Test func `The number of a date is read as any number`() throws {
        let date = Date(timeIntervalSinceReferenceDate: 800_000_000)
        var encoder = TreeEncoder()
        let tree = try encoder.encode(["at": date])
        #expect(try TreeDecoder().decode(Moment<Double>.self, from: tree).at == 800_000_000)
        #expect(try TreeDecoder().decode(Moment<Int>.self, from: tree).at == 800_000_000)
        #expect(try TreeDecoder().decode(Moment<Decimal>.self, from: tree).at == 800_000_000)
        #expect(throws: DecodingError.self) { try TreeDecoder().decode(Moment<Bool>.self, from: tree) }
        #expect(throws: DecodingError.self) { try TreeDecoder().decode(Moment<Double>.self, from: ["at": "soon"]) }
    }

    @Test func `A type that tries one form after another reads what it wrote`() throws {
        var encoder = TreeEncoder()
        let mixed = Mixed(
            any: .object([
                "text": .text("2026-11-21T08:59:14.780Z"),
                "list": .list([.number(1), .text("2001-01-01T00:00:00.000Z")]),
                "object": .object(["a": .none]),
            ]),
            at: Self.date,
            counts: [.red: 1]
        )
        let tree = try encoder.encode(mixed)
        #expect(try TreeDecoder().decode(Mixed.self, from: tree) == mixed)
        #expect(try JSONDecoder().decode(Mixed.self, from: JSONEncoder().encode(mixed)) == mixed)
    }

    @Test func `A value of another kind is an error at its place`() throws {
        var encoder = TreeEncoder()
        let tree = try encoder.encode([["at": Self.date], ["at": Self.date]])
        let error = #expect(throws: DecodingError.self) { try TreeDecoder().decode([Moment<[Int]>].self, from: tree) }
        guard case .typeMismatch(_, let context) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        for tree in [[:], ["a": "b"]] as [Tree] {
            #expect(throws: DecodingError.self) { try TreeDecoder().decode([String].self, from: tree) }
            #expect(throws: DecodingError.self) { try TreeDecoder().decode(Set<String>.self, from: tree) }
        }
        #expect(context.codingPath.map(\.stringValue) == ["Index 0", "at"])
    }

    @Test func `A type finds the userInfo of the encoder and the decoder`() throws {
        let key = try #require(CodingUserInfoKey(rawValue: "unit"))
        var encoder = TreeEncoder(userInfo: [key: "cm"])
        let tree = try encoder.encode(["length": Length(value: 3, key)])
        #expect(tree == ["length": "3 cm"])
        let decoder = TreeDecoder(userInfo: [key: "cm"])
        #expect(try decoder.decode([String: Length].self, from: tree)["length"]?.value == 3)
        #expect(throws: DecodingError.self) { try TreeDecoder().decode([String: Length].self, from: tree) }
    }
}

private enum Key: CodingKey { case value }

/// A way to write and to read a value.
private protocol Way: SendableMetatype {
    static func write(_ value: some Encodable, to encoder: any Encoder) throws
    static func read<Value: Decodable>(_ type: Value.Type, from decoder: any Decoder) throws -> Value
}

private struct Written<Value: Encodable, Writing: Way>: Encodable {
    let value: Value

    func encode(to encoder: any Encoder) throws { try Writing.write(value, to: encoder) }
}

private struct Read<Value: Decodable, Reading: Way>: Decodable {
    let value: Value

    init(from decoder: any Decoder) throws { value = try Reading.read(Value.self, from: decoder) }
}

private enum Single: Way {
    static func write(_ value: some Encodable, to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }

    static func read<Value: Decodable>(_ type: Value.Type, from decoder: any Decoder) throws -> Value {
        try decoder.singleValueContainer().decode(type)
    }
}

private enum Direct: Way {
    static func write(_ value: some Encodable, to encoder: any Encoder) throws { try value.encode(to: encoder) }

    static func read<Value: Decodable>(_ type: Value.Type, from decoder: any Decoder) throws -> Value {
        try Value(from: decoder)
    }
}

private enum Keyed: Way {
    static func write(_ value: some Encodable, to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(value, forKey: .value)
    }

    static func read<Value: Decodable>(_ type: Value.Type, from decoder: any Decoder) throws -> Value {
        try decoder.container(keyedBy: Key.self).decode(type, forKey: .value)
    }
}

private enum IfPresent: Way {
    static func write(_ value: some Encodable, to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encodeIfPresent(value, forKey: .value)
    }

    static func read<Value: Decodable>(_ type: Value.Type, from decoder: any Decoder) throws -> Value {
        let value = try decoder.container(keyedBy: Key.self).decodeIfPresent(type, forKey: .value)
        guard let value else { throw CocoaError(.coderValueNotFound) }
        return value
    }
}

private enum KeyedSuper<Inner: Way>: Way {
    static func write(_ value: some Encodable, to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try Inner.write(value, to: container.superEncoder(forKey: .value))
    }

    static func read<Value: Decodable>(_ type: Value.Type, from decoder: any Decoder) throws -> Value {
        try Inner.read(type, from: decoder.container(keyedBy: Key.self).superDecoder(forKey: .value))
    }
}

private enum BaseSuper<Inner: Way>: Way {
    static func write(_ value: some Encodable, to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try Inner.write(value, to: container.superEncoder())
    }

    static func read<Value: Decodable>(_ type: Value.Type, from decoder: any Decoder) throws -> Value {
        try Inner.read(type, from: decoder.container(keyedBy: Key.self).superDecoder())
    }
}

private enum NestedKeyed: Way {
    static func write(_ value: some Encodable, to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        var nested = container.nestedContainer(keyedBy: Key.self, forKey: .value)
        try nested.encode(value, forKey: .value)
    }

    static func read<Value: Decodable>(_ type: Value.Type, from decoder: any Decoder) throws -> Value {
        try decoder.container(keyedBy: Key.self).nestedContainer(keyedBy: Key.self, forKey: .value)
            .decode(type, forKey: .value)
    }
}

private enum Unkeyed: Way {
    static func write(_ value: some Encodable, to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(value)
    }

    static func read<Value: Decodable>(_ type: Value.Type, from decoder: any Decoder) throws -> Value {
        var container = try decoder.unkeyedContainer()
        return try container.decode(type)
    }
}

private enum NestedUnkeyed: Way {
    static func write(_ value: some Encodable, to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        var nested = container.nestedUnkeyedContainer(forKey: .value)
        try nested.encode(value)
    }

    static func read<Value: Decodable>(_ type: Value.Type, from decoder: any Decoder) throws -> Value {
        var container = try decoder.container(keyedBy: Key.self).nestedUnkeyedContainer(forKey: .value)
        return try container.decode(type)
    }
}

private enum UnkeyedSuper<Inner: Way>: Way {
    static func write(_ value: some Encodable, to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try Inner.write(value, to: container.superEncoder())
    }

    static func read<Value: Decodable>(_ type: Value.Type, from decoder: any Decoder) throws -> Value {
        var container = try decoder.unkeyedContainer()
        return try Inner.read(type, from: container.superDecoder())
    }
}

/// A member of the object that is written, with a type of its own.
private enum Holding<Inner: Way>: Way {
    static func write(_ value: some Encodable, to encoder: any Encoder) throws {
        try Keyed.write(Written<_, Inner>(value: value), to: encoder)
    }

    static func read<Value: Decodable>(_ type: Value.Type, from decoder: any Decoder) throws -> Value {
        try Keyed.read(Read<Value, Inner>.self, from: decoder).value
    }
}

private struct Name: RawRepresentable, Codable, Hashable { var rawValue: String }

private struct Number: RawRepresentable, Codable, Hashable { var rawValue: Int }

private struct Moment<Value: Decodable>: Decodable { var at: Value }

/// A class whose value writes and reads itself.
private final class Box<Value: Codable & Equatable>: Codable, Equatable {
    let value: Value

    init(_ value: Value) { self.value = value }
    init(from decoder: any Decoder) throws { value = try Value(from: decoder) }
    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
    static func == (left: Box, right: Box) -> Bool { left.value == right.value }
}

/// Any JSON, recognized by trying the types in an order in which leniency would read another value.
private indirect enum Anything: Codable, Equatable {
    case none, number(Double), list([Anything]), text(String), object([String: Anything])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .none
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if var elements = try? decoder.unkeyedContainer() {
            var list: [Anything] = []
            while !elements.isAtEnd { list.append(try elements.decode(Anything.self)) }
            self = .list(list)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else {
            self = .object(try container.decode([String: Anything].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .none: try container.encodeNil()
        case .number(let number): try container.encode(number)
        case .list(let list): try container.encode(list)
        case .text(let text): try container.encode(text)
        case .object(let object): try container.encode(object)
        }
    }
}

private struct Mixed: Codable, Equatable {
    var any: Anything
    var at: Date
    var counts: [Color: Int]

    private enum CodingKeys: CodingKey { case any, at, counts }

    init(any: Anything, at: Date, counts: [Color: Int]) {
        (self.any, self.at, self.counts) = (any, at, counts)
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        any = try container.decode(Anything.self, forKey: .any)
        at = try Date(from: container.superDecoder(forKey: .at))
        counts = try [Color: Int](from: container.superDecoder(forKey: .counts))
    }
}

private struct Length: Codable {
    let value: Int
    private let key: CodingUserInfoKey?

    init(value: Int, _ key: CodingUserInfoKey) { (self.value, self.key) = (value, key) }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let parts = try container.decode(String.self).split(separator: " ")
        let unit = decoder.userInfo.values.first as? String
        guard let number = parts.first.flatMap({ Int($0) }), unit == parts.last.map(String.init) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "another unit")
        }
        (value, key) = (number, nil)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        let unit = key.flatMap { encoder.userInfo[$0] } as? String
        try container.encode("\(value) \(unit ?? "?")")
    }
}

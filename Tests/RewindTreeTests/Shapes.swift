import Foundation

// Shapes of Codable types, with an example of each.

struct Scalars: Codable, Equatable {
    var bool = true
    var int = -1
    var int8 = Int8.min
    var int16 = Int16.max
    var int32 = Int32.min
    var int64 = Int64.max
    var uint: UInt = 7
    var uint8 = UInt8.max
    var uint16 = UInt16.max
    var uint32 = UInt32.max
    var uint64: UInt64 = 8
    var double = 0.1
    var float: Float = 0.1
    var string = "日本 \"e\u{301}\" \n/\\"
    var some: Int? = 1
    var none: Int?
}

struct Nested: Codable, Equatable {
    struct Inner: Codable, Equatable {
        var values: [Int]
        var table: [String: [Bool?]]
    }

    var inner = [Inner(values: [], table: [:]), Inner(values: [1, 2], table: ["a": [true, nil], "b": []])]
    var optional: [Int?] = [1, nil, 3]
    var matrix = [[1], [], [2, 3]]
}

enum Color: String, Codable, CaseIterable {
    case red, green
}

enum Screen: Codable, Equatable {
    case home
    case article(id: String, scroll: Double?)
    case user(String)
    indirect case modal(over: Screen, Color)
}

enum Level: Int, Codable { case low, high }

class Base: Codable, Equatable {
    var name: String

    init(name: String) {
        self.name = name
    }

    static func == (left: Base, right: Base) -> Bool { left.name == right.name }
}

/// Encodes its base class into `super`.
final class Derived: Base {
    var size: Int

    private enum Keys: CodingKey { case size }

    init(name: String, size: Int) {
        self.size = size
        super.init(name: name)
    }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        size = try container.decode(Int.self, forKey: .size)
        try super.init(from: try container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try super.encode(to: container.superEncoder())
        try container.encode(size, forKey: .size)
    }
}

/// Encodes its base class into the same object.
final class Merged: Base {
    var size: Int

    private enum Keys: CodingKey { case size }

    init(name: String, size: Int) {
        self.size = size
        super.init(name: name)
    }

    required init(from decoder: any Decoder) throws {
        size = try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: .size)
        try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(size, forKey: .size)
    }
}

/// Uses every kind of container, and writes to an outer one while an inner one is open.
struct ByHand: Codable, Equatable {
    var a = 1
    var b = ["x", "y"]
    var c: Double? = 2.5

    private enum Keys: CodingKey { case object, array, own }
    private enum InnerKeys: CodingKey { case a, deeper }

    init() {}

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        let object = try container.nestedContainer(keyedBy: InnerKeys.self, forKey: .object)
        a = try object.decode(Int.self, forKey: .a)
        var array = try container.nestedUnkeyedContainer(forKey: .array)
        var texts: [String] = []
        var inner = try array.nestedUnkeyedContainer()
        while !inner.isAtEnd { texts.append(try inner.decode(String.self)) }
        b = texts
        let keyed = try array.nestedContainer(keyedBy: InnerKeys.self)
        c = try keyed.decodeNil(forKey: .deeper) ? nil : try keyed.decode(Double.self, forKey: .deeper)
        guard try array.decodeNil() else { throw CocoaError(.coderReadCorrupt) }
        _ = try Int(from: array.superDecoder())
        _ = try String(from: container.superDecoder(forKey: .own))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        var object = container.nestedContainer(keyedBy: InnerKeys.self, forKey: .object)
        var array = container.nestedUnkeyedContainer(forKey: .array)
        var inner = array.nestedUnkeyedContainer()
        var keyed = array.nestedContainer(keyedBy: InnerKeys.self)
        for text in b { try inner.encode(text) }
        if let c { try keyed.encode(c, forKey: .deeper) } else { try keyed.encodeNil(forKey: .deeper) }
        try array.encodeNil()
        try 42.encode(to: array.superEncoder())
        try "own".encode(to: container.superEncoder(forKey: .own))
        try object.encode(a, forKey: .a)
    }
}

struct Wrapper<Value: Codable & Equatable>: Codable, Equatable {
    var value: Value

    init(_ value: Value) {
        self.value = value
    }

    init(from decoder: any Decoder) throws {
        value = try decoder.singleValueContainer().decode(Value.self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

struct EncodesNothing: Codable, Equatable {
    init() {}
    init(from decoder: any Decoder) throws {}
    func encode(to encoder: any Encoder) throws {}
}

indirect enum Chain: Codable, Equatable {
    case end
    case link(Chain)

    static func of(_ levels: Int) -> Chain {
        (0..<levels).reduce(.end) { chain, _ in .link(chain) }
    }
}

struct Texts: Codable, Hashable, CodingKeyRepresentable {
    var text: String

    init(_ text: String) {
        self.text = text
    }

    init?<Key: CodingKey>(codingKey: Key) {
        self.text = codingKey.stringValue
    }

    var codingKey: any CodingKey { AnyKey(text) }
}

struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(_ text: String) { stringValue = text }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

struct Point: Codable, Hashable {
    var x: Int
    var y: Int
}

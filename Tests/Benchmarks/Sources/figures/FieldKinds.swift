import Foundation

/// The kinds of fields and keys that `KindFigures` measures.
enum FieldKinds {
    final class Object: Codable {
        var number: Int
        var text: String

        init(_ number: Int) {
            self.number = number
            text = "the text of object \(number)"
        }
    }

    final class Fixed: Codable {
        let number: Int
        let text: String

        init(_ number: Int) {
            self.number = number
            text = "the text of object \(number)"
        }
    }

    nonisolated(unsafe) static let shared = Object(0)

    enum Choice: Codable {
        case text(String)
        case numbers([Int])
    }

    enum Holder: Codable {
        case nothing
        case object(Object)
    }

    struct Large: Codable {
        var number: Int
        var texts = ["a", "b"]
        var name = "a struct that an existential holds on the heap"
        var flag = true
    }

    struct Erased: Encodable {
        var value: (any Codable)?

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            if let value { try container.encode(value) } else { try container.encodeNil() }
        }
    }

    struct Weak: Encodable {
        weak var object: Object?
    }

    struct Closure: Encodable {
        var number: () -> Int

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(number())
        }
    }

    struct Key<RawValue: Hashable & Codable>: RawRepresentable, Hashable, Codable {
        var rawValue: RawValue
    }

    struct Coding: Hashable, Codable, CodingKeyRepresentable {
        struct Text: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }

            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        var number: Int

        init(number: Int) { self.number = number }
        init?(codingKey: some CodingKey) { number = Int(codingKey.stringValue) ?? 0 }

        var codingKey: any CodingKey { Text(stringValue: "\(number)") }
    }

    struct Point: Hashable, Codable {
        var x: Int
        var y: Int
    }

    enum Place: Hashable, Codable {
        case index(Int)
        case name(String)
    }

    /// A key that is an array of enum cases.
    struct Name: Hashable, Encodable {
        enum Digit: String, CaseIterable, Codable { case a, b, c, d, e, f, g, h, i, j }

        var digits: [Digit]

        static func at(_ number: Int) -> Name {
            Name(digits: String(number).compactMap { $0.wholeNumberValue.map { Digit.allCases[$0] } })
        }
    }

    static func uuid(_ number: Int) -> UUID {
        let (high, low) = (UInt8(number >> 8), UInt8(number & 0xFF))
        return UUID(uuid: (1, 2, 3, 4, 5, 6, 0x47, 8, 0x89, 10, 11, 12, 13, 14, high, low))
    }

    static func url(_ number: Int) -> URL {
        URL(string: "https://qiita.example/items/\(number)") ?? URL(fileURLWithPath: "/")
    }

    static func name(_ number: Int) -> PersonNameComponents {
        var name = PersonNameComponents()
        name.familyName = "Name \(number)"
        return name
    }
}

import Foundation
import RewindTree
import Testing

@Suite struct CodingErrorTests {
    private struct Outer: Codable {
        struct Inner: Codable {
            var value: Int
        }

        var list: [Inner]
    }

    /// Returns a decoding error as its kind and its coding path.
    private func failure<T: Decodable>(_ type: T.Type, _ text: String) throws -> String {
        let tree = try Tree(parsing: text)
        do {
            _ = try TreeDecoder().decode(type, from: tree)
        } catch let error as DecodingError {
            func path(_ context: DecodingError.Context) -> String {
                context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
            }
            switch error {
            case .typeMismatch(let type, let context): return "mismatch \(type) \(path(context))"
            case .valueNotFound(let type, let context): return "null \(type) \(path(context))"
            case .keyNotFound(let key, let context): return "no \(key.stringValue) \(path(context))"
            case .dataCorrupted(let context): return "corrupted \(path(context))"
            @unknown default: return "unknown"
            }
        }
        return "none"
    }

    @Test func `Decoding errors have kinds and paths`() throws {
        #expect(try failure(Outer.self, #"{"list":[{"value":1},{"value":"x"}]}"#) == "mismatch Int list.1.value")
        #expect(try failure(Outer.self, #"{"list":[{}]}"#) == "no value list.0")
        #expect(try failure(Outer.self, #"{"list":[{"value":null}]}"#) == "null Int list.0.value")
        #expect(try failure(Outer.self, #"{"list":[{"value":1.5}]}"#) == "corrupted list.0.value")
        #expect(try failure(Outer.self, #"{"list":[1]}"#) == "mismatch Dictionary<String, Any> list.0")
        #expect(try failure(Outer.self, #"{"list":{}}"#) == "mismatch Array<Any> list")
        #expect(try failure(Outer.self, "null") == "null Dictionary<String, Any> ")
        #expect(try failure(Int8.self, "128") == "corrupted ")
        #expect(try failure(UInt.self, "-1") == "corrupted ")
        #expect(try failure(Int.self, "9223372036854775808") == "corrupted ")
        #expect(try failure(Float.self, "1e300") == "corrupted ")
        #expect(try failure(Double.self, "1e400") == "corrupted ")
        #expect(try failure(Double.self, #""x""#) == "mismatch Double ")
        #expect(try failure(Bool.self, "1") == "mismatch Bool ")
        #expect(try failure(String.self, "1") == "mismatch String ")
        #expect(try failure([Data].self, #"["*"]"#) == "corrupted 0")
        #expect(try failure([URL].self, #"[1]"#) == "mismatch String 0")
        #expect(try failure([Decimal].self, #"["1"]"#) == "mismatch \(Decimal.self) 0")
        #expect(try failure([String: Int].self, #"{"a":{}}"#) == "mismatch Int a")
        #expect(try failure([Int: Int].self, #"{"a":1}"#) == "corrupted a")
        #expect(try failure([Color: Int].self, #"{"blue":1}"#) == "corrupted blue")
        #expect(try failure([Point: Int].self, #"[{"x":1,"y":1}]"#) == "corrupted ")
        #expect(try failure([Point: Int].self, "{}") == "mismatch Array<Any> ")
        #expect(try failure(Set<Int>.self, #"[1,"2"]"#) == "mismatch Int 1")
    }

    @Test func `Numbers are decoded where the conversion is exact`() throws {
        let decoder = TreeDecoder()
        #expect(try decoder.decode(Int.self, from: 3.0) == 3)
        #expect(try decoder.decode(Double.self, from: 3) == 3.0)
        #expect(try decoder.decode(Double.self, from: .number("18446744073709551616")) == 18446744073709551616.0)
        #expect(try decoder.decode(Decimal.self, from: 0.1) == Decimal(string: "0.1"))
    }

    @Test func `Reading past the end of an array fails each time`() throws {
        struct Pair: Decodable {
            init(from decoder: any Decoder) throws {
                var container = try decoder.unkeyedContainer()
                _ = try container.decode(Int.self)
                #expect(container.isAtEnd)
                #expect(throws: DecodingError.self) { try container.decode(Int.self) }
                #expect(throws: DecodingError.self) { try container.decodeNil() }
                #expect(throws: DecodingError.self) { try container.nestedUnkeyedContainer() }
                #expect(container.currentIndex == 1)
            }
        }
        _ = try TreeDecoder().decode(Pair.self, from: [1])
    }

    @Test func `A value that requests containers of two kinds throws an error`() throws {
        struct Torn: Encodable {
            func encode(to encoder: any Encoder) throws {
                var keyed = encoder.container(keyedBy: AnyKey.self)
                try keyed.encode(1, forKey: AnyKey("a"))
                var unkeyed = encoder.unkeyedContainer()
                try unkeyed.encode(2)
            }
        }
        var encoder = TreeEncoder()
        let error = #expect(throws: EncodingError.self) { try encoder.encode(["x": [Torn()]]) }
        guard case .invalidValue(_, let context) = error else {
            Issue.record("another error")
            return
        }
        #expect(context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue } == ["x", "0"])
        #expect(try encoder.encode([1]) == [1], "the encoder cannot be used again")
    }

    @Test func `An error thrown by encode(to:) is passed on, and the coding path is known there`() throws {
        struct Failing: Encodable {
            func encode(to encoder: any Encoder) throws {
                throw EncodingError.invalidValue(
                    self,
                    EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "")
                )
            }
        }
        var encoder = TreeEncoder()
        let error = #expect(throws: EncodingError.self) { try encoder.encode(["a": ["b": [1: Failing()]]]) }
        guard case .invalidValue(_, let context) = error else {
            Issue.record("another error")
            return
        }
        #expect(context.codingPath.map(\.stringValue) == ["a", "b", "1"])
        #expect(try encoder.encode(1) == 1)
    }
}

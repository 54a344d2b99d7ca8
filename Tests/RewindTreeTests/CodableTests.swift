import Foundation
import RewindTree
import TestSupport
import Testing

@Suite struct CodableTests {
    /// Encodes and decodes a value. Returns the canonical text.
    private func roundTrip<T: Codable & Equatable>(_ value: T) throws -> String {
        var encoder = TreeEncoder()
        let tree = try encoder.encode(value)
        #expect(try TreeDecoder().decode(T.self, from: tree) == value)
        #expect(try Tree(parsing: tree.text) == tree, "the text has another tree")
        return tree.text
    }

    private func agreesWithJSONEncoder<T: Codable & Equatable>(_ value: T) throws {
        let ours = try roundTrip(value)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let theirs = String(decoding: try encoder.encode(value), as: UTF8.self)
        #expect(ours == theirs)
        #expect(try JSONDecoder().decode(T.self, from: Data(ours.utf8)) == value)
    }

    @Test func `Trees of ordinary types are those of JSONEncoder`() throws {
        try agreesWithJSONEncoder(Scalars())
        try agreesWithJSONEncoder(Nested())
        try agreesWithJSONEncoder([Screen.home, .article(id: "1", scroll: nil), .modal(over: .user("u"), .green)])
        try agreesWithJSONEncoder([Color.red, .green])
        try agreesWithJSONEncoder([Level.low, .high])
        try agreesWithJSONEncoder(Base(name: "b"))
        try agreesWithJSONEncoder(Derived(name: "d", size: 3))
        try agreesWithJSONEncoder(Merged(name: "m", size: 3))
        try agreesWithJSONEncoder(ByHand())
        try agreesWithJSONEncoder([Wrapper([1, 2])])
        try agreesWithJSONEncoder([Wrapper(Wrapper("x"))])
        try agreesWithJSONEncoder(["a": EncodesNothing()])
        try onStack { try agreesWithJSONEncoder(Chain.of(20)) }
        try agreesWithJSONEncoder([3: "three", -1: "minus"])
        try agreesWithJSONEncoder([Texts("a"): 1])
        try agreesWithJSONEncoder([UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF")])
        try agreesWithJSONEncoder([Data([0, 255, 16])])
        try agreesWithJSONEncoder([URL(string: "https://example.com/a?b=c#d")])
    }

    @Test func `A scalar alone is a tree`() throws {
        #expect(try roundTrip(1) == "1")
        #expect(try roundTrip("x") == #""x""#)
        #expect(try roundTrip(true) == "true")
        #expect(try roundTrip(Int?.none) == "null")
        #expect(try roundTrip([Int]()) == "[]")
        #expect(try roundTrip([String: Int]()) == "{}")
        #expect(try roundTrip(EncodesNothing()) == "{}")
        #expect(try roundTrip(Color.red) == #""red""#)
    }

    @Test(
        arguments: [
            (0.0, "0.0"), (-0.0, "-0.0"), (1, "1.0"), (0.1, "0.1"), (1e300, "1e+300"), (1e16, "1e+16"),
            (.leastNonzeroMagnitude, "5e-324"), (.greatestFiniteMagnitude, "1.7976931348623157e+308"),
            (.infinity, #""inf""#), (-.infinity, #""-inf""#), (.pi, "3.141592653589793"),
        ] as [(Double, String)]
    )
    func `A double keeps every bit`(value: Double, text: String) throws {
        #expect(try roundTrip(value) == text)
        var encoder = TreeEncoder()
        #expect(try TreeDecoder().decode(Double.self, from: encoder.encode(value)).bitPattern == value.bitPattern)
    }

    @Test func `A NaN is encoded as a string`() throws {
        var encoder = TreeEncoder()
        #expect(try encoder.encode([Double.nan]) == ["nan"])
        #expect(try encoder.encode([Float.nan]) == ["nan"])
        #expect(try TreeDecoder().decode(Double.self, from: "nan").isNaN)
        #expect(try TreeDecoder().decode(Float.self, from: "nan").isNaN)
    }

    @Test(arguments: Thoroughness.first(5, of: 0..<20 as Range<UInt64>))
    func `A float keeps its short text and every bit`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var encoder = TreeEncoder()
        for _ in 0..<500 {
            let float = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
            let tree = try encoder.encode(float)
            let back = try TreeDecoder().decode(Float.self, from: tree)
            #expect(back.bitPattern == float.bitPattern || (back.isNaN && float.isNaN))
            #expect(try Tree(parsing: tree.text) == tree)
        }
        #expect(try encoder.encode(Float(0.1)) == 0.1)
        #expect(try encoder.encode(Float(16_777_216)) == 16_777_216.0)
    }

    @Test func `An integer beyond Int64 is a number`() throws {
        #expect(try roundTrip(UInt64.max) == "18446744073709551615")
        #expect(try roundTrip([UInt64(1) << 63]) == "[9223372036854775808]")
        #expect(try roundTrip(["a": UInt.max]) == #"{"a":18446744073709551615}"#)
        var encoder = TreeEncoder()
        #expect(try encoder.encode(UInt64.max) == .number("18446744073709551615"))
        #expect(try encoder.encode(UInt64(5)) == 5)
    }

    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
    @Test func `An integer of 128 bits is a number`() throws {
        #expect(try roundTrip(Int128.min) == "-170141183460469231731687303715884105728")
        #expect(try roundTrip([UInt128.max]) == "[340282366920938463463374607431768211455]")
        #expect(try roundTrip(["a": Int128(7)]) == #"{"a":7}"#)
    }

    @Test(
        arguments: [
            ("0", "0"), ("1", "1"), ("-12.50", "-12.5"), ("0.1", "0.1"),
            ("18446744073709551616", "18446744073709551616"),
            ("12345678901234567890.123456789012345678", "12345678901234567890.123456789012345678"),
            ("0.10000000000000000000000000000000001", "0.10000000000000000000000000000000001"),
            ("99999999999999999999999999999999999999", "99999999999999999999999999999999999999"),
            ("1e-100", "1e-100"), ("123e-40", "1.23e-38"),
        ]
    )
    func `A decimal keeps every digit`(text: String, expected: String) throws {
        let decimal = try #require(Decimal(string: text))
        #expect(try roundTrip(decimal) == expected)
        #expect(
            try roundTrip([-decimal])
                == (text == "0" ? "[0]" : "[\(expected.hasPrefix("-") ? "" : "-")\(expected.drop { $0 == "-" })]")
        )
    }

    @Test func `A decimal with a large exponent is exact`() throws {
        for exponent in [30, 60, 127] {
            let decimal = Decimal(sign: .plus, exponent: exponent, significand: 123)
            _ = try roundTrip(decimal)
        }
        var encoder = TreeEncoder()
        #expect(try encoder.encode(Decimal.nan) == "nan")
        #expect(try TreeDecoder().decode(Decimal.self, from: "nan").isNaN)
    }

    @Test(arguments: Thoroughness.first(5, of: 0..<20 as Range<UInt64>))
    func `A decimal of random digits keeps them`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<50 {
            let digits = (0..<Int.random(in: 1...38, using: &random)).map { _ in
                String(Int.random(in: 0...9, using: &random))
            }.joined()
            let exponent = Int.random(in: -60...60, using: &random)
            guard let significand = Decimal(string: digits) else { continue }
            _ = try roundTrip(
                Decimal(
                    sign: Bool.random(using: &random) ? .plus : .minus,
                    exponent: exponent,
                    significand: significand
                )
            )
        }
    }

    @Test(
        arguments: [
            (0, #""2001-01-01T00:00:00.000Z""#), (-978_307_200, #""1970-01-01T00:00:00.000Z""#),
            (-0.25, #""2000-12-31T23:59:59.750Z""#), (0.1, #""2001-01-01T00:00:00.100Z""#),
            (816_944_354.78, #""2026-11-21T08:59:14.780Z""#), (-1e-9, #""2000-12-31T23:59:59.999999999Z""#),
            (1e-5, #""2001-01-01T00:00:00.00001Z""#), (86_399.999_999_999_99, #""2001-01-01T23:59:59.99999999999Z""#),
            (-31_622_400, #""2000-01-01T00:00:00.000Z""#), (-26_438_400, #""2000-03-01T00:00:00.000Z""#),
            (-63_113_904_000, #""0001-01-01T00:00:00.000Z""#), (252_423_993_599, #""9999-12-31T23:59:59.000Z""#),
            (252_423_993_600, "252423993600.0"), (-63_113_904_001, "-63113904001.0"), (-0.0, "-0.0"),
            (1e300, "1e+300"), (.leastNonzeroMagnitude, "5e-324"), (.infinity, #""inf""#),
        ] as [(Double, String)]
    )
    func `A date is an ISO 8601 text`(interval: Double, text: String) throws {
        #expect(try roundTrip(Date(timeIntervalSinceReferenceDate: interval)) == text)
    }

    @Test(arguments: Thoroughness.first(5, of: 0..<20 as Range<UInt64>))
    func `A date keeps every bit`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var encoder = TreeEncoder()
        for _ in 0..<500 {
            let scale = ([1, 1e3, 1e6, 1e9, 1e11] as [Double])[Int.random(in: 0..<5, using: &random)]
            let interval = Double.random(in: -scale...scale, using: &random)
            let tree = try encoder.encode(Date(timeIntervalSinceReferenceDate: interval))
            let date = try TreeDecoder().decode(Date.self, from: tree)
            #expect(date.timeIntervalSinceReferenceDate.bitPattern == interval.bitPattern)
        }
    }

    @Test(arguments: Thoroughness.first(12, of: 0..<50 as Range<UInt64>))
    func `The day of a date is the one that Foundation computes`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        // After 1582: before that, Foundation's calendar is Julian.
        let date = Date(
            timeIntervalSinceReferenceDate: Double(Int.random(in: -13_000_000_000...250_000_000_000, using: &random))
        )
        let theirs = ISO8601DateFormatter().string(from: date)
        var encoder = TreeEncoder()
        #expect(try encoder.encode(date) == .string(theirs.dropLast() + ".000Z"))
        #expect(try TreeDecoder().decode(Date.self, from: .string(theirs)) == date)
    }

    @Test func `A date with an offset is decoded, and a text that is not a date is refused`() throws {
        let date = Date(timeIntervalSinceReferenceDate: 483_796_800)
        #expect(try TreeDecoder().decode(Date.self, from: "2016-05-01T21:00:00+09:00") == date)
        #expect(try TreeDecoder().decode(Date.self, from: "2016-05-01T08:30:00.00-03:30") == date)
        for text in [
            "", "2016-05-01", "2016-02-30T00:00:00Z", "2015-02-29T00:00:00Z", "2016-13-01T00:00:00Z",
            "2016-05-01T24:00:00Z", "2016-05-01T00:00:00", "2016-05-01T00:00:00Zx", "2016-05-01 00:00:00Z",
            "0000-01-01T00:00:00Z", "2016-05-01T00:00:00.Z", "2016-00-01T00:00:00Z", "２016-05-01T00:00:00Z",
        ] {
            #expect(throws: DecodingError.self, "\(text)") { try TreeDecoder().decode(Date.self, from: .string(text)) }
        }
    }

    @Test func `A dictionary with text keys is an object`() throws {
        #expect(try roundTrip(["b": 1, "a": 2]) == #"{"a":2,"b":1}"#)
        #expect(try roundTrip([Color.red: 1, .green: 2]) == #"{"green":2,"red":1}"#)
        #expect(try roundTrip([Level.low: "l", .high: "h"]) == #"{"0":"l","1":"h"}"#)
        #expect(try roundTrip([Texts("é"): 1]) == #"{"é":1}"#)
        #expect(try roundTrip([10: 1, 9: 2]) == #"{"10":1,"9":2}"#)
    }

    @Test(arguments: Thoroughness.first(5, of: 0..<20 as Range<UInt64>))
    func `A dictionary with other keys is an array in a stable order`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        #expect(
            try roundTrip([Point(x: 2, y: 1): "b", Point(x: 1, y: 1): "a"]) == #"[{"x":1,"y":1},"a",{"x":2,"y":1},"b"]"#
        )
        let members = (0..<30).map { (Point(x: $0, y: 0), $0) }
        let text = try roundTrip(Dictionary(uniqueKeysWithValues: members))
        #expect(try roundTrip(Dictionary(uniqueKeysWithValues: members.shuffled(using: &random))) == text)
        #expect(try roundTrip([1.5: 1, 0.5: 2]) == "[0.5,2,1.5,1]")
        #expect(try roundTrip([true: 1]) == "[true,1]")
    }

    @Test(arguments: Thoroughness.first(5, of: 0..<20 as Range<UInt64>))
    func `A set is an array in a stable order`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        #expect(try roundTrip(Set([3, 1, 2])) == "[1,2,3]")
        #expect(try roundTrip(Set(["b", "a"])) == #"["a","b"]"#)
        let elements = (0..<40).map { Point(x: $0, y: -$0) }
        let text = try roundTrip(Set(elements))
        #expect(try roundTrip(Set(elements.shuffled(using: &random))) == text)
    }

    @Test func `A value of 256 levels is encoded, decoded, compared, patched and hashed on 2 MB of stack`() throws {
        try onStack(of: 2 << 20) {
            let chain = Chain.of(126)
            var encoder = TreeEncoder()
            let tree = try encoder.encode(chain)
            #expect(tree.text.hasPrefix(#"{"link":{"_0":{"link":"#))
            let decoded = try TreeDecoder().decode(Chain.self, from: tree)
            #expect(decoded == chain)
            #expect(try encoder.encode(decoded) == tree)
            let longer = try encoder.encode(Chain.of(127))
            #expect(longer.levels == Tree.depthLimit && !encoder.hasCut)
            #expect(try TreeDecoder().decode(Chain.self, from: longer) == Chain.of(127))
            #expect(try tree.applying(longer.patch(from: tree)) == longer)
            #expect(longer.hashValue != tree.hashValue)
            #expect(longer.digest != tree.digest)
        }
    }
}

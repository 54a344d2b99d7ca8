import BitCollections
import CTestSupport
import DequeModule
import Foundation
import OrderedCollections
import RewindSession
import RewindTree
import Testing

@testable import Rewind

/// Two different values and a new one that equals the first, each as part of a state that is not `Codable`.
private struct Pair: CustomTestStringConvertible {
    let testDescription: String
    let values: (first: Tree, again: Tree, other: Tree)

    init<Value>(_ name: String, _ first: @autoclosure () -> Value, _ other: @autoclosure () -> Value) {
        func tree(_ value: Value) -> Tree {
            var encoder = TreeEncoder()
            return (try? encoder.reflectAlone(State(value: value))) ?? .null
        }
        testDescription = name
        values = (tree(first()), tree(first()), tree(other()))
    }

    private struct State<Value> {
        let value: Value
    }
}

private enum Plain { case one, two }
private enum Described: CustomStringConvertible {
    case one(Int)
    var description: String { "described" }
}
private struct Point: Hashable { var x = 0, date = Date(timeIntervalSinceReferenceDate: 0) }
private final class Node {
    let name: String
    init(_ name: String) { self.name = name }
}
private struct Cells {
    var width = 0
    var height = 0
    var area: Int { width * height }
    subscript(index: Int) -> Int { index }
}
private struct Failed: Error { var code: Int }

private let day = Date(timeIntervalSinceReferenceDate: 785_488_036)

private func components(_ day: Int) -> DateComponents {
    DateComponents(calendar: Calendar(identifier: .gregorian), year: 2026, month: 11, day: day)
}

private func link(_ url: String) -> AttributedString {
    var text = AttributedString("Rewind")
    text.link = URL(string: url)
    text[text.startIndex..<text.index(afterCharacter: text.startIndex)].languageIdentifier = "en"
    return text
}

@Suite struct ReflectedTypesTests {
    private static let scalars: [Pair] = [
        Pair("Data", Data([1, 2, 3]), Data([1, 2, 4])),
        Pair("Date", day.addingTimeInterval(0.25), day.addingTimeInterval(0.5)),
        Pair("Date, one bit", day, Date(timeIntervalSinceReferenceDate: 785_488_036.nextUp)),
        Pair("Date before 2001", Date(timeIntervalSince1970: -0.25), Date(timeIntervalSince1970: -0.5)),
        Pair("Date, the end of time", Date.distantFuture, Date.distantPast),
        Pair("Date without end", Date(timeIntervalSince1970: .infinity), Date(timeIntervalSince1970: -.infinity)),
        Pair("Character", "é" as Character, "e" as Character),
        Pair("Unicode.Scalar", "\u{301}" as Unicode.Scalar, "\u{302}" as Unicode.Scalar),
        Pair("String", "a", "b"),
        Pair("Substring", "abc".dropFirst(), "abd".dropFirst()),
        Pair("StaticString", "a" as StaticString, "b" as StaticString),
        Pair("Bool", true, false),
        Pair("Int", 1, 2),
        Pair("UInt64", UInt64.max, UInt64.max - 1),
        Pair("Int128", Int128.max, Int128.max - 1),
        Pair("UInt128", UInt128.max, UInt128.max - 1),
        Pair("Double", 0.1, 0.1.nextUp),
        Pair("Double, no number", Double.nan, Double.infinity),
        Pair("Float", 0.1 as Float, (0.1 as Float).nextUp),
        Pair("CGFloat", 0.1 as CGFloat, (0.1 as CGFloat).nextUp),
        Pair("Decimal", Decimal(string: "0.10"), Decimal(string: "0.11")),
        Pair("URL", URL(string: "a?b"), URL(string: "a?c")),
        Pair(
            "URL with a base",
            URL(string: "b", relativeTo: URL(string: "file:///a/")),
            URL(string: "b", relativeTo: URL(string: "file:///c/"))
        ),
        Pair("UUID", UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)), UUID()),
        Pair("Duration", Duration.seconds(1), .seconds(1) + .nanoseconds(1) / 1_000_000_000),
        Pair("Duration, negative", Duration.seconds(-1), .milliseconds(-1_500)),
        Pair("Measurement", Measurement(value: 1, unit: UnitLength.meters), .init(value: 1, unit: .miles)),
        Pair("IndexPath", IndexPath(indexes: [1, 2]), IndexPath(indexes: [1, 3])),
        Pair("IndexSet", IndexSet([1, 2]), IndexSet([1, 3])),
        Pair("Locale", Locale(identifier: "ja_JP"), Locale(identifier: "de_DE")),
        Pair("TimeZone", TimeZone(secondsFromGMT: 3_600), TimeZone(secondsFromGMT: 7_200)),
        Pair("Calendar", Calendar(identifier: .gregorian), Calendar(identifier: .japanese)),
        Pair("DateComponents", components(22), components(23)),
        Pair("DateInterval", DateInterval(start: day, duration: 1), DateInterval(start: day, duration: 1.5)),
        Pair("AttributedString", link("https://a.example"), link("https://b.example")),
        Pair("SIMD", SIMD2<Float>(1, 2), SIMD2<Float>(1, 3)),
        Pair("SIMDMask", SIMD2<Int>(1, 2) .< 2, SIMD2<Int>(1, 1) .< 2),
    ]

    private static let parts: [Pair] = [
        Pair("Optional", Int?.none, 0),
        Pair("Optional nested", Int??.none, .some(nil)),
        Pair("Optional nested deeper", Int???.some(nil), .some(.some(nil))),
        Pair("Optional nested, with a value", Int??.some(nil), 0),
        Pair("Result", Result<Int, Failed>.success(1), .failure(Failed(code: 1))),
        Pair("Result, failed", Result<Void, Failed>.failure(Failed(code: 2)), .failure(Failed(code: 1))),
        Pair("a case", Plain.one, Plain.two),
        Pair("a case that describes itself", Described.one(1), Described.one(2)),
        Pair("a tuple", (1, b: "c"), (1, b: "d")),
        Pair("an instance of a class", Node("a"), Node("b")),
        Pair("Array", [1, 2], [2, 1]),
        Pair("ArraySlice", [1, 2, 3][1...], [1, 2, 4][1...]),
        Pair("Set", Set(0..<50), Set(1..<51)),
        Pair("Range", 0..<2, 0..<3),
        Pair("ClosedRange", 0.5...1.5, 0.5...2.5),
        Pair("PartialRangeFrom", 1..., 2...),
        Pair("String.Index", "abc".startIndex, "abc".endIndex),
        Pair("Dictionary", ["a": 1], ["a": 2]),
        Pair("Dictionary of integers", [1: "a", 2: "b"], [1: "b", 2: "a"]),
        Pair("Dictionary of cases", [Plain.one: 1], [Plain.two: 1]),
        Pair("Dictionary of dates", [day: 1], [day.addingTimeInterval(0.5): 1]),
        Pair("Dictionary of data", [Data([1]): 1], [Data([2]): 1]),
        Pair("Dictionary of structs", [Point(): 1], [Point(date: day): 1]),
        Pair("Dictionary of optionals", [Date?.some(day): 1], [nil: 1]),
        Pair("Dictionary of arrays", [[day]: 1], [[day, day]: 1]),
        Pair("Dictionary of anything", [AnyHashable(1): 1], [AnyHashable("b"): 1]),
    ]

    private static let references: [Pair] = [
        Pair("a metatype", Int.self as Any.Type, String.self as Any.Type),
        Pair("KeyPath", \Cells.width, \Cells.height),
        Pair("KeyPath of what is computed", \Cells.area as PartialKeyPath<Cells>, \Cells.width),
    ]

    @Test(arguments: scalars + parts + references)
    fileprivate func `Different values have different reflections, and equal values equal ones`(pair: Pair) {
        #expect(pair.values.first != pair.values.other)
        #expect(pair.values.first == pair.values.again)
        #expect(pair.values.first.text == pair.values.again.text)
    }

    /// A value, and its record.
    @available(macOS 26.0, iOS 26.0, tvOS 26.0, watchOS 26.0, visionOS 26.0, *)
    private static let kinds: [(any Sendable, Tree)] = [
        (URL(string: "https://a.b") as URL?, "https://a.b"), ([URL(string: "https://a.b")], ["https://a.b"]),
        (Decimal(string: "0.1") as Decimal?, 0.1), (Int??.some(nil), ["some": .null]),
        ([3, 1, 2] as OrderedSet, [3, 1, 2]), ([3, 1] as Deque, [3, 1]), ([5, 1] as BitSet, [1, 5]),
        (["b": 1, "a": 2] as OrderedDictionary, [["id": "b", "value": 1], ["id": "a", "value": 2]]),
        (["k": 1] as KeyValuePairs, [["key": "k", "value": 1]]), ([1, 2, 3] as InlineArray<3, Int>, [1, 2, 3]),
        (["a", "b"] as InlineArray<2, String>, ["a", "b"]), (Float(3.14), 3.14), ([Float(0.1)] as [Float?], [0.1]),
        (["a": Float(0.7)], ["a": 0.7]), (AnyHashable(3).base as? Int, 3), (UInt64.max, .number("\(UInt64.max)")),
        (TimeZone(identifier: "Asia/Tokyo"), ["identifier": "Asia/Tokyo"]), ([Failed(code: 1)], [["code": 1]]),
        (Failed(code: 1) as any Error, ["code": 1]),
        (Result<Int, any Error>.failure(Failed(code: 1)), ["failure": ["code": 1]]),
        (ObjectIdentifier(Int.self), "‹pointer›"), ([1, 2, 3].dropFirst(), [2, 3]),
        (Task<Int, Never> { 1 }, "‹Task<Int, Never>: opaque›"),
    ]

    @available(macOS 26.0, iOS 26.0, tvOS 26.0, watchOS 26.0, visionOS 26.0, *)
    @Test func `Each kind of value is recorded as what it is`() throws {
        for (value, expected) in Self.kinds {
            var encoder = TreeEncoder()
            #expect(try encoder.reflect(value) == expected, "\(type(of: value))")
        }
    }

    @Test func `Equal values have equal records, whatever their addresses`() throws {
        func record() throws -> String {
            var encoder = TreeEncoder()
            let set = CharacterSet(charactersIn: "abc")
            let values: [Any] = [
                set, TimeZone.gmt, Calendar.current, Locale.current, FileManager.default, \Cells.[1], { 1 },
            ]
            return try encoder.reflect(values).text
        }
        let text = try record()
        #expect(try text == record())
        #expect(!text.contains(#/0x[0-9a-f]{6}/#) && !text.contains("pointerValue"))
    }

    @Test func `Labels that macros and the compiler make are those of the source`() throws {
        struct State {
            lazy var total = 5
            @Wrapper var volume = 3
            var _counter = 1
            var _twice = 2
            var twice = 4
            var _$observationRegistrar = 0
            var _password = "secret"
        }
        var encoder = TreeEncoder(filter: Masking(.standard, Masks(key: [1])))
        let tree = try encoder.reflect(State())
        #expect(tree[["volume"]] == ["wrappedValue": 3] && tree[["counter"]] == 1 && tree[["total"]] == .null)
        #expect(tree[["_twice"]] == 2 && tree[["twice"]] == 4)
        #expect(!tree.text.contains("$") && !tree.text.contains("secret") && tree[["password"]] != nil)
    }

    @Test func `A collection with a wrong count is its elements, and the mirror of an object does not read it`() throws
    {
        struct Liar: Collection, CustomReflectable {
            var startIndex: Int { 0 }
            var endIndex: Int { 3 }
            var count: Int { 100 }
            var customMirror: Mirror { Mirror(self, unlabeledChildren: [0, 1, 2], displayStyle: .collection) }
            func index(after index: Int) -> Int { index + 1 }
            subscript(index: Int) -> Int { index }
        }
        final class Box {
            var value = "secret"
        }
        var encoder = TreeEncoder()
        #expect(try encoder.reflect(Liar()) == [0, 1, 2])
        #expect(try encoder.reflect(["mirror": Mirror(reflecting: Box())]) == ["mirror": "‹Box: object›"])
    }

    @Test func `Elements are matched by a computed id`() throws {
        struct Row: Identifiable {
            var slug: String
            var count = 0
            var id: String { slug }
        }
        var encoder = TreeEncoder()
        var rows = ["a", "b", "c"].map { Row(slug: $0) }
        let before = try encoder.reflect(rows)
        #expect(before[["0"]] == ["id": "a", "slug": "a", "count": 0])
        rows.insert(Row(slug: "z"), at: 0)
        rows[3].count = 5
        let after = try encoder.reflect(rows)
        #expect(after.patch(from: before).operations.count == 2)
        rows[0].slug = "y"
        #expect(try encoder.reflect(rows)[["0"]] == ["id": "y", "slug": "y", "count": 0])
    }

    @Test func `Elements are matched by the property that the app names, and by an id in a struct`() throws {
        struct Row {
            var number: Int
            var count = 0
        }
        struct Person: Identifiable {
            struct ID: Hashable { let raw: String }
            var name: String
            var count = 0
            var id: ID { ID(raw: name) }
        }
        var rules = ReflectionRules()
        rules.identify(by: \Row.number)
        var encoder = TreeEncoder(rules: rules)
        func operations<Element>(_ elements: [Element], _ change: (inout [Element]) -> Void) throws -> Int {
            var elements = elements
            let before = try encoder.reflect(elements)
            change(&elements)
            return try encoder.reflect(elements).patch(from: before).operations.count
        }
        let rows = (1...4).map { Row(number: $0) }
        #expect(try encoder.reflect(rows)[["0"]] == ["id": 1, "number": 1, "count": 0])
        let rowChanges = try operations(rows) {
            $0.insert(Row(number: 9), at: 0)
            $0[4].count = 5
        }
        let people = ["a", "b", "c", "d"].map { Person(name: $0) }
        let personChanges = try operations(people) {
            $0.insert(Person(name: "z"), at: 0)
            $0[4].count = 5
        }
        #expect(rowChanges == 2 && personChanges == 2)
    }

    @Test func `Attributes of a text have an order, and what depends on the seed of hashes is not recorded`() throws {
        var text = AttributedString("linked")
        text.link = URL(string: "https://a.example")
        text.languageIdentifier = "en"
        text.alternateDescription = "two\nlines"
        text += AttributedString(" and plain")
        let recorded = "linked {NSAlternateDescription = two\nlines, NSLanguage = en, NSLink = https://a.example}"
        var encoder = TreeEncoder()
        #expect(try encoder.reflect(text) == .string(recorded + " and plain"))
        #expect(try encoder.reflect(text[text.startIndex..<text.endIndex]) == .string(recorded + " and plain"))
        let seeded: [Any] = [Set([1]).startIndex, ["a": 1].startIndex, Hasher()]
        #expect(try encoder.reflect(seeded) == ["‹pointer›", "‹pointer›", "‹pointer›"])
        struct Amount: CustomReflectable, CustomStringConvertible {
            var customMirror: Mirror { Mirror(self, children: []) }
            let description: String
        }
        for text in ["$1000000", "0xC0FFEE", "type at 0x7ff2a4c01230"] {
            let expected = text.replacing("7ff2a4c01230", with: "…")
            #expect(try encoder.reflect(Amount(description: text)) == .string(expected))
        }
    }

    @propertyWrapper private struct Wrapper {
        var wrappedValue: Int
    }

    #if !(os(macOS) && arch(x86_64))
    @Test func `Different numbers of half precision have different reflections`() {
        let pair = Pair("Float16", 0.1 as Float16, (0.1 as Float16).nextUp)
        #expect(pair.values.first != pair.values.other)
    }
    #endif

    #if arch(x86_64) && !os(Windows) && !os(Android)
    @Test func `Numbers that are equal only as doubles have different reflections`() {
        let pair = Pair("Float80", 0.1 as Float80, (0.1 as Float80).nextUp)
        #expect(pair.values.first != pair.values.other)
    }
    #endif

    @Test func `A reflection is readable`() throws {
        struct State {
            let at = Date(timeIntervalSinceReferenceDate: 785_488_036.5)
            let letter: Character = "é"
            let bytes = Data([1, 2, 3])
            let wait = Duration.milliseconds(1_500)
            let kind: Any.Type = Int.self
            let part: AnyKeyPath = \Node.name
            let color = SIMD2<Float>(1, 0.5)
            let nested: Int?? = .some(nil)
        }
        var encoder = TreeEncoder()
        #expect(
            try encoder.reflectAlone(State()) == [
                "at": "2025-11-22T07:07:16.500Z", "letter": "é", "bytes": "AQID", "wait": "1.500000000000000000 s",
                "kind": "Swift.Int", "part": "\\Node.name", "color": [1.0, 0.5],
                "nested": ["some": .null],
            ]
        )
    }

    @Test func `Closures and equal objects have equal reflections`() {
        let closures = Pair("closures", { 1 } as () -> Int, { 2 } as () -> Int)
        #expect(closures.values.first == ["value": "‹() -> Int: function›"])
        #expect(closures.values.first == closures.values.other)
        let objects = Pair("objects", Node("a"), Node("a"))
        #expect(objects.values.first == objects.values.other)
    }

    // MARK: Kinds that are recorded wrongly without special care

    /// Its optional is nil if the bits of the hidden property are those of no text.
    private struct Observed {
        var count = 0
        var _$observationRegistrar = "registrar"
    }
    private struct Key: Hashable, CustomStringConvertible {
        let number: Int
        var description: String { "key" }
    }
    private struct Price: Hashable, CustomStringConvertible {
        let cents: Int
        var description: String { "0x\(cents)" }
    }
    private struct Item {
        enum `Type` { case first, second(Int) }
        enum `Protocol` { case http }
        var type = `Type`.first
        var scheme = `Protocol`.http
    }
    private struct WeakKey: Hashable {
        weak var node: Node?
        static func == (_: WeakKey, _: WeakKey) -> Bool { true }
        func hash(into _: inout Hasher) {}
    }
    private indirect enum Growing<Value> { case leaf(Value), node(Growing<[Value]>) }
    private struct Tagged: Encodable {
        var value = Growing.node(.leaf([1]))
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(1)
        }
    }
    private struct Named: Sendable { var name: String }
    private final class Counter { var count = 1 }
    private struct Shared { let counter = Counter() }
    private struct Branch {
        var branches: [Branch] = []
        var shared = Shared()
    }

    /// Encodes values one after the other, and compares each tree with that of a new encoder.
    private func expectFresh<Value>(_ values: [Value]) throws {
        var encoder = TreeEncoder()
        for value in values {
            let tree = try encoder.reflect(value)
            var other = TreeEncoder()
            #expect(try tree.text == other.reflectAlone(value).text)
        }
    }

    @Test func `An optional whose nil is in a hidden property changes`() throws {
        struct State { var child: Observed? }
        try expectFresh([State(), State(child: Observed()), State(), State(child: Observed())])
        try expectFresh([[nil, nil], [Observed(), nil], [nil, Observed()], [nil, nil]] as [[Observed?]])
        try expectFresh([["a": nil], ["a": Observed()], ["a": nil]] as [[String: Observed?]])
    }

    @Test func `Values under keys with the same text change`() throws {
        var values = [Key(number: 1): "a", Key(number: 2): "b"]
        var states = [values]
        for (number, value) in [(2, "c"), (1, "d"), (1, nil), (3, "e"), (2, nil)] {
            values[Key(number: number)] = value
            states.append(values)
        }
        try expectFresh(states)
    }

    @Test func `Keys whose texts look like addresses differ`() throws {
        var encoder = TreeEncoder()
        let tree = try encoder.reflect([Price(cents: 10_000_000): 1])
        #expect(tree == [#"{"cents":10000000}"#: 1])
    }

    @Test func `A key whose object is gone changes`() throws {
        var node: Node? = Node("a")
        let values = [WeakKey(node: node): 1]
        var encoder = TreeEncoder()
        #expect(try encoder.reflect(values) == [#"{"node":{"name":"a"}}"#: 1])
        node = nil
        #expect(try encoder.reflect(values) == [#"{"node":null}"#: 1])
    }

    @Test func `Types with the names of keywords are no metatypes, and metatypes are`() throws {
        struct State {
            let type: any Collection<Int>.Type = Set<Int>.self
        }
        var encoder = TreeEncoder()
        #expect(try encoder.reflect(Item(type: .second(2))) == ["type": ["second": 2], "scheme": "http"])
        #expect(try encoder.reflectAlone(State()) == ["type": "Swift.Set<Swift.Int>"])
    }

    @Test func `What Swift does not know of C is not missing`() throws {
        struct State {
            var color = CColor.green
            var bits = CBits(number: 1, low: 2, high: 3)
        }
        var encoder = TreeEncoder()
        #expect(
            try encoder.reflect(State()) == [
                "color": ["rawValue": 5], "bits": ["number": 1, "…": "‹CBits: opaque›"],
            ]
        )
        try expectFresh([State(), State(color: .red), State()])
    }

    @Test func `A decimal number keeps its digits`() throws {
        var encoder = TreeEncoder()
        let number = NSDecimalNumber(string: "0.12345678901234567890123")
        #expect(try encoder.reflect([number]) == [.number("0.12345678901234567890123")])
    }

    @Test func `Types and values without end are cut`() throws {
        var rules = ReflectionRules()
        rules.representations = [.init { (value: Named) in Named(name: value.name + "!") }]
        var representing = TreeEncoder(rules: rules)
        #expect(try representing.reflect([Named(name: "a")]) == [["name": "a!"]])
        let growing = Growing.node(.leaf([1]))
        let reader = try #require(SharedValueReader(rules))
        _ = withUnsafePointer(to: growing) { reader.read($0) }
        var encoder = TreeEncoder()
        #expect(try encoder.encode([Tagged()]) == [1])
        var value: Any = 1
        for _ in 0..<5_000 { value = Any?.some(value) as Any }
        #expect(try encoder.reflectAlone(value) != .null)
    }

    @Test func `Shared values in a type that contains itself are taken`() throws {
        var rules = ReflectionRules()
        rules.representations = [.init { (value: Shared) in value.counter.count }]
        let reader = try #require(SharedValueReader(rules))
        let branch = Branch(branches: [Branch(branches: [Branch()])])
        let values = withUnsafePointer(to: branch) { reader.read($0) }
        var encoder = TreeEncoder(rules: rules)
        #expect(
            try encoder.encodeOrReflect(branch, sharedValues: values) == [
                "shared": 1, "branches": [["shared": 1, "branches": [["shared": 1, "branches": []]]]],
            ]
        )
    }
}

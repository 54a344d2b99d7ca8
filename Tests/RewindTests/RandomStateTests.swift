import DequeModule
import Foundation
import OrderedCollections
import RewindTree
import TestSupport
import Testing

@testable import Rewind

/// A type whose values know how they are recorded, without any reflection.
private protocol Described {
    static func random(_ random: inout SplitMix64) -> Self
    /// Changes some part of the value.
    mutating func change(_ random: inout SplitMix64)
    var expected: Tree { get }
}

extension Described {
    fileprivate mutating func change(_ random: inout SplitMix64) { self = .random(&random) }
}

// MARK: Scalars

extension Int: Described {
    fileprivate static func random(_ random: inout SplitMix64) -> Int { .random(in: -5...5, using: &random) }
    fileprivate var expected: Tree { .integer(Int64(self)) }
}

extension UInt8: Described {
    fileprivate static func random(_ random: inout SplitMix64) -> UInt8 { .random(in: 0...3, using: &random) }
    fileprivate var expected: Tree { .integer(Int64(self)) }
}

extension Bool: Described {
    fileprivate static func random(_ random: inout SplitMix64) -> Bool { .random(using: &random) }
    fileprivate var expected: Tree { .bool(self) }
}

extension Float: Described {
    fileprivate static func random(_ random: inout SplitMix64) -> Float { Float(Int.random(&random)) / 10 }
    fileprivate var expected: Tree { .double(Double("\(self)") ?? .nan) }
}

extension String: Described {
    fileprivate static func random(_ random: inout SplitMix64) -> String {
        let texts = ["", "a", "é", "a text that is too long to be stored inline", "another long text, not the same"]
        return texts.randomElement(using: &random).map { $0 + String(UInt8.random(&random)) } ?? ""
    }
    fileprivate var expected: Tree { .string(self) }
}

extension URL: Described {
    fileprivate static func random(_ random: inout SplitMix64) -> URL {
        URL(filePath: "/a/\(UInt8.random(&random))")
    }
    fileprivate var expected: Tree { .string(absoluteString) }
}

private enum Plain: Described, CaseIterable {
    case first, second, third
    static func random(_ random: inout SplitMix64) -> Plain { allCases.randomElement(using: &random) ?? .first }
    var expected: Tree {
        switch self {
        case .first: "first"
        case .second: "second"
        case .third: "third"
        }
    }
}

// MARK: Containers

/// The first property has padding after it.
private struct Pair<A: Described, B: Described>: Described {
    var small: UInt8
    var a: A
    private var _b: B

    static func random(_ random: inout SplitMix64) -> Pair {
        Pair(small: .random(&random), a: .random(&random), _b: .random(&random))
    }
    mutating func change(_ random: inout SplitMix64) {
        switch Int.random(in: 0..<3, using: &random) {
        case 0: small.change(&random)
        case 1: a.change(&random)
        default: _b.change(&random)
        }
    }
    var expected: Tree { Tree(members: [("small", small.expected), ("a", a.expected), ("b", _b.expected)]) }
}

private struct Wrapped<A: Described>: Described {
    @Wrapper var inside: A
    var tuple: (A, named: Int)
    var any: Any
    var held: any Described
    var table: [AnyHashable: Int]

    static func random(_ random: inout SplitMix64) -> Wrapped {
        Wrapped(
            inside: .random(&random),
            tuple: (.random(&random), .random(&random)),
            any: A.random(&random),
            held: A.random(&random),
            table: [Int.random(&random): .random(&random)]
        )
    }
    mutating func change(_ random: inout SplitMix64) {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: inside.change(&random)
        case 4: table[Int.random(&random)] = Int.random(&random)
        case 1: tuple.0.change(&random)
        case 2: any = A.random(&random)
        default: held.change(&random)
        }
    }
    var expected: Tree {
        Tree(members: [
            ("inside", Tree(members: [("wrapped", inside.expected)])),
            ("tuple", Tree(members: [("0", tuple.0.expected), ("named", tuple.named.expected)])),
            ("any", (any as? A)?.expected ?? .null), ("held", held.expected),
            ("table", Tree(members: table.map { ("\($0)", $1.expected) })),
        ])
    }
}

@propertyWrapper private struct Wrapper<A> {
    private var _wrapped: A
    var wrappedValue: A {
        get { _wrapped }
        set { _wrapped = newValue }
    }
    init(wrappedValue: A) { _wrapped = wrappedValue }
}

private enum Either<A: Described, B: Described>: Described {
    case nothing
    case one(A)
    case named(id: Int, value: B)
    indirect case boxed(B)

    static func random(_ random: inout SplitMix64) -> Either {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: .nothing
        case 1: .one(.random(&random))
        case 2: .named(id: .random(&random), value: .random(&random))
        default: .boxed(.random(&random))
        }
    }
    mutating func change(_ random: inout SplitMix64) {
        switch self {
        case .one(var a) where Bool.random(&random):
            a.change(&random)
            self = .one(a)
        case .boxed(var b) where Bool.random(&random):
            b.change(&random)
            self = .boxed(b)
        default: self = .random(&random)
        }
    }
    var expected: Tree {
        switch self {
        case .nothing: "nothing"
        case .one(let a): Tree(members: [("one", a.expected)])
        case .named(let id, let b):
            Tree(members: [("named", Tree(members: [("id", id.expected), ("value", b.expected)]))])
        case .boxed(let b): Tree(members: [("boxed", b.expected)])
        }
    }
}

extension Optional: Described where Wrapped: Described {
    fileprivate static func random(_ random: inout SplitMix64) -> Wrapped? {
        UInt8.random(&random) == 0 ? nil : Wrapped.random(&random)
    }
    fileprivate mutating func change(_ random: inout SplitMix64) {
        if UInt8.random(&random) > 0, self != nil { self?.change(&random) } else { self = .random(&random) }
    }
    fileprivate var expected: Tree {
        guard let self else { return .null }
        let tree = self.expected
        return Wrapped.self is any Nested.Type && (tree == .null || (self as? any Nested)?.isNil == true)
            ? ["some": tree] : tree
    }
}

/// An optional inside another one.
private protocol Nested {
    var isNil: Bool { get }
}

extension Optional: Nested where Wrapped: Described {
    fileprivate var isNil: Bool { self.map { ($0 as? any Nested)?.isNil ?? false } ?? true }
}

extension RangeReplaceableCollection where Self: MutableCollection, Element: Described, Index == Int {
    fileprivate static func randomList(_ random: inout SplitMix64) -> Self {
        Self((0..<Int.random(in: 0..<6, using: &random)).map { _ in Element.random(&random) })
    }
    fileprivate mutating func changeList(_ random: inout SplitMix64) {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: append(.random(&random))
        case 1: insert(.random(&random), at: startIndex)
        case 2 where !isEmpty: remove(at: indices.randomElement(using: &random) ?? startIndex)
        default:
            guard let index = indices.randomElement(using: &random) else { return }
            self[index].change(&random)
        }
    }
    fileprivate var list: Tree { Tree(elements: map(\.expected)) }
}

extension Array: Described where Element: Described {
    fileprivate static func random(_ random: inout SplitMix64) -> [Element] { randomList(&random) }
    fileprivate mutating func change(_ random: inout SplitMix64) { changeList(&random) }
    fileprivate var expected: Tree { list }
}

extension ContiguousArray: Described where Element: Described {
    fileprivate static func random(_ random: inout SplitMix64) -> Self { randomList(&random) }
    fileprivate mutating func change(_ random: inout SplitMix64) { changeList(&random) }
    fileprivate var expected: Tree { list }
}

extension Deque: Described where Element: Described {
    fileprivate static func random(_ random: inout SplitMix64) -> Self { randomList(&random) }
    fileprivate mutating func change(_ random: inout SplitMix64) { changeList(&random) }
    fileprivate var expected: Tree { list }
}

@available(macOS 26.0, *)
private struct Board<A: Described>: Described {
    var cells: InlineArray<2, A>

    static func random(_ random: inout SplitMix64) -> Board { Board(cells: [.random(&random), .random(&random)]) }
    mutating func change(_ random: inout SplitMix64) { cells[Int.random(in: 0..<2, using: &random)].change(&random) }
    var expected: Tree { Tree(members: [("cells", Tree(elements: [cells[0].expected, cells[1].expected]))]) }
}

extension Dictionary: Described where Key == String, Value: Described {
    fileprivate static func random(_ random: inout SplitMix64) -> [String: Value] {
        var table: [String: Value] = [:]
        for _ in 0..<Int.random(in: 0..<5, using: &random) { table[.random(&random)] = .random(&random) }
        return table
    }
    fileprivate mutating func change(_ random: inout SplitMix64) {
        guard let key = keys.sorted().randomElement(using: &random), UInt8.random(&random) > 0 else {
            self[.random(&random)] = .random(&random)
            return
        }
        if UInt8.random(&random) == 0 { self[key] = nil } else { self[key]?.change(&random) }
    }
    fileprivate var expected: Tree { Tree(members: map { ($0, $1.expected) }) }
}

extension OrderedDictionary: Described where Key == String, Value: Described {
    fileprivate static func random(_ random: inout SplitMix64) -> Self {
        Self(uniqueKeysWithValues: [String: Value].random(&random).sorted { $0.key < $1.key }.map { ($0, $1) })
    }
    fileprivate mutating func change(_ random: inout SplitMix64) {
        guard count > 1, Bool.random(&random) else {
            self[.random(&random)] = .random(&random)
            return
        }
        if Bool.random(&random) { swapAt(0, count - 1) } else { values[0].change(&random) }
    }
    fileprivate var expected: Tree {
        Tree(elements: map { Tree(members: [("id", .string($0)), ("value", $1.expected)]) })
    }
}

extension OrderedSet: Described where Element == Int {
    fileprivate static func random(_ random: inout SplitMix64) -> Self { Self([Int].random(&random)) }
    fileprivate var expected: Tree { Tree(elements: map(\.expected)) }
}

extension Set: Described where Element == Int {
    fileprivate static func random(_ random: inout SplitMix64) -> Self { Self([Int].random(&random)) }
    fileprivate mutating func change(_ random: inout SplitMix64) {
        let number = Int.random(&random)
        if remove(number) == nil { insert(number) }
    }
    fileprivate var expected: Tree { Tree(elements: map { "\($0)" }.sorted().compactMap { Int($0)?.expected }) }
}

// MARK: Objects

private final class Constant<A: Described>: Described {
    let value: A
    init(_ value: A) { self.value = value }

    static func random(_ random: inout SplitMix64) -> Constant { Constant(.random(&random)) }
    var expected: Tree { Tree(members: [("value", value.expected)]) }
}

private struct Objects<A: Described>: Described {
    var constant: Constant<A>
    var variable: Variable<A>
    weak var weak: Constant<A>?
    let call: @Sendable () -> Void = {}

    static func random(_ random: inout SplitMix64) -> Objects {
        let constant = Constant(A.random(&random))
        return Objects(
            constant: constant,
            variable: Variable(.random(&random)),
            weak: Bool.random(&random) ? constant : nil
        )
    }
    mutating func change(_ random: inout SplitMix64) {
        switch Int.random(in: 0..<3, using: &random) {
        // The encoder keeps the old object alive until the next value.
        case 0: (constant, weak) = (.random(&random), nil)
        case 1: variable.value.change(&random)
        default: weak = Bool.random(&random) ? constant : nil
        }
    }
    var expected: Tree {
        let variable = "‹\(_typeName(Variable<A>.self, qualified: false)): object›"
        return Tree(members: [
            ("constant", constant.expected), ("variable", .string(variable)), ("weak", weak?.expected ?? .null),
            ("call", "‹@Sendable () -> (): function›"),
        ])
    }
}

private final class Variable<A> {
    var value: A
    init(_ value: A) { self.value = value }
}

/// Copied on write, and shown by a mirror.
private struct Copied<A: Described>: Described, CustomReflectable {
    private var storage: Variable<A>

    static func random(_ random: inout SplitMix64) -> Copied { Copied(storage: Variable(.random(&random))) }
    mutating func change(_ random: inout SplitMix64) {
        if !isKnownUniquelyReferenced(&storage) { storage = Variable(storage.value) }
        storage.value.change(&random)
    }
    var customMirror: Mirror { Mirror(self, children: ["shown": storage.value]) }
    var expected: Tree { Tree(members: [("shown", storage.value.expected)]) }
}

// MARK: The test

@Suite struct RandomStateTests {
    private static var scalars: [any Described.Type] {
        [
            Int.self, UInt8.self, Bool.self, Float.self, String.self, URL.self, Plain.self, OrderedSet<Int>.self,
            Set<Int>.self,
        ]
    }

    /// Returns a type with parts nested to a depth.
    private static func type(_ depth: Int, _ random: inout SplitMix64) -> any Described.Type {
        guard depth > 0 else { return scalars.randomElement(using: &random) ?? Int.self }
        let choice = Int.random(in: 0..<13, using: &random)
        let other = choice < 2 ? type(Int.random(in: 0..<depth, using: &random), &random) : Int.self
        func pair<A: Described>(_ a: A.Type) -> any Described.Type {
            func pair<B: Described>(_: B.Type) -> any Described.Type {
                choice == 0 ? Pair<A, B>.self : Either<A, B>.self
            }
            return pair(other)
        }
        func container<A: Described>(_ a: A.Type) -> any Described.Type {
            switch choice {
            case 2: return A?.self
            case 3: return [A].self
            case 4: return ContiguousArray<A>.self
            case 5: return Deque<A>.self
            case 6: return [String: A].self
            case 7: return OrderedDictionary<String, A>.self
            case 8: return Constant<A>.self
            case 9: return Objects<A>.self
            case 10: return Copied<A>.self
            case 11: if #available(macOS 26.0, *) { return Board<A>.self }
            default: break
            }
            return Wrapped<A>.self
        }
        let inner = type(depth - 1, &random)
        return choice < 2 ? pair(inner) : container(inner)
    }

    @Test(arguments: 0..<Thoroughness.count(3, orInFull: 40))
    func `Any value is recorded as it is, and so is each changed one after it`(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        for _ in 0..<50 {
            let type = Self.type(Int.random(in: 1...6, using: &random), &random)
            try check(type, &random)
        }
    }

    @Test func `Any value is recorded as it is after many changes`() throws {
        var random = SplitMix64(seed: 41)
        for _ in 0..<Thoroughness.count(2, orInFull: 100) {
            try check(Self.type(Int.random(in: 1...6, using: &random), &random), changes: 1_000, &random)
        }
    }

    private func check<Value: Described>(
        _: Value.Type,
        changes: Int = 50,
        _ random: inout SplitMix64
    ) throws {
        var encoder = TreeEncoder()
        var value = Value.random(&random)
        for _ in 0..<changes {
            let tree = try encoder.reflect(value)
            try #require(tree == value.expected, "\(Value.self): \(tree.text) is not \(value.expected.text)")
            value.change(&random)
        }
    }
}

import TestSupport
import Testing

@testable import RewindTree

/// A linked list, nested as deeply as it is long.
private final class Link: Codable {
    let number: Int
    private(set) var next: Link?

    init(_ number: Int, _ next: Link?) {
        (self.number, self.next) = (number, next)
    }

    /// Releases the links in a loop: the default recursion would overflow the stack.
    deinit {
        var rest = next.take()
        while isKnownUniquelyReferenced(&rest) { rest = rest?.next.take() }
    }

    static func list(_ count: Int) -> Link? {
        (0..<count).reversed().reduce(nil) { Link($1, $0) }
    }
}

/// A value that encodes nothing except the inner one.
private final class Husk: Encodable {
    private var inner: Husk?

    init(_ inner: Husk?) { self.inner = inner }

    deinit {
        var rest = inner.take()
        while isKnownUniquelyReferenced(&rest) { rest = rest?.inner.take() }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let inner { try container.encode(inner) } else { try container.encode("the end") }
    }
}

private indirect enum Expression: Codable, Equatable, Sendable {
    case number(Int)
    case sum(Expression, [Expression])
    case named([String: Expression])

    static func random(levels: Int, _ random: inout SplitMix64) -> Expression {
        var result = Expression.number(random.below(10))
        for _ in 0..<levels {
            switch random.below(3) {
            case 0: result = .sum(result, [.number(1)])
            case 1: result = .sum(.number(2), [.number(3), result])
            default: result = .named(["a": .number(4), "b": result])
            }
        }
        return result
    }
}

/// Requests containers inside containers, without a separate value for each.
private struct Containers: Encodable {
    let count: Int
    let isKeyed: Bool

    func encode(to encoder: any Encoder) throws {
        if isKeyed {
            var container = encoder.container(keyedBy: TextKey.self)
            for _ in 0..<count { container = container.nestedContainer(keyedBy: TextKey.self, forKey: TextKey("k")) }
            try container.encode(1, forKey: TextKey("end"))
        } else {
            var container = encoder.unkeyedContainer()
            for _ in 0..<count { container = container.nestedUnkeyedContainer() }
            try container.encode(1)
        }
    }
}

@Suite struct DepthTests {
    private func markers(_ tree: Tree) -> Int {
        switch tree {
        case Tree.tooDeep: 1
        case .array(let node): node.elements.reduce(0) { $0 + markers($1) }
        case .object(let node): node.values.reduce(0) { $0 + markers($1) }
        default: 0
        }
    }

    @Test(
        arguments: [0, 1, 254, 255, 256, 257, 1_000, 100_000]
    )
    func `A value within the limit is encoded whole, and a deeper one is cut at the limit`(count: Int) throws {
        try onStack(of: 4 << 20) {
            var encoder = TreeEncoder()
            let tree = try encoder.encode(Link.list(count))
            #expect(tree.levels == min(count, Tree.depthLimit))
            #expect(encoder.hasCut == (count > Tree.depthLimit))
            #expect(markers(tree) == (count > Tree.depthLimit ? 1 : 0))
        }
    }

    @Test(arguments: 0..<5)
    func `A value of 100,000 levels does not overflow the stack`(kind: Int) throws {
        let encoded = try onStack {
            var encoder = TreeEncoder()
            let tree =
                switch kind {
                case 0: try encoder.encode(["a": Link.list(100_000), "b": Link.list(2)])
                case 1: try encoder.encode([Husk((0..<100_000).reduce(nil) { inner, _ in Husk(inner) })])
                case 2: try encoder.encode([Containers(count: 100_000, isKeyed: true)])
                case 3: try encoder.encode([Containers(count: 100_000, isKeyed: false)])
                default:
                    try encoder.encodeAlone(["a": Link.list(100_000)]) ?? .null
                }
            #expect(encoder.hasCut)
            // The next value is not cut.
            let next = try encoder.encode(["c": Link.list(3)])
            #expect(!encoder.hasCut && next.levels == 4)
            return tree
        }
        let tree = try #require(encoded)
        #expect(tree.levels <= Tree.depthLimit)
        #expect(markers(tree) == 1)
        if kind == 0 { #expect(tree[["b"]]?.levels == 2) }
    }

    @Test(
        arguments: [(512 << 10, 64), (2 << 20, 256), (8 << 20, 256)]
    )
    func `The thread's stack size limits the levels that are encoded and decoded`(size: Int, levels: Int) throws {
        try onStack(of: size) {
            var encoder = TreeEncoder()
            let tree = try encoder.encode(Link.list(levels))
            #expect(tree.levels == levels && !encoder.hasCut)
            #expect(try TreeDecoder().decode(Link.self, from: tree).number == 0)
            // Deep in the app's calls, there is less stack.
            #expect(try Self.calling(size / 2) { try encoder.encode(Link.list(100_000)) }.levels >= 16)
        }
    }

    /// Calls `body` after `bytes` of the stack are used, counted from an address in it.
    private static func calling<Result>(
        _ bytes: Int,
        from top: UInt? = nil,
        _ body: () throws -> Result
    ) rethrows -> Result {
        try withUnsafeTemporaryAllocation(byteCount: 1_024, alignment: 16) { memory in
            let here = UInt(bitPattern: memory.baseAddress)
            let top = top ?? here
            return top - here > bytes ? try body() : try calling(bytes, from: top, body)
        }
    }

    @Test(arguments: 0..<6)
    func `Every operation on the deepest values succeeds on a small stack`(kind: Int) throws {
        @Sendable func nested(_ leaf: Tree) -> Tree {
            (0..<Tree.readableDepth).reduce(leaf) { tree, level in
                switch kind % 3 {
                case 0: [tree]
                case 1: ["k": tree]
                default: level % 2 == 0 ? [1, tree] : ["k": tree, "id": .integer(Int64(level))]
                }
            }
        }
        let (one, two) = (nested(1), nested(kind < 3 ? 2 : "two"))
        try onStack {
            let copy = try Tree(parsing: one.text)
            #expect(copy == one)
            #expect(one != two)
            #expect(one.hashValue == copy.hashValue)
            #expect(one.digest != two.digest)
            #expect(!one.prettyText.isEmpty)
            #expect(one.levels == Tree.readableDepth)
            let patch = two.patch(from: one)
            #expect(try one.applying(patch) == two)
            #expect(try one.applying(Patch([.test(.root, copy)])) == one)
        }
        // Releasing it does not need much stack.
        try onStack { _ = nested(3) }
    }

    @Test(arguments: Thoroughness.first(15, of: 0..<60 as Range<UInt64>))
    func `A random value near the limit decodes to itself unless it is cut`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let value = Expression.random(levels: 20 + random.below(110), &random)
        let result = try onStack {
            var encoder = TreeEncoder()
            let tree = try encoder.encode(value)
            let decoded = encoder.hasCut ? nil : try? TreeDecoder().decode(Expression.self, from: tree)
            return (tree, encoder.hasCut || decoded == nil || decoded == value)
        }
        let (tree, whole) = try #require(result)
        #expect(whole)
        try onStack(of: 8 << 20) {
            var encoder = TreeEncoder()
            let full = try encoder.encode(value)
            #expect(full.levels <= Tree.depthLimit)
            #expect(encoder.hasCut == (markers(full) > 0))
            if !encoder.hasCut { #expect(full.text == plainText(value)) }
            if markers(tree) == 0 { #expect(tree == full) }
        }
    }

    /// Returns the expected text of the encoding, computed independently.
    private func plainText(_ value: Expression) -> String {
        switch value {
        case .number(let number): "{\"number\":{\"_0\":\(number)}}"
        case .sum(let first, let rest):
            "{\"sum\":{\"_0\":\(plainText(first)),\"_1\":[\(rest.map(plainText).joined(separator: ","))]}}"
        case .named(let members):
            "{\"named\":{\"_0\":{"
                + members.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\(plainText($0.value))" }.joined(
                    separator: ","
                )
                + "}}}"
        }
    }

    @Test func `Decoding a deep value on a small stack throws instead of overflowing`() throws {
        let tree = try #require(
            try onStack(of: 4 << 20) {
                var encoder = TreeEncoder()
                return try encoder.encode(Link.list(Tree.depthLimit))
            }
        )
        let number = try onStack(of: 512 << 10) {
            do {
                return try TreeDecoder().decode(Link.self, from: tree).number
            } catch DecodingError.dataCorrupted {
                return 0
            }
        }
        #expect(number == 0)
    }
}

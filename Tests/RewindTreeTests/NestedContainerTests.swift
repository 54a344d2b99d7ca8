import Foundation
import Testing

@testable import RewindTree

@Suite struct NestedContainerTests {
    private typealias Container = KeyedEncodingContainer<AnyKey>

    /// Encodes itself with a closure.
    private struct Told: Encodable {
        let write: (inout Container) throws -> Void

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyKey.self)
            try write(&container)
        }
    }

    private func check(_ expected: Tree, _ write: @escaping (inout Container) throws -> Void) throws {
        var encoder = TreeEncoder()
        for _ in 0..<3 { #expect(try encoder.encode(Told(write: write)) == expected) }
    }

    private static let a = AnyKey("a")
    private static let b = AnyKey("b")
    private static let c = AnyKey("c")

    @Test func `A keyed container requested twice for one key is the same container`() throws {
        try check(["a": ["b": 1, "c": 2], "b": 3]) { container in
            var first = container.nestedContainer(keyedBy: AnyKey.self, forKey: Self.a)
            try first.encode(1, forKey: Self.b)
            try container.encode(3, forKey: Self.b)
            var second = container.nestedContainer(keyedBy: AnyKey.self, forKey: Self.a)
            try second.encode(2, forKey: Self.c)
        }
    }

    @Test func `An unkeyed container requested twice for one key is the same container`() throws {
        try check(["a": [1, 2, 3]]) { container in
            var first = container.nestedUnkeyedContainer(forKey: Self.a)
            try first.encode(1)
            var second = container.nestedUnkeyedContainer(forKey: Self.a)
            try second.encode(2)
            try first.encode(3)
        }
    }

    @Test func `A container requested for the key of an object or an array extends that value`() throws {
        try check(["a": ["b": 1, "c": 2], "b": [1, 2]]) { container in
            try container.encode(["b": 0, "c": 2], forKey: Self.a)
            try container.encode([1], forKey: Self.b)
            var object = container.nestedContainer(keyedBy: AnyKey.self, forKey: Self.a)
            try object.encode(1, forKey: Self.b)
            var list = container.nestedUnkeyedContainer(forKey: Self.b)
            try list.encode(2)
        }
    }

    @Test func `A value replaces a container that was requested for its key before`() throws {
        try check(["a": 1]) { container in
            var nested = container.nestedContainer(keyedBy: AnyKey.self, forKey: Self.a)
            try container.encode(1, forKey: Self.a)
            try nested.encode(2, forKey: Self.b)
        }
    }

    @Test
    func `A container requested after a single value extends that object or array`() throws {
        struct After: Encodable {
            var isKeyed: Bool

            func encode(to encoder: any Encoder) throws {
                var single = encoder.singleValueContainer()
                if isKeyed {
                    try single.encode(["b": 1])
                    var container = encoder.container(keyedBy: AnyKey.self)
                    try container.encode(2, forKey: AnyKey("c"))
                } else {
                    try single.encode([1])
                    var container = encoder.unkeyedContainer()
                    try container.encode(2)
                }
            }
        }
        var encoder = TreeEncoder()
        for _ in 0..<3 {
            #expect(try encoder.encode([After(isKeyed: true), After(isKeyed: false)]) == [["b": 1, "c": 2], [1, 2]])
        }
    }

    @Test
    func `Containers of more keys than are remembered can be requested again after errors`() throws {
        struct Failing: Encodable {
            func encode(to encoder: any Encoder) throws { throw CancellationError() }
        }
        let keys = (0..<300).map { AnyKey("key \($0)") }
        let expected = Tree(
            members: keys.enumerated().map { index, key in
                (key.stringValue, index % 3 == 0 ? [.integer(Int64(index)), "again"] : [.integer(Int64(index))])
            }
        )
        try check(expected) { container in
            for (index, key) in keys.enumerated() {
                if index % 2 == 0 { try container.encode([index], forKey: key) }
                var list = container.nestedUnkeyedContainer(forKey: key)
                if index % 2 == 1 { try list.encode(index) }
                try? container.encode(Failing(), forKey: key)
            }
            for key in stride(from: 0, to: keys.count, by: 3).map({ keys[$0] }) {
                try? container.encode(Failing(), forKey: key)
                var list = container.nestedUnkeyedContainer(forKey: key)
                try list.encode("again")
            }
        }
    }

    @Test func `A container of another kind than the value of its key is an error`() throws {
        var encoder = TreeEncoder()
        let value = Told { container in
            try container.encode(1, forKey: Self.a)
            _ = container.nestedContainer(keyedBy: AnyKey.self, forKey: Self.a)
        }
        #expect(throws: EncodingError.self) { try encoder.encode(value) }
        #expect(try encoder.encode(1) == 1)
    }

    private static let besideSuperEncoders: [@Sendable (inout Container) throws -> Void] = [
        { container in
            let encoder = container.superEncoder(forKey: a)
            var keyed = encoder.container(keyedBy: AnyKey.self)
            try keyed.encode(1, forKey: b)
            var list = container.nestedUnkeyedContainer(forKey: a)
            try list.encode(2)
            try keyed.encode(3, forKey: c)
            withExtendedLifetime(encoder) {}
        },
        { container in
            let encoder = container.superEncoder(forKey: a)
            var keyed = encoder.container(keyedBy: AnyKey.self)
            var inner = keyed.nestedContainer(keyedBy: AnyKey.self, forKey: b)
            try inner.encode(1, forKey: b)
            var list = container.nestedUnkeyedContainer(forKey: a)
            try list.encode(2)
            withExtendedLifetime(encoder) {}
        },
        { container in
            let encoder = container.superEncoder(forKey: a)
            var list = container.nestedUnkeyedContainer(forKey: a)
            try list.encode(2)
            withExtendedLifetime(encoder) {}
        },
        { container in
            let encoder = container.superEncoder(forKey: a)
            var keyed = container.nestedContainer(keyedBy: AnyKey.self, forKey: a)
            try keyed.encode(2, forKey: b)
            try 5.encode(to: encoder)
        },
        { container in
            let encoder = container.superEncoder(forKey: a)
            var own = encoder.unkeyedContainer()
            try own.encode(1)
            var list = container.nestedUnkeyedContainer(forKey: a)
            try list.encode(2)
            try own.encode(3)
            withExtendedLifetime(encoder) {}
        },
        { container in
            try [1].encode(to: container.superEncoder(forKey: a))
            var list = container.nestedUnkeyedContainer(forKey: a)
            try list.encode(2)
        },
        { container in
            var list = container.nestedUnkeyedContainer(forKey: a)
            try list.encode(1)
            let encoder = container.superEncoder(forKey: a)
            try 5.encode(to: encoder)
            var again = container.nestedUnkeyedContainer(forKey: a)
            try again.encode(2)
            try list.encode(3)
            withExtendedLifetime(encoder) {}
        },
        { container in
            var early: (any UnkeyedEncodingContainer)?
            do {
                let encoder = container.superEncoder(forKey: a)
                var own = encoder.unkeyedContainer()
                early = container.nestedUnkeyedContainer(forKey: a)
                try early?.encode(1)
                try own.encode(2)
                withExtendedLifetime(encoder) {}
            }
            try early?.encode(3)
            var late = container.nestedUnkeyedContainer(forKey: a)
            try late.encode(4)
        },
    ]

    @Test(arguments: besideSuperEncoders.indices)
    func `Containers beside a super encoder for one key are encoded as by JSONEncoder`(index: Int) throws {
        let write = Self.besideSuperEncoders[index]
        let json = try JSONEncoder().encode(Told(write: write))
        try check(try Tree(parsing: String(decoding: json, as: UTF8.self)), write)
    }
}

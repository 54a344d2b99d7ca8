import Testing

@testable import RewindTree

/// The remains of a value whose encoding fails when its container continues.
@Suite struct SwallowedErrorTests {
    private struct Failure: Error {}

    /// Throws after encoding a part.
    private struct Fragile: Encodable {
        var number = 0
        var fails = false

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyKey.self)
            try container.encode(number, forKey: AnyKey("number"))
            if fails { throw Failure() }
        }
    }

    /// Omits or replaces members that fail.
    private struct Forgiving: Encodable {
        enum Manner: CaseIterable { case leavingOut, replacing, replacingUnderOther }

        var manner = Manner.leavingOut
        var first = Fragile()
        var list = Array(0..<100)
        var second = Fragile()

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyKey.self)
            try encode(first, "first", in: &container)
            try container.encode(list, forKey: AnyKey("list"))
            try encode(second, "second", in: &container)
        }

        private func encode(_ value: Fragile, _ key: String, in container: inout KeyedEncodingContainer<AnyKey>) throws
        {
            do {
                try container.encode(value, forKey: AnyKey(key))
            } catch {
                switch manner {
                case .leavingOut: return
                case .replacing: try container.encode("failed", forKey: AnyKey(key))
                case .replacingUnderOther: try container.encode("failed", forKey: AnyKey("no \(key)"))
                }
            }
        }
    }

    /// Returns the encoded members of a value, in the order of their keys.
    private func expected(_ value: Forgiving) -> Tree {
        var members: [(String, Tree)] = [("list", Tree(elements: value.list.map { .integer(Int64($0)) }))]
        for (key, value, manner) in [("first", value.first, value.manner), ("second", value.second, value.manner)] {
            switch (value.fails, manner) {
            case (false, _): members.append((key, ["number": .integer(Int64(value.number))]))
            case (true, .leavingOut): break
            case (true, .replacing): members.append((key, "failed"))
            case (true, .replacingUnderOther): members.append(("no \(key)", "failed"))
            }
        }
        return Tree(members: members)
    }

    @Test(arguments: [false, true], [false, true])
    func `A member whose value throws is left out`(first: Bool, second: Bool) throws {
        for manner in Forgiving.Manner.allCases {
            var encoder = TreeEncoder()
            var value = Forgiving(manner: manner)
            #expect(try encoder.encode(value) == expected(value))
            for step in 1...3 {
                (value.first.fails, value.second.fails) = (first, second)
                #expect(try encoder.encode(value) == expected(value))
                #expect(try encoder.encode(value) == expected(value), "again")
                value.first.number = step
                value.list[0] = step
                #expect(try encoder.encode(value) == expected(value), "with other values around")
                (value.first.fails, value.second.fails) = (false, false)
                value.second.number = step
                #expect(try encoder.encode(value) == expected(value), "when nothing fails any more")
            }
        }
    }

    @Test func `An element that throws is left out`() throws {
        struct List: Encodable {
            var values: [Fragile]

            func encode(to encoder: any Encoder) throws {
                var container = encoder.unkeyedContainer()
                for value in values {
                    let count = container.count
                    do { try container.encode(value) } catch { #expect(container.count == count) }
                }
            }
        }
        var encoder = TreeEncoder()
        for failing in [[], [0], [1, 2], [2], [0, 1, 2], []] {
            let list = List(values: (0..<3).map { Fragile(number: $0, fails: failing.contains($0)) })
            let numbers = (0..<3).filter { !failing.contains($0) }
            #expect(try encoder.encode(list) == Tree(elements: numbers.map { ["number": .integer(Int64($0))] }))
        }
    }

    @Test func `A single value that throws leaves nothing, and another one can replace it`() throws {
        struct One: Encodable {
            var value: Fragile
            var isReplaced: Bool

            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                do {
                    try container.encode(value)
                } catch {
                    if isReplaced { try container.encode("failed") }
                }
            }
        }
        var encoder = TreeEncoder()
        for fails in [false, true, false, true] {
            for isReplaced in [false, true] {
                let failed: Tree = isReplaced ? "failed" : [:]
                let tree = try encoder.encode([One(value: Fragile(number: 1, fails: fails), isReplaced: isReplaced)])
                #expect(tree == [fails ? failed : ["number": 1]])
            }
        }
    }

    @Test func `Values written to a nested container or a super encoder before an error are kept`() throws {
        struct Half: Encodable {
            var fails: Bool

            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: AnyKey.self)
                var nested = container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("nested"))
                try nested.encode(1, forKey: AnyKey("before"))
                try? nested.encode(Fragile(fails: fails), forKey: AnyKey("value"))
                try? Fragile(fails: fails).encode(to: container.superEncoder())
                var list = container.nestedUnkeyedContainer(forKey: AnyKey("list"))
                try? list.encode(Fragile(fails: fails))
                try? Fragile(fails: fails).encode(to: list.superEncoder())
                try list.encode(2)
            }
        }
        let whole: Tree = ["number": 0]
        var encoder = TreeEncoder()
        for fails in [false, true, false, true, true] {
            let expected: Tree =
                fails
                ? ["nested": ["before": 1], "super": whole, "list": [whole, 2]]
                : ["nested": ["before": 1, "value": whole], "super": whole, "list": [whole, whole, 2]]
            #expect(try encoder.encode(Half(fails: fails)) == expected)
        }
    }

    @Test
    func `Containers of two kinds are an error even where errors are swallowed`()
        throws
    {
        struct Torn: Encodable {
            func encode(to encoder: any Encoder) throws {
                _ = encoder.container(keyedBy: AnyKey.self)
                _ = encoder.unkeyedContainer()
                throw Failure()
            }
        }
        var encoder = TreeEncoder()
        #expect(throws: EncodingError.self) { try encoder.encode([Torn()]) }
        #expect(try encoder.encode([1]) == [1])
    }
}

import RewindTree

/// Random values with everything that is difficult to store as text.
package struct RandomTree {
    package var random: SplitMix64

    private static let keys = [
        "$", "$chunk", "$$chunk", "$$", "$\u{301}", "$chunk\u{301}", "", "é", "e\u{301}", "a/b", "~", "~1", "0", "-",
        "\0", "\0a", "\u{1F}", "\"\\", "👩‍👩‍👧‍👦", "id", "name", "items", "count",
    ]

    private static let scalars: [Tree] = [
        .null, true, false, 0, 1, -1, .integer(.max), .integer(.min), .integer(1 << 53), 0.0, .double(-0.0), 1.0, 0.1,
        .double(.greatestFiniteMagnitude), .double(.leastNonzeroMagnitude), .double(-.pi),
        .number("18446744073709551615"), .number("-9223372036854775809"), .number("1e+400"), "", "$chunk", "é",
        "e\u{301}", "\0", "line\nbreak", "\u{2028}", "\"", "\\", "\u{10FFFF}", "\r\n", "0",
        .string(String(repeating: "long é ", count: 200)), .string(String(repeating: "\\", count: 1_023)),
        .string(String(repeating: "x", count: 1_022)), .string(String(repeating: "x", count: 1_023)),
    ]

    package init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    /// Returns a value of at most `depth` levels.
    package mutating func tree(depth: Int = 5) -> Tree {
        switch depth > 0 ? random.below(6) : 0 {
        case 0, 1: return scalar()
        case 2: return Tree(elements: (0..<random.below(6)).map { _ in tree(depth: depth - 1) })
        case 3: return elementsWithIdentity(depth: depth - 1)
        default: return object(depth: depth)
        }
    }

    /// Returns an object of at most `depth` levels.
    package mutating func object(depth: Int = 5) -> Tree {
        Tree(members: (0..<random.below(7)).map { _ in (random.pick(Self.keys), tree(depth: depth - 1)) })
    }

    /// Returns a value that differs from `tree` in some places and shares the rest with it.
    package mutating func edited(_ tree: Tree) -> Tree {
        switch tree {
        case .array(let node) where random.below(8) > 0:
            var elements = node.elements
            let index = random.below(elements.count + 1)
            switch random.below(4) {
            case 0: elements.insert(self.tree(depth: 3), at: index)
            case 1 where index < elements.count: elements.remove(at: index)
            case 2 where index < elements.count: elements.append(elements.remove(at: index))
            default: if index < elements.count { elements[index] = edited(elements[index]) }
            }
            return Tree(elements: elements)
        case .object(let node) where random.below(8) > 0:
            var members = Array(zip(node.keys, node.values))
            let index = random.below(members.count + 1)
            switch random.below(4) {
            case 0: members.append((random.pick(Self.keys), self.tree(depth: 3)))
            case 1 where index < members.count: members.remove(at: index)
            default: if index < members.count { members[index].1 = edited(members[index].1) }
            }
            return Tree(members: members)
        default:
            return self.tree(depth: 3)
        }
    }

    private mutating func scalar() -> Tree {
        random.below(3) == 0 ? .integer(Int64(random.below(1_000))) : random.pick(Self.scalars)
    }

    private mutating func elementsWithIdentity(depth: Int) -> Tree {
        let ids = (0..<random.below(20)).shuffled(using: &random)
        return Tree(elements: ids.map { ["id": .integer(Int64($0)), "value": tree(depth: depth - 1)] })
    }
}

import RewindTree
import TestSupport

extension SplitMix64 {
    /// Returns true with a probability in percent.
    mutating func chance(_ percent: Int) -> Bool {
        below(100) < percent
    }
}

/// Random trees, and random changes to them.
struct TreeMaker {
    var random: SplitMix64
    private var nextID: Int64 = 0

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    var texts = [
        "", "a", "b", "id", "~", "/", "é", "e\u{301}", "日本語", "👩‍👩‍👧", "\u{0}", "\n\t\u{1}\u{1f}", "\"\\/", "0", "1", "-",
        "a long text that does not fit into the fifteen bytes of a small string",
    ]

    mutating func text() -> String {
        texts[Int.random(in: 0..<texts.count, using: &random)]
    }

    mutating func scalar() -> Tree {
        switch Int.random(in: 0..<9, using: &random) {
        case 0: .null
        case 1: .bool(Bool.random(using: &random))
        case 2: .integer(Int64.random(in: -3...3, using: &random))
        case 3: .integer(Int64(truncatingIfNeeded: random.next()))
        case 4:
            .double(
                [0.0, -0.0, 1.0, -2.5, 1e300, .leastNonzeroMagnitude, 1e16, 0.1][Int.random(in: 0..<8, using: &random)]
            )
        case 5:
            {
                let value = Double(bitPattern: $0); return .double(value.isFinite ? value : 1.5)
            }(random.next())
        case 6: .number("18446744073709551615")
        default: .string(text())
        }
    }

    mutating func value(depth: Int) -> Tree {
        if depth == 0 || random.chance(25) { return scalar() }
        let count = Int.random(in: 0...5, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: return Tree(elements: (0..<count).map { _ in value(depth: depth - 1) })
        case 1: return Tree(elements: (0..<count * 2).map { _ in entity(depth: depth - 1) })
        default: return Tree(members: (0..<count).map { _ in (text(), value(depth: depth - 1)) })
        }
    }

    /// Returns an object with an id.
    mutating func entity(depth: Int) -> Tree {
        nextID += 1
        return [
            "id": random.chance(50) ? .integer(nextID) : .string("id\(nextID)"),
            "title": .string(text()),
            "value": value(depth: max(depth - 1, 0)),
        ]
    }

    /// Returns a value that shares most of its nodes with the old one.
    mutating func mutation(of tree: Tree) -> Tree {
        if random.chance(10) { return value(depth: 2) }
        switch tree {
        case .array(let node): return Tree(elements: mutation(of: node.elements))
        case .object(let node):
            var members = Array(zip(node.keys, node.values))
            switch Int.random(in: 0..<4, using: &random) {
            case 0: members.append((text(), value(depth: 2)))
            case 1 where !members.isEmpty: members.remove(at: Int.random(in: members.indices, using: &random))
            default:
                for index in members.indices where random.chance(40) {
                    members[index].1 = mutation(of: members[index].1)
                }
            }
            return Tree(members: members)
        default: return scalar()
        }
    }

    private mutating func mutation(of elements: [Tree]) -> [Tree] {
        var elements = elements
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            switch Int.random(in: 0..<8, using: &random) {
            case 0: elements.insert(entity(depth: 1), at: Int.random(in: 0...elements.count, using: &random))
            case 1: elements.insert(value(depth: 1), at: 0)
            case 2: elements.append(entity(depth: 1))
            case 3 where !elements.isEmpty: elements.remove(at: Int.random(in: elements.indices, using: &random))
            case 4 where !elements.isEmpty:
                let moved = elements.remove(at: Int.random(in: elements.indices, using: &random))
                elements.insert(moved, at: Int.random(in: 0...elements.count, using: &random))
            case 5: elements.shuffle(using: &random)
            case 6 where !elements.isEmpty:
                let index = Int.random(in: elements.indices, using: &random)
                elements[index] = entity(depth: 1)
            default:
                for index in elements.indices where random.chance(40) {
                    elements[index] = mutation(of: elements[index])
                }
            }
        }
        return elements
    }
}

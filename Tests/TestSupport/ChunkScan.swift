import Foundation
import RewindTree

/// The chunks that a file holds and those that it needs, found by parsing everything without the code under test.
package struct ChunkScan {
    package let stored: Set<Int>
    package let needed: Set<Int>

    package init(_ url: URL) throws {
        let bodies = try SQL.rows("SELECT id, body FROM chunk", in: url)
        stored = Set(bodies.compactMap { Int($0[0]) })
        var inside: [Int: Set<Int>] = [:]
        for row in bodies { inside[Int(row[0]) ?? 0] = Self.references(in: try Tree(parsing: row[1])) }
        var pending = Set(try SQL.column("SELECT chunk FROM snapshot", in: url).compactMap { Int($0) })
        let rows = "SELECT payload, patch FROM action UNION ALL SELECT input, NULL FROM effect"
        for row in try SQL.rows(rows + " UNION ALL SELECT value, NULL FROM outcome", in: url) {
            for text in row where !text.isEmpty { pending.formUnion(Self.references(in: try Tree(parsing: text))) }
        }
        var needed: Set<Int> = []
        while let id = pending.popFirst() {
            if needed.insert(id).inserted { pending.formUnion(inside[id] ?? []) }
        }
        self.needed = needed
    }

    private static func references(in tree: Tree) -> Set<Int> {
        switch tree {
        case .array(let array): return array.elements.reduce(into: []) { $0.formUnion(references(in: $1)) }
        case .object(let object):
            if object.keys == ["$chunk"], case .integer(let id) = object.values[0] { return [Int(id)] }
            return object.values.reduce(into: []) { $0.formUnion(references(in: $1)) }
        default: return []
        }
    }
}

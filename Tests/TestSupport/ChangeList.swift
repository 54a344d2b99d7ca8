import RewindTree

/// The changes between two states, applied independently of the code that computes them.
package struct ChangeList {
    package struct Entry: Hashable {
        package let op: String
        package let pointer: Pointer
        package let source: Pointer?
        package let old, new: Tree?

        package init(op: String, pointer: Pointer, source: Pointer?, old: Tree?, new: Tree?) {
            (self.op, self.pointer, self.source, self.old, self.new) = (op, pointer, source, old, new)
        }
    }

    /// An entry, and the rest of its pointer.
    private typealias Step = (entry: Entry, tokens: ArraySlice<String>)

    package let entries: [Entry]

    package init(_ entries: [Entry]) {
        self.entries = entries
    }

    /// Creates a list from the `changes` that `rewind diff --json` prints.
    package init(_ json: Tree) throws {
        guard case .array(let changes) = json else { throw PointerError.noLeadingSlash }
        entries = try changes.map { change in
            func pointer(_ name: String) throws -> Pointer? {
                guard case .string(let text)? = change.child(name) else { return nil }
                return try Pointer(parsing: text)
            }
            guard case .string(let op)? = change.child("op"), let place = try pointer("pointer") else {
                throw PointerError.noLeadingSlash
            }
            return Entry(
                op: op,
                pointer: place,
                source: try pointer("from"),
                old: change.child("old"),
                new: change.child("new")
            )
        }
    }

    /// Returns the state after the changes; nil if they do not fit `old`, or an old value differs.
    package func applied(to old: Tree) -> Tree? {
        Self.apply(entries.map { ($0, $0.pointer.tokens[...]) }, to: old)
    }

    private static func apply(_ steps: [Step], to old: Tree) -> Tree? {
        if let whole = steps.first(where: \.tokens.isEmpty)?.entry {
            return steps.count == 1 && whole.op == "replace" && whole.old == old ? whole.new : nil
        }
        let own = steps.filter { $0.tokens.count == 1 && $0.entry.op != "replace" }.map(\.entry)
        let inner = steps.filter { $0.tokens.count > 1 || $0.entry.op == "replace" }
        var value: Tree?
        switch old {
        case .array(let array): value = elements(array.elements, own)
        case .object(let object): value = members(object, own)
        case .null, .bool, .integer, .double, .number, .string: return steps.isEmpty ? old : nil
        }
        for steps in Dictionary(grouping: inner, by: { Array(($0.tokens.first ?? "").utf8) }).values {
            guard let token = steps.first?.tokens.first, let child = value?.child(token),
                let changed = apply(steps.map { ($0.entry, $0.tokens.dropFirst()) }, to: child)
            else { return nil }
            value = try? value?.applying(Patch([.replace([token], changed)]))
        }
        return value
    }

    private static func members(_ object: ObjectNode, _ entries: [Entry]) -> Tree? {
        var members = Array(zip(object.keys, object.values))
        for entry in entries {
            guard let key = entry.pointer.tokens.last else { return nil }
            let index = members.firstIndex { $0.0.utf8.elementsEqual(key.utf8) }
            switch (entry.op, index, entry.new) {
            case ("add", nil, let new?): members.append((key, new))
            case ("remove", let index?, nil):
                guard members.remove(at: index).1 == entry.old else { return nil }
            default: return nil
            }
        }
        return Tree(members: members)
    }

    /// Places added and moved elements at their new indices; the others fill the gaps in their old order.
    private static func elements(_ old: [Tree], _ entries: [Entry]) -> Tree? {
        var (placed, gone): ([Int: Tree], Set<Int>) = ([:], [])
        for entry in entries {
            let index = entry.pointer.tokens.last.flatMap(Pointer.index) ?? -1
            let source = entry.op == "move" ? entry.source?.tokens.last.flatMap(Pointer.index) ?? -1 : index
            if entry.op != "add" {
                guard old.indices.contains(source), old[source] == entry.old, gone.insert(source).inserted else {
                    return nil
                }
            }
            if entry.op == "add" { placed[index] = entry.new }
            if entry.op == "move" { placed[index] = old[source] }
        }
        var rest = old.indices.filter { !gone.contains($0) }[...]
        let count = rest.count + placed.count
        let new = (0..<count).compactMap { index in placed[index] ?? rest.popFirst().map { old[$0] } }
        return new.count == count && rest.isEmpty && placed.keys.allSatisfy((0..<count).contains)
            ? Tree(elements: new) : nil
    }
}

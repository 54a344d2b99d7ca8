import RewindSession
import RewindTimeline
import RewindTree

/// The text of a pointer or a reference, and after a line feed a JSON text.
enum PointerTarget {
    static func run(_ bytes: [UInt8]) {
        let lines = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
        let text = lines.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
        let tree = lines.count == 2 ? try? Tree(parsing: lines[1]) : nil
        if let pointer = try? Pointer(parsing: text) {
            require(pointer.description.utf8.elementsEqual(text.utf8), "\(text) is written as \(pointer)")
            if let tree { look(up: pointer, in: tree) }
        }
        if let tree {
            var count = 0
            check(tree, at: .root, of: tree, &count)
        }
        parseReferences(text)
        let pattern = TextPattern(text)
        if let range = pattern.firstRange(in: text) { require(!text[range].isEmpty || text.isEmpty, "An empty find") }
        _ = Glob.matches(text, text)
        _ = Bookmark.isUsable(name: text)
        _ = Tree(numberText: text).map { require($0.isNumber, "\(text) is read as the number \($0)") }
    }

    private static func look(up pointer: Pointer, in tree: Tree) {
        let value = tree[pointer]
        guard let parent = pointer.parent, let token = pointer.tokens.last else { return }
        require(tree[parent]?.child(token) == value, "\(pointer) leads to two values")
        require(parent.isPrefix(of: pointer) && !pointer.isPrefix(of: parent), "\(parent) is no prefix of \(pointer)")
        guard value != nil, let without = try? tree.applying(Patch([.remove(pointer)])) else { return }
        require(without != tree, "Nothing is removed at \(pointer)")
    }

    /// Checks that the pointer of each value leads to it.
    private static func check(_ value: Tree, at pointer: Pointer, of tree: Tree, _ count: inout Int) {
        count += 1
        guard count < 500 else { return }
        guard let read = try? Pointer(parsing: pointer.description) else {
            return require(false, "The text \(pointer) is refused")
        }
        require(read == pointer && tree[read] == value, "\(pointer) leads elsewhere")
        switch value {
        case .array(let node):
            for (index, element) in node.enumerated() { check(element, at: pointer.appending(index), of: tree, &count) }
        case .object(let node):
            for (key, value) in zip(node.keys, node.values) {
                check(value, at: pointer.appending(key), of: tree, &count)
            }
        case .null, .bool, .integer, .double, .number, .string: break
        }
    }

    private static func parseReferences(_ text: String) {
        _ = try? PointInTime(parsing: text)
        _ = try? ReferenceRange(parsing: text)
        _ = WrittenDuration(parsing: text)
        guard let time = WrittenTime(parsing: text) else { return }
        let spans: [ClosedRange<Int64>] = [
            0...0, 1_760_000_000_000_000...1_760_000_900_000_000, Int64.min...Int64.max, Int64.min...Int64.min,
            Int64.max...Int64.max, 253_402_300_800_000_000...253_402_300_900_000_000,
        ]
        for span in spans { _ = time.moments(in: span) }
    }
}

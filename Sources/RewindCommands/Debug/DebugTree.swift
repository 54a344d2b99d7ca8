import RewindTree

/// A state as a tree that can be folded and expanded.
struct DebugTree {
    struct Row {
        let pointer: Pointer
        let value: Tree
        /// True if the action changed the value.
        let isChanged: Bool
        /// True if the row is expanded; nil if it has no children.
        let isOpen: Bool?
    }

    private static let mostRows = 100_000

    private(set) var open: Set<Pointer> = [.root]
    var selected = Pointer.root

    /// Folds or expands a value.
    mutating func toggle(_ pointer: Pointer) {
        if open.remove(pointer) == nil { open.insert(pointer) }
    }

    /// Expands the ancestors of a value and selects it.
    mutating func reveal(_ pointer: Pointer) {
        for depth in 0..<pointer.tokens.count { open.insert(Pointer(Array(pointer.tokens.prefix(depth)))) }
        selected = pointer
    }

    /// Returns the visible rows, in order.
    ///
    /// - Complexity: Linear in the expanded values.
    func rows(of state: Tree, before: Tree?) -> [Row] {
        var rows: [Row] = []
        append(state, before, at: .root, to: &rows)
        return rows
    }

    private func append(_ value: Tree, _ old: Tree?, at pointer: Pointer, to rows: inout [Row]) {
        guard rows.count < Self.mostRows else { return }
        let isOpen = value.hasChildren ? open.contains(pointer) : nil
        let isChanged = old.map { !value.isIdentical(to: $0) && value != $0 } ?? true
        rows.append(Row(pointer: pointer, value: value, isChanged: isChanged, isOpen: isOpen))
        guard isOpen == true else { return }
        switch value {
        case .object(let object):
            for (key, value) in zip(object.keys, object.values) {
                append(value, old?.child(key), at: pointer.appending(key), to: &rows)
            }
        case .array(let array):
            for index in array.startIndex..<array.endIndex {
                append(array[index], old?.child(String(index)), at: pointer.appending(index), to: &rows)
            }
        default: break
        }
    }

    /// Returns a row as a line of at most `width` cells.
    static func line(for row: Row, style: TextStyle, width: Int) -> String {
        let indent = String(repeating: "  ", count: max(0, row.pointer.tokens.count - 1))
        let sign = row.isOpen.map { $0 ? "▾ " : "▸ " } ?? "  "
        let name = TerminalText.line(row.pointer.tokens.last ?? "(root)")
        let start = "\(row.isChanged ? style.warning("~") : " ") \(indent)\(sign)\(style.name(name))"
        let available = max(8, width - Cells.count(start) - 4)
        let text: String
        switch row.value {
        case .array, .object:
            text = row.isOpen == true ? "" : style.faint(BriefText.text(of: row.value, limit: available))
        case .string: text = style.added(BriefText.text(of: row.value, limit: available))
        case .null, .bool: text = style.hue(row.value.text, 1)
        case .integer, .double, .number: text = style.hue(row.value.text, 2)
        }
        return Cells.cut("\(start)  \(text)".trimmed, to: width)
    }
}

extension Tree {
    fileprivate var hasChildren: Bool {
        switch self {
        case .array(let array): array.endIndex > 0
        case .object(let object): !object.keys.isEmpty
        default: false
        }
    }
}

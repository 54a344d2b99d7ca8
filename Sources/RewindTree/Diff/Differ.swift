/// Creates a patch by walking through two trees side by side, without recursion.
struct Differ {
    private enum Draft {
        case add(DraftPath, Tree)
        case remove(DraftPath)
        case replace(DraftPath, Tree)
        case move(from: DraftPath, to: DraftPath)

        /// True if its value is shorter than the container around it. If it is the only operation there, it is then
        /// also shorter than replacing the container.
        var isWeighed: Bool {
            switch self {
            case .add, .replace: true
            case .remove, .move: false
            }
        }
    }

    /// The operation on a member or an element.
    private enum Item {
        case add(DraftPath.Component, Tree)
        case remove(DraftPath.Component)
        case replace(DraftPath.Component, Tree)
        case compare(DraftPath.Component, Tree, Tree)
    }

    /// A container in progress.
    private struct Level {
        let new: Tree
        let items: [Item]
        /// The number of items done.
        var done = 0
        /// The number and size of the operations before this container.
        let count: Int
        let size: Int
    }

    private var drafts: [Draft] = []
    /// The approximate size of the operations as text, in bytes.
    private var size = 0
    private var path: [DraftPath.Component] = []
    /// The paths to the containers around the current value, as far as operations have needed them.
    private var paths: [DraftPath] = []
    private var pathSize = 0
    private var equality = EqualityMemo()
    private var hashes = ContainerHashes()
    private var sizes = TextSizes()

    /// The operations found until now.
    /// - Complexity: O(operations × tokens).
    var operations: [Patch.Operation] {
        drafts.map { draft in
            switch draft {
            case .add(let path, let value): .add(path.pointer, value)
            case .remove(let path): .remove(path.pointer)
            case .replace(let path, let value): .replace(path.pointer, value)
            case .move(let from, let to): .move(from: from.pointer, to: to.pointer)
            }
        }
    }

    /// Appends the operations that turn `old` into `new`.
    mutating func compare(_ old: Tree, _ new: Tree) {
        var levels: [Level] = []
        if let level = level(old, new) { levels.append(level) }
        while let last = levels.indices.last {
            guard levels[last].done < levels[last].items.count else {
                let level = levels.removeLast()
                replaceIfShorter(level)
                if last > 0 { leave() }
                continue
            }
            let item = levels[last].items[levels[last].done]
            levels[last].done += 1
            switch item {
            case .add(let component, let value): at(component) { $0.add(value) }
            case .remove(let component): at(component) { $0.remove() }
            case .replace(let component, let value): at(component) { $0.replace(with: value) }
            case .compare(let component, let old, let new):
                enter(component)
                if let level = level(old, new) {
                    levels.append(level)
                } else {
                    leave()
                }
            }
        }
    }

    /// Returns the items inside two containers of the same kind; nil if there is nothing left to do.
    private mutating func level(_ old: Tree, _ new: Tree) -> Level? {
        let items: [Item]
        let (count, size) = (drafts.count, size)
        switch (old, new) {
        case (.object(let old), .object(let new)):
            if old === new { return nil }
            items = members(old, new)
        case (.array(let old), .array(let new)):
            if old === new { return nil }
            items = onlyElement(old, new) ?? elements(old, new)
        default:
            if old != new { replace(with: new) }
            return nil
        }
        return items.isEmpty && drafts.count == count ? nil : Level(new: new, items: items, count: count, size: size)
    }

    private func members(_ old: ObjectNode, _ new: ObjectNode) -> [Item] {
        var items: [Item] = []
        if old.keys.hasSameStorage(as: new.keys) {
            // The encoder shares the keys of objects of one type.
            new.forEachDifference(from: old) { index in
                items.append(.compare(.key(new.keys[index]), old.values[index], new.values[index]))
            }
            return items
        }
        new.forEachMember(beside: old) { key, old, new in
            switch (old, new) {
            case (let old?, let new?):
                if !old.isSameNode(as: new) { items.append(.compare(.key(key), old, new)) }
            case (nil, let new?): items.append(.add(.key(key), new))
            case (_, nil): items.append(.remove(.key(key)))
            }
        }
        return items
    }

    /// Returns the item for the only element that differs, which is the most common change and needs no matching.
    ///
    /// Returns nil if there is not exactly one, or if that depends on the other elements.
    private func onlyElement(_ old: ArrayNode, _ new: ArrayNode) -> [Item]? {
        guard let index = new.onlyDifference(from: old), !IdentifiedElements.mayReplace(old[index], new[index]) else {
            return nil
        }
        return [.compare(.index(index), old[index], new[index])]
    }

    private mutating func elements(_ old: ArrayNode, _ new: ArrayNode) -> [Item] {
        let matching = ElementMatching(old: old, new: new, equality: &equality, hashes: &hashes)
        for index in matching.removed.reversed() { at(.index(index)) { $0.remove() } }
        for edit in matching.edits() {
            switch edit {
            case .move(let from, let to): at(.index(from)) { $0.move(toSibling: to) }
            case .add(let index, let position): at(.index(position)) { $0.add(new[index]) }
            }
        }
        var items: [Item] = []
        for (oldIndex, newIndex) in matching.pairs where !old[oldIndex].isSameNode(as: new[newIndex]) {
            items.append(.compare(.index(newIndex), old[oldIndex], new[newIndex]))
        }
        for (_, newIndex) in matching.replaced {
            items.append(.replace(.index(newIndex), new[newIndex]))
        }
        return items
    }

    // MARK: Operations

    private mutating func at(_ component: DraftPath.Component, _ body: (inout Differ) -> Void) {
        enter(component)
        body(&self)
        leave()
    }

    private mutating func enter(_ component: DraftPath.Component) {
        path.append(component)
        pathSize += component.size
    }

    private mutating func leave() {
        let component = path.removeLast()
        if paths.count > path.count { paths.removeLast() }
        pathSize -= component.size
    }

    private var currentPath: DraftPath {
        mutating get {
            while paths.count < path.count { paths.append(DraftPath(paths.last, path[paths.count])) }
            return paths.last ?? .root
        }
    }

    private mutating func add(_ value: Tree) {
        drafts.append(.add(currentPath, value))
        size += 33 + pathSize + sizes.size(of: value, upTo: .max)
    }

    private mutating func replace(with value: Tree) {
        drafts.append(.replace(currentPath, value))
        size += 37 + pathSize + sizes.size(of: value, upTo: .max)
    }

    private mutating func remove() {
        drafts.append(.remove(currentPath))
        size += 26 + pathSize
    }

    private mutating func move(toSibling index: Int) {
        let from = currentPath
        drafts.append(.move(from: from, to: DraftPath(from.parent, .index(index))))
        size += 34 + 2 * pathSize
    }

    /// The number of operations in an object that are kept although one on it would be shorter: they name what changed.
    private static let readableCount = 3

    /// Replaces the operations of a container with its new value if that is shorter.
    private mutating func replaceIfShorter(_ level: Level) {
        let added = drafts.count - level.count
        guard added > 1 || added == 1 && !drafts[level.count].isWeighed else { return }
        if case .object = level.new, added <= Self.readableCount { return }
        let budget = size - level.size - 37 - pathSize
        if budget > 0, sizes.measure(level.new, upTo: budget) < budget {
            drafts.removeSubrange(level.count...)
            size = level.size
            replace(with: level.new)
        }
    }
}

extension Tree {
    /// Returns true if both are the same container node.
    func isSameNode(as other: Tree) -> Bool {
        switch (self, other) {
        case (.array(let a), .array(let b)): a === b
        case (.object(let a), .object(let b)): a === b
        default: false
        }
    }
}

extension Tree {
    /// Returns the patch that turns `old` into this value, exactly: `old.applying(new.patch(from: old)) == new`.
    ///
    /// Nodes that both trees share are skipped. Array elements are paired by `ElementMatching`. Where operations would be
    /// longer, as text, than the resulting value, there is one `replace`, but a few operations in an object are kept.
    /// - Complexity: O(size) of the parts that are not shared. For arrays with moved elements, O(n log n) with ids, and
    ///   the complexity of `ElementAlignment` without.
    package func patch(from old: Tree) -> Patch {
        var differ = Differ()
        differ.compare(old, self)
        return Patch(differ.operations)
    }
}

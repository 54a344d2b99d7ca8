/// The making of a patch: a walk through two trees side by side.
struct Differ {
    private enum Draft {
        case add(DraftPath, Tree)
        case remove(DraftPath)
        case replace(DraftPath, Tree)
        case move(from: DraftPath, to: DraftPath)
    }

    private var drafts: [Draft] = []
    /// About how many bytes the operations take as text.
    private var size = 0
    private var path: [DraftPath.Step] = []
    /// The paths to what encloses the values under way, as far as any operation has asked for them.
    private var paths: [DraftPath] = []
    private var pathSize = 0
    private var equality = EqualityMemo()
    private var sizes = TextSizes()

    /// The operations so far.
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
        switch (old, new) {
        case (.object(let old), .object(let newNode)):
            if old === newNode { return }
            replaceIfShorter(new) { $0.compareMembers(old, newNode) }
        case (.array(let old), .array(let newNode)):
            if old === newNode { return }
            if compareOnlyElement(old, newNode) { return }
            replaceIfShorter(new) { $0.compareElements(old.elements, newNode.elements) }
        default:
            if old != new { replace(with: new) }
        }
    }

    private mutating func compareMembers(_ old: ObjectNode, _ new: ObjectNode) {
        if old.keys.hasSameStorage(as: new.keys) {
            // The encoder lets objects of one type share their keys.
            new.forEachDifference(from: old) { index in
                step(.key(new.keys[index])) { $0.compare(old.values[index], new.values[index]) }
            }
            return
        }
        var i = 0
        var j = 0
        while i < old.keys.count || j < new.keys.count {
            if j == new.keys.count || (i < old.keys.count && old.keys[i].precedesInBytes(new.keys[j])) {
                step(.key(old.keys[i])) { $0.remove() }
                i += 1
            } else if i == old.keys.count || !old.keys[i].hasSameBytes(as: new.keys[j]) {
                step(.key(new.keys[j])) { $0.add(new.values[j]) }
                j += 1
            } else {
                if !old.values[i].isSameNode(as: new.values[j]) {
                    step(.key(new.keys[j])) { $0.compare(old.values[i], new.values[j]) }
                }
                i += 1
                j += 1
            }
        }
    }

    /// Compares arrays in which one element differs, which is the commonest change of all: no others need a look then;
    /// false when there are more.
    private mutating func compareOnlyElement(_ old: ArrayNode, _ new: ArrayNode) -> Bool {
        guard let index = new.onlyDifference(from: old) else { return false }
        step(.index(index)) { differ in
            if ElementMatching.areOthers(old[index], new[index]) {
                differ.replace(with: new[index])
            } else {
                differ.compare(old[index], new[index])
            }
        }
        return true
    }

    private mutating func compareElements(_ old: [Tree], _ new: [Tree]) {
        let matching = ElementMatching(old: old, new: new, equality: &equality)
        for index in matching.removed.reversed() {
            step(.index(index)) { $0.remove() }
        }
        for edit in matching.edits {
            switch edit {
            case .move(let from, let to): step(.index(from)) { $0.move(toSibling: to) }
            case .add(let index, let position): step(.index(position)) { $0.add(new[index]) }
            }
        }
        for (oldIndex, newIndex) in matching.pairs where !old[oldIndex].isSameNode(as: new[newIndex]) {
            step(.index(newIndex)) { $0.compare(old[oldIndex], new[newIndex]) }
        }
        for (_, newIndex) in matching.replaced {
            step(.index(newIndex)) { $0.replace(with: new[newIndex]) }
        }
    }

    // MARK: Operations

    private mutating func step(_ step: DraftPath.Step, _ body: (inout Differ) -> Void) {
        let length = step.size
        path.append(step)
        pathSize += length
        body(&self)
        path.removeLast()
        if paths.count > path.count { paths.removeLast() }
        pathSize -= length
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

    /// Makes operations, then drops them when they are longer than the new value itself.
    private mutating func replaceIfShorter(_ new: Tree, _ body: (inout Differ) -> Void) {
        let count = drafts.count
        let before = size
        body(&self)
        // One operation has been weighed against its own value, and that is shorter than the container around it.
        guard drafts.count > count + 1 else { return }
        let budget = size - before - 37 - pathSize
        if budget > 0, sizes.measure(new, upTo: budget) < budget {
            drafts.removeSubrange(count...)
            size = before
            replace(with: new)
        }
    }
}

extension Tree {
    /// Whether both are the same container node.
    func isSameNode(as other: Tree) -> Bool {
        switch (self, other) {
        case (.array(let a), .array(let b)): a === b
        case (.object(let a), .object(let b)): a === b
        default: false
        }
    }
}

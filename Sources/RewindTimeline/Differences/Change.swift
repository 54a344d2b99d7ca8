import RewindTree

/// A value that differs between two states.
package struct Change: Hashable, Sendable {
    package enum Kind: String, Sendable {
        case add
        case remove
        case replace
        case move
    }

    package let kind: Kind
    /// The pointer to the value in the new state. A removed value keeps its old key or index.
    package let pointer: Pointer
    package let old: Tree?
    package let new: Tree?
    /// The old index of an element compared by identity.
    package internal(set) var before: Int?
    /// The new index of an element compared by identity.
    package internal(set) var after: Int?
    /// The changes in an element that both states have.
    package internal(set) var inner: [Change] = []

    package init(_ kind: Kind, _ pointer: Pointer, old: Tree? = nil, new: Tree? = nil) {
        self.kind = kind
        self.pointer = pointer
        self.old = old
        self.new = new
    }

    /// True for an element compared by identity.
    package var isElement: Bool { before != nil || after != nil }

    /// The old pointer of a moved value.
    package var source: Pointer? {
        guard kind == .move, let before else { return nil }
        return pointer.parent?.appending(before)
    }

    /// The change itself, unless only parts of the value changed, followed by the changes in the value.
    package var flat: [Change] {
        if inner.isEmpty { return [self] }
        var own = self
        own.inner = []
        return (kind == .move ? [own] : []) + inner
    }
}

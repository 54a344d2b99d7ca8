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
    /// The place of the value in the new state. A removed value has its old key or index in what held it.
    package let pointer: Pointer
    package let old: Tree?
    package let new: Tree?
    /// The old index of an element that is compared by identity.
    package internal(set) var before: Int?
    /// The new index of an element that is compared by identity.
    package internal(set) var after: Int?
    /// The changes in an element that both states have.
    package internal(set) var inner: [Change] = []

    package init(_ kind: Kind, _ pointer: Pointer, old: Tree? = nil, new: Tree? = nil) {
        (self.kind, self.pointer, self.old, self.new) = (kind, pointer, old, new)
    }

    /// True for an element that is compared by identity.
    package var isElement: Bool { before != nil || after != nil }

    /// The place that a moved value had.
    package var source: Pointer? {
        guard kind == .move, let before else { return nil }
        return pointer.parent?.appending(before)
    }

    /// The change itself, unless only the value's parts changed, and the changes in the value.
    package var flat: [Change] {
        if inner.isEmpty { return [self] }
        var own = self
        own.inner = []
        return (kind == .move ? [own] : []) + inner
    }
}

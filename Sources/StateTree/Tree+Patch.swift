extension Tree {
    /// The patch that turns `old` into this value, exactly: `old.applying(new.patch(from: old)) == new`.
    ///
    /// Nodes that both trees share are skipped. Elements of arrays that have a unique `id` are followed when they
    /// move. Where a list of operations would be longer, as text, than the value it leads to, it is one `replace`.
    /// - Complexity: O(size) of what is not shared, and O(n log n) for arrays whose elements move.
    package func patch(from old: Tree) -> Patch {
        var differ = Differ()
        differ.compare(old, self)
        return Patch(differ.operations)
    }
}

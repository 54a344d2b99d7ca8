extension Tree {
    /// The patch that turns `old` into this value, exactly: `old.applying(new.patch(from: old)) == new`.
    ///
    /// Nodes that both trees share are skipped. Elements of arrays that have a unique `id` are followed when they
    /// move, and others as long as they are equal. Where operations would be longer, as text, than the value that they
    /// lead to, it is one `replace`.
    /// - Complexity: O(size) of what is not shared, and for arrays whose elements move O(n log n) with ids, without them
    ///   as `ElementAlignment`.
    package func patch(from old: Tree) -> Patch {
        var differ = Differ()
        differ.compare(old, self)
        return Patch(differ.operations)
    }
}

extension Tree {
    /// Returns the patch that turns `old` into this value, exactly: `old.applying(new.patch(from: old)) == new`.
    ///
    /// Nodes that both trees share are skipped. Moved array elements are followed if they have a unique `id` or are
    /// equal. Where operations would be longer, as text, than the resulting value, there is one `replace`.
    /// - Complexity: O(size) of the parts that are not shared. For arrays with moved elements, O(n log n) with ids, and
    ///   the complexity of `ElementAlignment` without.
    package func patch(from old: Tree) -> Patch {
        var differ = Differ()
        differ.compare(old, self)
        return Patch(differ.operations)
    }
}

/// Replaces values while they are encoded, so that the originals are in no tree.
///
/// The replacements must depend only on the arguments, and never change: parts of a tree are reused for the next one
/// without calling the filter again. In a path, elements have the key `*`, whatever their index, because they move.
package protocol TreeFilter: AnyObject {
    /// True if numbers are passed to `replacement(for:at:)`, too.
    var filtersNumbers: Bool { get }

    /// Returns the replacement for a number or a string that is not empty; nil to keep it.
    func replacement(for scalar: Tree, at path: () -> [String]) -> Tree?

    /// Returns true if values under a key are passed to `replacement(for:under:)`.
    func covers(_ key: String) -> Bool

    /// Returns the replacement for a value under a covered key. Everything inside the value is already filtered.
    func replacement(for value: Tree, under key: String) -> Tree

    /// Returns the name to write for a key.
    func name(for key: String) -> String
}

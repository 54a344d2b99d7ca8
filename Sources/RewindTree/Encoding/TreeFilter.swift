/// Replaces values while they are encoded, so that what it replaces is in no tree.
///
/// What it says must depend on its arguments alone, and never change: parts of a tree are reused for the next one
/// without asking again. Elements have the key `*` in a path, whatever their index, because they move.
package protocol TreeFilter: AnyObject {
    /// Whether numbers are given to `replacement(for:at:)`, too.
    var filtersNumbers: Bool { get }

    /// What to write in place of a string or a number, which is not empty; nil to leave it.
    func replacement(for scalar: Tree, at path: () -> [String]) -> Tree?

    /// Whether values under a key are given to `replacement(for:under:)`.
    func covers(_ key: String) -> Bool

    /// What to write in place of a value under a covered key, all inside it being filtered already.
    func replacement(for value: Tree, under key: String) -> Tree

    /// What to write in place of a key.
    func name(for key: String) -> String
}

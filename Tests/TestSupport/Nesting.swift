import RewindTree

/// The kinds of nested values.
package enum Nesting: CaseIterable, Sendable {
    case arrays
    case objects
    case both

    /// Returns a value with `levels` levels, with `leaf` in the innermost one and `text` in each of them.
    package func value(levels: Int, around leaf: Tree, _ text: String) -> Tree {
        (0..<levels).reduce(leaf) { inner, level in
            self == .arrays || self == .both && level % 2 == 0
                ? [.string(text), inner] : ["id": .integer(Int64(level)), "k": inner, "text": .string(text)]
        }
    }

    /// Returns the pointer to the leaf.
    package func pointer(levels: Int) -> Pointer {
        Pointer((0..<levels).reversed().map { self == .arrays || self == .both && $0 % 2 == 0 ? "1" : "k" })
    }
}

import RewindTree

/// How a value is nested.
package enum Nesting: CaseIterable, Sendable {
    case arrays
    case objects
    case both

    /// A value of so many levels, with `leaf` in the innermost and `text` beside what each of them holds.
    package func value(levels: Int, around leaf: Tree, _ text: String) -> Tree {
        (0..<levels).reduce(leaf) { inner, level in
            self == .arrays || self == .both && level % 2 == 0
                ? [.string(text), inner] : ["id": .integer(Int64(level)), "k": inner, "text": .string(text)]
        }
    }

    /// The pointer to the leaf.
    package func pointer(levels: Int) -> Pointer {
        Pointer((0..<levels).reversed().map { self == .arrays || self == .both && $0 % 2 == 0 ? "1" : "k" })
    }
}

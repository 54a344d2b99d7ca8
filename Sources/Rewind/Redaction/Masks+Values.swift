import RewindSession
import RewindTree

extension Masks {
    /// Returns the mask of a value; the value itself if it has nothing to hide, or is already a mask, possibly after
    /// the name of an authentication scheme.
    ///
    /// - Complexity: O(size).
    func masked(_ tree: Tree) -> Tree {
        switch tree {
        case .null: return tree
        case .string(let text):
            if text.isEmpty || Self.isMask(text) { return tree }
            if let space = text.firstIndex(of: " "), Self.isMask(text[space...].dropFirst()),
                ["bearer", "basic"].contains(text[..<space].lowercased())
            {
                return tree
            }
            return .string(mask(text.utf8))
        case .array(let node) where node.isEmpty: return tree
        case .object(let node) where node.keys.isEmpty: return tree
        case .bool, .integer, .double, .number, .array, .object: return .string(mask(tree.text.utf8))
        }
    }
}

import RewindSession
import RewindTree

/// The names of the cases of an enum, including those of nested enums: `Home.row.delete` for
/// `{"row":{"_0":{"delete":{}}}}`.
///
/// A mirror takes longer than encoding the action, so it is used once for each case; then the tree shows the name.
final class CaseNames {
    private struct Known {
        let name: String
        /// The place of the associated value in the tree, and the names of its cases, if it is an enum.
        let payload: (pointer: Pointer, names: CaseNames)?
    }

    private let prefix: String
    /// The number of further names that may follow.
    private let rest: Int
    private var cases: [String: Known] = [:]
    /// True if trees show the cases: enums may have custom encodings.
    private var isShown = true

    /// Creates the names for a type whose name is `prefix`.
    init(prefix: String) {
        (self.prefix, rest) = (prefix, EnumCase.maximumNamedCount - 1)
    }

    private init(prefix: String, rest: Int) {
        (self.prefix, self.rest) = (prefix, rest)
    }

    /// Returns the name for the value from which `tree` was created.
    func name(of tree: Tree, value: () -> Any?) -> String {
        guard isShown, let key = Self.key(of: tree) else { return prefix }
        guard let known = cases[key] ?? learn(key, tree, value()) else {
            isShown = false
            return prefix
        }
        guard let payload = known.payload, let inner = tree[payload.pointer] else { return known.name }
        return payload.names.name(of: inner) { value().flatMap { EnumCase(of: $0)?.inner?.value } }
    }

    private func learn(_ key: String, _ tree: Tree, _ value: Any?) -> Known? {
        guard let value, let seen = EnumCase(of: value) else { return nil }
        if case .string = tree {
            let rawValue = (value as? any RawRepresentable)?.rawValue as? String
            guard seen.isPlain, key == rawValue ?? seen.name else { return nil }
        } else {
            guard key == seen.name else { return nil }
        }
        var name = "\(prefix).\(seen.name)"
        var payload: (pointer: Pointer, names: CaseNames)?
        if rest > 0, let inner = seen.inner, EnumCase(of: inner.value) != nil {
            if seen.isElement { name = prefix }
            // The place used by a synthesized `encode(to:)`, and the place used by reflection.
            let pointers: [Pointer] = [[key, inner.label ?? "_0"], [key]]
            if let pointer = pointers.first(where: { tree[$0] != nil }) {
                payload = (pointer, CaseNames(prefix: name, rest: rest - 1))
            }
        }
        let known = Known(name: name, payload: payload)
        cases[key] = known
        return known
    }

    private static func key(of tree: Tree) -> String? {
        switch tree {
        case .object(let members) where members.keys.count == 1: members.keys[0]
        case .string(let name): name
        default: nil
        }
    }
}

import RewindSession
import RewindTree

/// The names of an enum's cases, with those of the enums that they hold: `Home.row.delete` for
/// `{"row":{"_0":{"delete":{}}}}`.
///
/// A mirror takes longer than the encoding of an action; so it is asked once for each case, and the tree tells then.
final class CaseNames {
    private struct Known {
        let name: String
        /// Where the tree has what the case holds, and the names of that, when it is an enum.
        let payload: (pointer: Pointer, names: CaseNames)?
    }

    private let prefix: String
    /// How many more may follow this one.
    private let rest: Int
    private var cases: [String: Known] = [:]
    /// Whether trees show the cases: enums may be encoded in ways of their own.
    private var isShown = true

    /// Names the cases of the type whose name is `prefix`.
    init(prefix: String) {
        (self.prefix, rest) = (prefix, EnumCase.mostNamed - 1)
    }

    private init(prefix: String, rest: Int) {
        (self.prefix, self.rest) = (prefix, rest)
    }

    /// The name of the value that `tree` was made of.
    func name(of tree: Tree, value: () -> Any?) -> String {
        guard isShown, let key = Self.key(of: tree) else { return prefix }
        guard let known = cases[key] ?? learn(key, tree, value()) else {
            isShown = false
            return prefix
        }
        guard let payload = known.payload, let inner = tree[payload.pointer] else { return known.name }
        return payload.names.name(of: inner) { value().flatMap { EnumCase(of: $0)?.payload?.value } }
    }

    private func learn(_ key: String, _ tree: Tree, _ value: Any?) -> Known? {
        guard let value, let seen = EnumCase(of: value) else { return nil }
        if case .string = tree {
            let rawValue = (value as? any RawRepresentable)?.rawValue as? String
            guard seen.isPlain, key == rawValue ?? seen.name else { return nil }
        } else {
            guard key == seen.name else { return nil }
        }
        let name = "\(prefix).\(seen.name)"
        var payload: (pointer: Pointer, names: CaseNames)?
        if rest > 0, let inner = seen.payload, EnumCase(of: inner.value) != nil {
            // Where the compiler's `encode(to:)` has it, and where a reflection has it.
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

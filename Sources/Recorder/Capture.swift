import SessionFile
import StateTree

/// Turns values into trees without secrets: with `Codable` where they are, by reflection where they are not.
struct Capture {
    /// What is known of all actions of one type.
    private final class ActionType {
        let name: String
        /// The names of its cases, if it is an enum.
        let cases: CaseNames?
        let isCodable: Bool
        /// Whether every string in them is masked.
        let isSecret: Bool

        init(of action: Any, masking: Masking?) {
            let type = type(of: action)
            let name = TypeName.of(type)
            self.name = name
            cases = EnumCase(of: action).map { _ in CaseNames(prefix: name) }
            isCodable = type is any Codable.Type
            isSecret = masking?.masksStrings(ofType: name) ?? false
        }
    }

    private let masking: Masking?
    private var encoder: TreeEncoder
    private var actionTypes: [ObjectIdentifier: ActionType] = [:]
    /// How many bytes the last state did not share with the one before it; nil where none was encoded since this was
    /// last taken.
    private var unshared: Int?

    init(masking: Masking?) {
        self.masking = masking
        encoder = TreeEncoder(filter: masking)
    }

    /// The tree of an action. One that cannot be encoded is reflected, and so is one that is not `Codable`: only what
    /// decodes again can be run again.
    mutating func payload(of action: Any) -> Payload {
        let type = actionType(of: action)
        let encoded = type.isCodable ? encoded(action) : nil
        var tree = encoded ?? Reflection.tree(of: action, masking: masking)
        if type.isSecret, let masking { tree = masking.withoutStrings(tree) }
        let name = type.cases?.name(of: tree) { action } ?? type.name
        let isReflected = encoded == nil
        return Payload(
            type: name,
            tree: tree,
            coder: isReflected ? .reflected : .codable,
            bytes: isReflected ? tree.bytes : encoder.unsharedBytes
        )
    }

    /// The tree of a state.
    ///
    /// - Throws: what its `encode(to:)` throws.
    mutating func tree<State>(of state: State) throws -> Tree {
        let encoded = try encoder.encodeIfPossible(state)
        let tree = encoded ?? Reflection.tree(of: state, masking: masking)
        // Of what is reflected nobody knows what it shares.
        unshared = encoded == nil ? tree.bytes : encoder.unsharedBytes
        return masking?.masked(state: tree) ?? tree
    }

    /// How many bytes the last state did not share with the one before it, once.
    mutating func takeUnsharedBytes() -> Int? {
        defer { unshared = nil }
        return unshared
    }

    /// What an error says, without secrets.
    func text(of error: any Error) -> String {
        let text = error.recordedText
        guard let masking, case .string(let masked) = masking.replacement(for: .string(text), at: { [] })
        else { return text }
        return masked
    }

    /// Opens the existential around the action.
    private mutating func encoded<Action>(_ action: Action) -> Tree? {
        try? encoder.encodeAlone(action)
    }

    private mutating func actionType(of action: Any) -> ActionType {
        let id = ObjectIdentifier(type(of: action))
        if let known = actionTypes[id] { return known }
        let actionType = ActionType(of: action, masking: masking)
        actionTypes[id] = actionType
        return actionType
    }
}

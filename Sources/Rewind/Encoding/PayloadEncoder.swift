import RewindSession
import RewindTree

/// Turns values into trees without secrets: with `Codable` where they are, by reflection where they are not.
struct PayloadEncoder {
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
    private var treeEncoder: TreeEncoder
    /// Whether something in the last value was nested too deeply.
    private(set) var hasCut = false
    private var actionTypes: [ObjectIdentifier: ActionType] = [:]
    /// How many bytes the last state did not share with the one before it.
    private(set) var unsharedBytes = 0

    init(masking: Masking?) {
        self.masking = masking
        treeEncoder = TreeEncoder(filter: masking)
    }

    /// The tree of an action. One that cannot be encoded is reflected, and so is one that is not `Codable`: only what
    /// decodes again can be run again. One that belongs to an actor can be encoded there alone.
    mutating func payload(of action: Any) -> Payload {
        let type = actionType(of: action)
        var encoded: Tree?
        var isolatedType: Any.Type?
        if type.isCodable {
            do {
                encoded = try treeEncoder.encodeAlone(action)
            } catch let error as IsolatedConformance {
                isolatedType = error.type
            } catch {}
        }
        hasCut = treeEncoder.hasCut
        var tree = encoded ?? reflected(action)
        if type.isSecret, let masking { tree = masking.withoutStrings(tree) }
        let name = type.cases?.name(of: tree) { action } ?? type.name
        let isReflected = encoded == nil
        return Payload(
            type: name,
            tree: tree,
            coder: isReflected ? .reflected : .codable,
            bytes: isReflected ? tree.bytes : treeEncoder.unsharedBytes + tree.bytesBesideTexts,
            isCut: hasCut,
            isolatedType: isolatedType
        )
    }

    /// The tree of a state.
    ///
    /// - Throws: what its `encode(to:)` throws; `IsolatedConformance`, as `TreeEncoder`.
    mutating func tree<State>(of state: State) throws -> Tree {
        let encoded = try treeEncoder.encodeIfPossible(state)
        hasCut = treeEncoder.hasCut
        let tree = encoded ?? reflected(state)
        // Of what is reflected nobody knows what it shares.
        unsharedBytes = encoded == nil ? tree.bytes : treeEncoder.unsharedBytes
        return masking?.masked(state: tree) ?? tree
    }

    /// What an error says, without secrets.
    func text(of error: any Error) -> String {
        let text = error.recordedText
        guard let masking, case .string(let masked) = masking.replacement(for: .string(text), at: { [] })
        else { return text }
        return masked
    }

    private mutating func reflected(_ value: Any) -> Tree {
        let (tree, isCut) = Reflection.tree(of: value, masking: masking)
        hasCut = isCut
        return tree
    }

    private mutating func actionType(of action: Any) -> ActionType {
        let id = ObjectIdentifier(type(of: action))
        if let known = actionTypes[id] { return known }
        let actionType = ActionType(of: action, masking: masking)
        actionTypes[id] = actionType
        return actionType
    }
}

/// An action as a tree.
struct Payload {
    /// The name of the action's type.
    let type: String
    let tree: Tree
    /// How it was made.
    let coder: ActionRecord.Coder
    /// About how many bytes the action and its tree take.
    let bytes: Int
    /// Whether something in it was nested too deeply.
    let isCut: Bool
    /// The type that was in the way of encoding the action, where that belongs to an actor and the thread was not on it.
    let isolatedType: Any.Type?
}

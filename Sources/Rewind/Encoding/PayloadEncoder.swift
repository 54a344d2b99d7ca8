import RewindSession
import RewindTree

/// Converts values to trees without secrets: with `Codable` if they support it, otherwise by reflection.
struct PayloadEncoder {
    /// The properties shared by all actions of one type.
    private final class ActionType {
        let name: String
        /// The names of its cases, if it is an enum.
        let cases: CaseNames?
        let isCodable: Bool
        /// True if all strings in its actions are masked.
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
    /// True if part of the last value was cut off because it is nested too deeply.
    private(set) var hasCut = false
    private var actionTypes: [ObjectIdentifier: ActionType] = [:]
    /// The number of bytes that the last state did not share with the previous one.
    private(set) var unsharedBytes = 0

    init(
        masking: Masking?,
        userInfo: [CodingUserInfoKey: any Sendable] = [:],
        rules: ReflectionRules = ReflectionRules()
    ) {
        self.masking = masking
        treeEncoder = TreeEncoder(filter: masking, userInfo: userInfo, rules: rules)
    }

    init(_ options: RecorderOptions, _ masks: Masks) {
        let masking = Masking(options.redaction, masks)
        self.init(masking: masking, userInfo: options.userInfo, rules: options.reflection)
    }

    /// The classes whose instances were read in states and may change meanwhile.
    var variableClasses: [AnyClass] { treeEncoder.variableClasses }

    /// Returns the values of which only the type was recorded, each once.
    func takeUnrecordedValues() -> [UnrecordedValue] {
        treeEncoder.takeUnrecordedValues()
    }

    /// Returns the tree of an action. An action is reflected if it is not `Codable`, or cannot be encoded: only actions
    /// that can be decoded again can be re-run. An action that is isolated to an actor is only encoded on the actor.
    mutating func payload(of action: Any) -> Payload {
        let type = actionType(of: action)
        var encoded: Tree?
        var reflected: Tree?
        var isolatedType: Any.Type?
        do {
            if type.isCodable { encoded = try treeEncoder.encodeAlone(action) }
        } catch {
            isolatedType = (error as? IsolatedConformance)?.type
        }
        if encoded == nil { reflected = try? treeEncoder.reflectAlone(action) }
        hasCut = treeEncoder.hasCut
        var tree = encoded ?? reflected ?? .string("‹\(type.name): opaque›")
        if type.isSecret, let masking { tree = masking.withoutStrings(tree) }
        let name = type.cases?.name(of: tree) { action } ?? type.name
        if let masking { tree = masking.masked(payload: tree, ofType: name) }
        let isReflected = encoded == nil
        return Payload(
            type: name,
            tree: tree,
            coder: isReflected ? .reflected : .codable,
            bytes: treeEncoder.unsharedBytes + tree.bytesBesideTexts,
            isCut: hasCut,
            unrecorded: takeUnrecordedValues(),
            isolatedType: isolatedType
        )
    }

    /// Returns the tree of a state.
    ///
    /// - Throws: The error of its `encode(to:)`, or `IsolatedConformance` like `TreeEncoder`.
    mutating func tree<State>(of state: State, _ sharedValues: SharedValues? = nil) throws -> Tree {
        let tree = try treeEncoder.encodeOrReflect(state, sharedValues: sharedValues)
        hasCut = treeEncoder.hasCut
        unsharedBytes = treeEncoder.unsharedBytes
        return masking?.masked(state: tree) ?? tree
    }

    /// Returns the text of an error without secrets.
    func text(of error: any Error) -> String {
        masking?.masked(error) ?? error.recordedText
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
    /// The type name of the action.
    let type: String
    let tree: Tree
    /// The way the payload was encoded.
    let coder: ActionRecord.Coder
    /// The approximate number of bytes that the action and its tree take.
    let bytes: Int
    /// True if part of it was cut off because it is nested too deeply.
    let isCut: Bool
    /// The values of which only the type is recorded, as far as they were not reported before.
    let unrecorded: [UnrecordedValue]
    /// The type that prevented encoding the action, because it is isolated to an actor that the thread was not on.
    let isolatedType: Any.Type?
}

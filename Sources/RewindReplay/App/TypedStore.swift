import RewindSession
import RewindTimeline
import RewindTree

/// The store of an app with states and actions of known types.
final class TypedStore<State: Codable, Action>: AppStore {
    private struct Known {
        let type: String
        let make: ActionTypes<Action>.Maker
    }

    let needsState: Bool
    private let types: ActionTypes<Action>
    private let reducer: (Action, inout State?) throws -> Void
    private let userInfo: [CodingUserInfoKey: any Sendable]
    private var encoder: TreeEncoder
    private var actionEncoder: TreeEncoder
    private var state: State?
    private var next: State?
    private var action: Action?
    private var isActionReady = false
    private var known: [String: Known?] = [:]

    /// - Throws: `ReplayError.ambiguousType`.
    init(
        actions: [any Decodable.Type],
        ready: [String: () -> Action],
        userInfo: [CodingUserInfoKey: any Sendable],
        needsState: Bool,
        reducer: @escaping (Action, inout State?) throws -> Void
    ) throws(ReplayError) {
        do {
            types = try ActionTypes(actions, ready: ready, userInfo: userInfo)
        } catch {
            throw .ambiguousType(error.name)
        }
        self.userInfo = userInfo
        encoder = TreeEncoder(userInfo: userInfo)
        actionEncoder = TreeEncoder(userInfo: userInfo)
        self.needsState = needsState
        self.reducer = reducer
    }

    func setState(_ tree: Tree) throws {
        if case .null = tree, !needsState {
            state = nil
        } else {
            state = try TreeDecoder(userInfo: userInfo).decode(State.self, from: tree)
        }
    }

    func stateTree() throws -> Tree {
        try tree(of: state)
    }

    func lostMembers() throws -> [Pointer] {
        guard let state else { return [] }
        let copy = try TreeDecoder(userInfo: userInfo).decode(State.self, from: tree(of: state))
        return LostMembers.find(in: state, decodedAs: copy)
    }

    func keepState() -> () -> Void {
        { [state] in self.state = state }
    }

    func registeredType(of name: String) -> String? {
        entry(for: name)?.type
    }

    func isReady(_ name: String) -> Bool {
        types.readyAction(named: name) != nil
    }

    func setAction(named name: String, _ payload: Tree) throws {
        if let ready = types.readyAction(named: name) {
            (action, isActionReady) = (ready, true)
            return
        }
        guard let entry = entry(for: name) else { throw ReplayError.unknownType(name) }
        guard let action = try entry.make(payload) else {
            throw ReplayError.notAnAction(type: entry.type, action: TypeName.of(Action.self))
        }
        (self.action, isActionReady) = (action, false)
    }

    func actionRecord() -> (type: String, payload: Tree)? {
        guard let action, !isActionReady, let payload = try? encode(action) else { return nil }
        let name = TypeName.of(type(of: action as Any))
        return (([name] + EnumCase.path(of: action)).joined(separator: "."), payload)
    }

    func attempt() throws -> Attempt {
        guard let action else { return Attempt(state: try stateTree(), error: nil) }
        var result = state
        var text: String?
        do {
            try reducer(action, &result)
        } catch {
            text = error.recordedText
        }
        next = result
        return Attempt(state: try tree(of: result), error: text)
    }

    func commit() {
        state = next
    }

    private func entry(for name: String) -> Known? {
        if let entry = known[name] { return entry }
        let entry = types.type(of: name).flatMap { type in types.maker(named: type).map { Known(type: type, make: $0) }
        }
        known[name] = .some(entry)
        return entry
    }

    private func tree(of state: State?) throws -> Tree {
        guard let state else { return .null }
        return try encoder.encode(state)
    }

    /// Opens the existential around the action.
    private func encode<T>(_ action: T) throws -> Tree? {
        try actionEncoder.encodeAlone(action)
    }
}

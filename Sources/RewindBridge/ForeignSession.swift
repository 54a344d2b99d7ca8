import RewindTree

/// A session in a file of another tool.
package struct ForeignSession: Sendable {
    /// The form of the file.
    package enum Form: String, Sendable {
        /// A lifted state of Redux DevTools.
        case liftedState = "Redux DevTools export"
        /// The actions and the first state, both as text, of the Redux DevTools browser extension.
        case payload = "Redux DevTools extension export"
        /// An array of actions.
        case actions = "array of actions"
        /// An array of actions and times of ReSwift-Recorder.
        case recorder = "ReSwift recording"
    }

    package let form: Form
    package let lifted: LiftedState

    /// Reads a file, and detects its form.
    ///
    /// - Complexity: The complexity of reading a lifted state.
    /// - Throws: `BridgeError`.
    package init(parsing bytes: [UInt8]) throws(BridgeError) {
        var document = try JsanDocument(parsing: bytes)
        switch document.root {
        case .object(let object) where object["payload"] != nil && object["actionsById"] == nil:
            form = .payload
            lifted = try Self.lifted(ofPayload: object)
        case .object:
            form = .liftedState
            lifted = try LiftedState(&document)
        case .array(let elements):
            form = elements.contains(where: Self.isRecorded) ? .recorder : .actions
            lifted = try Self.lifted(of: elements.elements, in: &document)
        default: throw .unknownForm
        }
    }

    private static func isRecorded(_ element: Tree) -> Bool {
        element.child("action")?.child("isTypedAction") != nil
    }

    private static func lifted(ofPayload object: ObjectNode) throws(BridgeError) -> LiftedState {
        guard let text = object["payload"]?.string else { throw .unusable(["payload"], .text) }
        var document = try JsanDocument(parsing: Array(text.utf8), at: ["payload"])
        do {
            guard case .array(let actions) = document.root else { return try LiftedState(&document) }
            var lifted = try lifted(of: actions.elements, in: &document)
            lifted.committedState = try object["preloadedState"].flatMap { (state) throws(BridgeError) in
                if case .null = state { return nil }
                guard let text = state.string else { throw .unusable(["preloadedState"], .text) }
                var document = try JsanDocument(parsing: Array(text.utf8), at: ["preloadedState"])
                defer { lifted.repairs.add(document.repairs) }
                return try document.value(document.root, at: .root)
            }
            return lifted
        } catch {
            throw error.within(["payload"])
        }
    }

    /// Returns the lifted state with `actions`, whose results are known if they contain them.
    private static func lifted(of actions: [Tree], in document: inout JsanDocument) throws(BridgeError) -> LiftedState {
        var lifted = LiftedState()
        for (index, action) in actions.enumerated() {
            let place: Pointer = [String(index)]
            lifted.staged.append(index)
            var own = try LiftedState.Action(action, in: &document, at: place)
            if isRecorded(action) { own.value = try recorded(own.value, at: place.appending("action")) }
            lifted.actions[index] = own
            let isLifted = LiftedState.Action.isLifted(action)
            lifted.computed.append(
                isLifted ? try LiftedState.Computed(action, in: &document, at: place).flatMap { $0.known } : nil
            )
        }
        // Redux takes no action without a type.
        guard actions.isEmpty || lifted.actions.values.contains(where: { $0.value.child("type") != nil }) else {
            throw .unusable(["0", "type"], .text)
        }
        lifted.currentStateIndex = max(0, actions.count - 1)
        lifted.nextActionId = actions.count
        lifted.repairs = document.repairs
        return lifted
    }

    /// The members of an action of ReSwift-Recorder. A patched one may add others.
    private static let recorderMembers = ["type", "payload", "isTypedAction"]

    /// The payloads that stand for none, in the versions of ReSwift-Recorder.
    private static let noPayloads: [Tree?] = [nil, .null, "null", "ReSwift_Null"]

    /// Returns an action of ReSwift-Recorder, as `{"type":…,"payload":…,"isTypedAction":…}`, as one of Redux.
    private static func recorded(_ action: Tree, at place: Pointer) throws(BridgeError) -> Tree {
        guard let type = action.child("type")?.string else { throw .unusable(place.appending("type"), .text) }
        let payload = noPayloads.contains(action.child("payload")) ? nil : action.child("payload")
        guard case .object(let object) = action, object.keys.contains(where: { !recorderMembers.contains($0) }) else {
            return ReduxAction.action(type: type, payload: payload)
        }
        let others = zip(object.keys, object.values).filter { key, _ in
            key != "isTypedAction" && (key != "payload" || payload != nil)
        }
        return Tree(members: others)
    }
}

extension LiftedState.Computed {
    /// The result; nil without a state.
    fileprivate var known: LiftedState.Computed? { state == nil ? nil : self }
}

extension BridgeError {
    /// Returns the error with its place in the document that contains the text at `outer`.
    fileprivate func within(_ outer: Pointer) -> BridgeError {
        func joined(_ inner: Pointer) -> Pointer { Pointer(outer.tokens + inner.tokens) }
        return switch self {
        case .syntax, .unknownForm: self
        case .unusable(let place, let expectation): .unusable(joined(place), expectation)
        case .tooLarge(let place): .tooLarge(joined(place))
        }
    }
}

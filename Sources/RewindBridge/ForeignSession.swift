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
            form = elements.first.map(Self.isRecorded) == true ? .recorder : .actions
            lifted = try Self.lifted(of: elements.elements, form, in: &document)
        default: throw .unknownForm
        }
    }

    private static func isRecorded(_ element: Tree) -> Bool {
        element.child("action") != nil && element.child("timestamp") != nil && element.child("type") == nil
    }

    private static func lifted(ofPayload object: ObjectNode) throws(BridgeError) -> LiftedState {
        guard let text = object["payload"]?.string else { throw .unusable(["payload"], .text) }
        var document = try JsanDocument(parsing: Array(text.utf8), at: ["payload"])
        do {
            guard case .array(let actions) = document.root else { return try LiftedState(&document) }
            var lifted = try lifted(of: actions.elements, .payload, in: &document)
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

    /// Returns the lifted state with `actions`, whose results are not known.
    private static func lifted(
        of actions: [Tree],
        _ form: Form,
        in document: inout JsanDocument
    ) throws(BridgeError) -> LiftedState {
        var lifted = LiftedState()
        for (index, action) in actions.enumerated() {
            let place: Pointer = [String(index)]
            lifted.staged.append(index)
            lifted.actions[index] =
                form == .recorder
                ? try .init(recorded: action, in: &document, at: place) : try .init(action, in: &document, at: place)
        }
        lifted.computed = Array(repeating: nil, count: actions.count)
        lifted.currentStateIndex = max(0, actions.count - 1)
        lifted.nextActionId = actions.count
        lifted.repairs = document.repairs
        return lifted
    }
}

extension LiftedState.Action {
    /// Reads an action of ReSwift-Recorder, as `{"action":{"type":…,"payload":…,"isTypedAction":…},"timestamp":…}`.
    fileprivate init(recorded raw: Tree, in document: inout JsanDocument, at place: Pointer) throws(BridgeError) {
        guard let action = raw.child("action") else { throw .unusable(place.appending("action"), .object) }
        let typePlace = place.appending("action").appending("type")
        guard let type = action.child("type")?.string else { throw .unusable(typePlace, .text) }
        let payload = try action.child("payload").map { (payload) throws(BridgeError) in
            try document.value(payload, at: place.appending("action").appending("payload"))
        }
        let at = try Self.microseconds(raw.child("timestamp"), at: place.appending("timestamp"))
        self.init(ReduxAction.action(type: type, payload: payload), at: at)
    }
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

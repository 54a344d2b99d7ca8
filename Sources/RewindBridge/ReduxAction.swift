import RewindTree

/// Converts between an action of Redux and the type and payload of a recorded one.
///
/// The payload of a standard action, `{"type":T,"payload":P}`, is P, and that of `{"type":T}` is `{}`. An action with
/// other members is its own payload, including its type. So each action is written again exactly as it was read.
package enum ReduxAction {
    /// The type of an action without one.
    private static let noType = "(no type)"
    /// The maximum length of a type, in characters.
    private static let longestType = 200

    /// Returns the type and the payload of an action.
    package static func parts(of action: Tree) -> (type: String, payload: Tree) {
        (type(of: action), isStandard(action) ? action.child("payload") ?? Tree(members: []) : action)
    }

    /// Returns the action with a type and a payload, which is nil if it was lost.
    package static func action(type: String, payload: Tree?) -> Tree {
        guard let payload else { return Tree(members: [("type", .string(type))]) }
        if case .object(let object) = payload {
            if Tree.string(self.type(of: payload)) == .string(type), !isStandard(payload) { return payload }
            if object.keys.isEmpty { return Tree(members: [("type", .string(type))]) }
        }
        return Tree(members: [("type", .string(type)), ("payload", payload)])
    }

    private static func type(of action: Tree) -> String {
        guard let type = action.child("type") else { return noType }
        let text = type.string ?? type.text
        let short = text.count > longestType ? text.prefix(longestType) + "…" : text[...]
        // A name in the file cannot contain U+0000.
        let name = short.prefix { $0 != "\0" }
        return name.isEmpty ? noType : String(name)
    }

    /// Returns true if an action consists of its type and at most a payload from which it can be made again.
    private static func isStandard(_ action: Tree) -> Bool {
        guard case .object(let object) = action, object.keys.allSatisfy({ ["payload", "type"].contains($0) }),
            let type = object["type"]?.string, type != noType, Tree.string(type) == .string(self.type(of: action))
        else { return false }
        return object["payload"].map { self.action(type: type, payload: $0) == action } ?? true
    }
}

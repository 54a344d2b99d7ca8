import RewindSession
import RewindTree

/// The action types of an app, by their names in sessions.
package struct ActionTypes<Action> {
    /// Decodes an action; returns nil if its type is not one that the reducer accepts.
    package typealias Maker = (Tree) throws -> Action?

    /// An error for several types with the same name.
    package struct AmbiguousName: Error {
        package let name: String
    }

    private var makers: [String: Maker] = [:]
    /// Actions that replace all recorded ones with a name.
    private let ready: [String: () -> Action]

    package init(
        _ types: [any Decodable.Type],
        ready: [String: () -> Action] = [:],
        userInfo: [CodingUserInfoKey: any Sendable]
    ) throws(AmbiguousName) {
        self.ready = ready
        var known: [String: ObjectIdentifier] = [:]
        for type in types {
            let name = TypeName.of(type)
            if let other = known[name] {
                guard other == ObjectIdentifier(type) else { throw AmbiguousName(name: name) }
                continue
            }
            known[name] = ObjectIdentifier(type)
            makers[name] = Self.maker(of: type, userInfo)
        }
        if let name = ready.keys.sorted().first(where: { makers[$0] != nil }) { throw AmbiguousName(name: name) }
    }

    private static func maker<T: Decodable>(of type: T.Type, _ userInfo: [CodingUserInfoKey: any Sendable]) -> Maker {
        { try TreeDecoder(userInfo: userInfo).decode(T.self, from: $0) as? Action }
    }

    /// The names of the types, sorted.
    package var names: [String] { makers.keys.sorted() }

    /// Returns the longest type name that is `name` or a prefix of it before a dot; nil if none exists.
    package func type(of name: String) -> String? {
        var candidate = name[...]
        while true {
            if makers[String(candidate)] != nil { return String(candidate) }
            guard let dot = candidate.lastIndex(of: ".") else { return nil }
            candidate = candidate[..<dot]
        }
    }

    /// Returns the action that replaces all recorded ones with this name; nil if they are decoded.
    package func readyAction(named name: String) -> Action? {
        ready[name]?()
    }

    /// Returns the function that decodes actions of the type with this name.
    package func maker(named type: String) -> Maker? {
        makers[type]
    }
}

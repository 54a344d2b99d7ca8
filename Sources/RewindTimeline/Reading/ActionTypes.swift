import RewindSession
import RewindTree

/// The types of an app's actions, by the names that sessions have for them.
package struct ActionTypes<Action> {
    /// Makes an action of its tree; nil when the type is none that the reducer takes.
    package typealias Maker = (Tree) throws -> Action?

    /// Several of the types have that name.
    package struct AmbiguousName: Error {
        package let name: String
    }

    private var makers: [String: Maker] = [:]
    /// Actions that are ready, by the names of the recorded ones that they stand for.
    private let ready: [String: () -> Action]

    package init(
        _ types: [any Decodable.Type],
        ready: [String: () -> Action] = [:]
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
            makers[name] = Self.maker(of: type)
        }
        if let name = ready.keys.sorted().first(where: { makers[$0] != nil }) { throw AmbiguousName(name: name) }
    }

    private static func maker<T: Decodable>(of type: T.Type) -> Maker {
        { try TreeDecoder().decode(T.self, from: $0) as? Action }
    }

    /// The names of the types, in order.
    package var names: [String] { makers.keys.sorted() }

    /// The longest name of a type that is `name`, or its beginning before a dot; nil when there is none.
    package func type(of name: String) -> String? {
        var candidate = name[...]
        while true {
            if makers[String(candidate)] != nil { return String(candidate) }
            guard let dot = candidate.lastIndex(of: ".") else { return nil }
            candidate = candidate[..<dot]
        }
    }

    /// The action that stands for all recorded ones with that name; nil where they are decoded.
    package func readyAction(named name: String) -> Action? {
        ready[name]?()
    }

    /// What makes actions of the type with that name.
    package func maker(named type: String) -> Maker? {
        makers[type]
    }
}

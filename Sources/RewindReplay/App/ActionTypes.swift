import RewindSession
import RewindTree

/// The types of an app's actions, by the names that sessions have for them.
struct ActionTypes<Action> {
    /// Makes an action of its tree; nil when the type is none that the reducer takes.
    typealias Maker = (Tree) throws -> Action?

    private var makers: [String: Maker] = [:]
    /// Actions that are ready, by the names of the recorded ones that they stand for.
    private let ready: [String: () -> Action]

    /// - Throws: `ReplayError.ambiguousType`.
    init(_ types: [any Decodable.Type], ready: [String: () -> Action] = [:]) throws(ReplayError) {
        self.ready = ready
        var known: [String: ObjectIdentifier] = [:]
        for type in types {
            let name = TypeName.of(type)
            if let other = known[name] {
                guard other == ObjectIdentifier(type) else { throw .ambiguousType(name) }
                continue
            }
            known[name] = ObjectIdentifier(type)
            makers[name] = Self.maker(of: type)
        }
        if let name = ready.keys.sorted().first(where: { makers[$0] != nil }) { throw .ambiguousType(name) }
    }

    private static func maker<T: Decodable>(of type: T.Type) -> Maker {
        { try TreeDecoder().decode(T.self, from: $0) as? Action }
    }

    /// The longest name of a type that is `name`, or its beginning before a dot; nil when there is none.
    func type(of name: String) -> String? {
        var candidate = name[...]
        while true {
            if makers[String(candidate)] != nil { return String(candidate) }
            guard let dot = candidate.lastIndex(of: ".") else { return nil }
            candidate = candidate[..<dot]
        }
    }

    /// The action that stands for all recorded ones with that name; nil where they are decoded.
    func readyAction(named name: String) -> Action? {
        ready[name]?()
    }

    /// What makes actions of the type with that name.
    func maker(named type: String) -> Maker? {
        makers[type]
    }
}

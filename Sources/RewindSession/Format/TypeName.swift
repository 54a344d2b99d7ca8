import Foundation

/// The names by which the types of actions are known in a session.
package enum TypeName {
    /// The name of a type with those of the types around it, but not that of its module: `Home.Action`, `Box<Item>`.
    package static func of(_ type: Any.Type) -> String {
        let type = (type as? any RecordedUnderOtherType.Type)?.recordedType ?? type
        return withoutModules(withoutPrivateContexts(String(reflecting: type)))
    }

    /// The name of a type, as `String(reflecting:)` gives it, without those of modules.
    package static func withoutModules(_ name: String) -> String {
        var short = ""
        var path = Substring()
        for character in name {
            if character == "." || character == "_" || character.isLetter || character.isNumber {
                path.append(character)
            } else {
                short += withoutModule(path)
                short.append(character)
                path = ""
            }
        }
        return short + withoutModule(path)
    }

    /// Types that are private or local have parts such as `(unknown context at $1a2b3c).`, other ones in each build.
    private static func withoutPrivateContexts(_ name: String) -> String {
        var name = name
        while let start = name.range(of: "(unknown context at "),
            let end = name.range(of: ").", range: start.upperBound..<name.endIndex)
        {
            name.removeSubrange(start.lowerBound..<end.upperBound)
        }
        return name
    }

    private static func withoutModule(_ path: Substring) -> Substring {
        // One that begins with a dot goes on behind the arguments of a generic type.
        guard path.first != ".", let dot = path.firstIndex(of: ".") else { return path }
        return path[path.index(after: dot)...]
    }
}

/// Stands for an action of another type.
package protocol RecordedUnderOtherType {
    /// The type by whose name the action is known.
    static var recordedType: Any.Type { get }
}

import CRewindSQLite
import Foundation

/// The names of action types in a session.
package enum TypeName {
    /// Returns the name of a type, including the types around it, but without its module: `Home.Action`, `Box<Item>`.
    package static func of(_ type: Any.Type) -> String {
        let type = (type as? any RecordedUnderOtherType.Type)?.recordedType ?? type
        return withoutModules(withoutPrivateContexts(String(reflecting: type)))
    }

    /// Removes the module names from the name of a type, as printed by `String(reflecting:)`.
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

    /// Removes the parts of private and local names that differ in each build, as in `(unknown context at $1a2b3c).`
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
        // A path that begins with a dot continues after the arguments of a generic type.
        guard path.first != ".", let dot = path.firstIndex(of: ".") else { return path }
        return path[path.index(after: dot)...]
    }
}

/// A placeholder for an action of another type.
package protocol RecordedUnderOtherType {
    /// The type under whose name the action is recorded.
    static var recordedType: Any.Type { get }
}

/// Patterns for type names, like SQLite's GLOB: `*` matches any text, `?` one character, `[a-z]` one character in a
/// range, and `[^a-z]` one character outside it.
///
/// <https://www.sqlite.org/lang_expr.html#the_like_glob_regexp_match_and_extract_operators>
package enum Glob {
    /// Returns true if `text` matches `pattern`, including case.
    package static func matches(_ pattern: String, _ text: String) -> Bool {
        sqlite3_strglob(pattern, text) == 0
    }
}

import RewindTree

/// The order in which the members of an object are shown: what names it first, long texts last.
package enum MemberOrder {
    private static let names = ["title", "name", "id", "message", "type"]
    /// From so many bytes on a text is long.
    private static let longText = 160

    /// The members of an object in that order, or the elements of an array in theirs, with their tokens; of a scalar none.
    package static func members(of value: Tree) -> [(key: String, value: Tree)] {
        switch value {
        case .array(let elements): return elements.enumerated().map { (String($0.offset), $0.element) }
        case .object(let object):
            return zip(object.keys, object.values).enumerated()
                .map { ((rank($0.element.0, $0.element.1), $0.offset), $0.element) }
                .sorted { $0.0 < $1.0 }
                .map { ($0.1.0, $0.1.1) }
        case .null, .bool, .integer, .double, .number, .string: return []
        }
    }

    /// What an object is called: its `title`, `name` or `id`, where that is a text or a number.
    package static func label(of value: Tree) -> String? {
        guard case .object(let object) = value else { return nil }
        for name in names.prefix(3) {
            switch object[name] {
            case .string(let text)?: return text
            case .integer(let number)?: return String(number)
            default: continue
            }
        }
        return nil
    }

    private static func rank(_ key: String, _ value: Tree) -> Int {
        let rank = names.firstIndex(of: key) ?? names.count
        if case .string(let text) = value, text.utf8.count > longText { return rank + names.count + 1 }
        return rank
    }
}

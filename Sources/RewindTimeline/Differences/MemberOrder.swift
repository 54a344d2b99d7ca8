import RewindTree

/// The order in which the members of an object are shown: identifying members first, long texts last.
package enum MemberOrder {
    private static let names = ["title", "name", "text", "label", "id", "key", "message", "type"]
    /// The minimum length of a long text, in bytes.
    private static let longText = 160

    /// Returns the members of an object in this order, or the elements of an array in theirs, with their tokens; empty
    /// for a scalar.
    package static func members(of value: Tree) -> [(key: String, value: Tree)] {
        switch value {
        case .array(let elements): return elements.enumerated().map { (String($0.offset), $0.element) }
        case .object(let object):
            return recorded(object).enumerated()
                .map { ((rank($0.element.key, $0.element.value), $0.offset), $0.element) }
                .sorted { $0.0 < $1.0 }
                .map(\.1)
        case .null, .bool, .integer, .double, .number, .string: return []
        }
    }

    /// Returns the members of an object as they were recorded; those of a map with numbers as keys, by number.
    package static func recorded(_ object: ObjectNode) -> [(key: String, value: Tree)] {
        let members = zip(object.keys, object.values).map { (key: $0, value: $1) }
        var numbers: [Int] = []
        for key in object.keys {
            guard key.utf8.count <= 15, key.first != "+", let number = Int(key) else { return members }
            numbers.append(number)
        }
        return numbers.indices.sorted { (numbers[$0], $0) < (numbers[$1], $1) }.map { members[$0] }
    }

    /// Returns the member that names an object: the first of `title`, `name`, `text`, and others that is a text or a number.
    package static func name(of object: ObjectNode) -> (key: String, value: Tree)? {
        for key in names {
            guard let value = object[key] else { continue }
            switch value {
            case .string, .integer, .double, .number: return (key, value)
            case .null, .bool, .array, .object: continue
            }
        }
        return nil
    }

    /// Returns the display name of an object.
    package static func label(of value: Tree) -> String? {
        guard case .object(let object) = value, let name = name(of: object)?.value else { return nil }
        return name.string ?? name.text
    }

    private static func rank(_ key: String, _ value: Tree) -> Int {
        let rank = names.firstIndex(of: key) ?? names.count
        if case .string(let text) = value, text.utf8.count > longText { return rank + names.count + 1 }
        return rank
    }
}

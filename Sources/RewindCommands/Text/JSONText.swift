#if os(macOS) || os(Linux)

import RewindTree

/// A value as styled JSON on several lines, cut at a depth.
struct JSONText {
    let style: Style
    /// The number of levels shown; nil for all. Deeper values are counted.
    var depth: Int?

    /// Returns the text of a value.
    ///
    /// - Complexity: Linear in the length of the text.
    func text(of value: Tree) -> String {
        var text = ""
        write(value, to: &text, level: 0)
        return text
    }

    private func write(_ value: Tree, to text: inout String, level: Int) {
        let space = "\n" + String(repeating: " ", count: 2 * level)
        switch value {
        case .array(let elements) where !elements.isEmpty:
            if let depth, level >= depth { return text += style.faint("[\(BriefText.count(elements.count, "item"))]") }
            text += "["
            for (index, element) in elements.enumerated() {
                text += (index > 0 ? "," : "") + space + "  "
                write(element, to: &text, level: level + 1)
            }
            text += space + "]"
        case .object(let members) where !members.keys.isEmpty:
            if let depth, level >= depth {
                return text += style.faint("{\(BriefText.count(members.keys.count, "member"))}")
            }
            text += "{"
            for (index, key) in members.keys.enumerated() {
                text += (index > 0 ? "," : "") + space + "  " + style.name(Tree.string(key).text) + ": "
                write(members.values[index], to: &text, level: level + 1)
            }
            text += space + "}"
        case .string: text += style.added(value.text)
        case .null, .bool: text += style.hue(value.text, 1)
        case .integer, .double, .number: text += style.hue(value.text, 2)
        case .array, .object: text += value.text
        }
    }
}

#endif

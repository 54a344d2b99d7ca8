import RewindTree

/// A value as styled JSON on several lines, cut at a depth.
struct JSONText {
    let style: TextStyle
    /// The number of levels shown; nil for all. Deeper values are counted.
    var depth: Int?

    /// Returns the text of a value.
    ///
    /// - Complexity: Linear in the length of the text.
    func text(of value: Tree) -> String {
        var (bytes, form) = ([UInt8](), self)
        value.write(to: &bytes, in: &form)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension JSONText: TextForm {
    var isIndented: Bool { true }

    func write(name: String, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: style.name(Tree.string(name).text).utf8)
    }

    func write(_ value: Tree, level: Int, to bytes: inout [UInt8]) -> Bool {
        let isCut = depth.map { level >= $0 } ?? false
        let text: String
        switch value {
        case .array(let elements) where isCut && !elements.isEmpty:
            text = style.faint("[\(BriefText.count(elements.count, "item"))]")
        case .object(let members) where isCut && !members.keys.isEmpty:
            text = style.faint("{\(BriefText.count(members.keys.count, "member"))}")
        case .array, .object: return false
        case .string: text = style.added(value.text)
        case .null, .bool: text = style.hue(value.text, 1)
        case .integer, .double, .number: text = style.hue(value.text, 2)
        }
        bytes.append(contentsOf: text.utf8)
        return true
    }
}

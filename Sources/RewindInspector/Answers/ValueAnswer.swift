#if os(macOS) || os(Linux)

import RewindSession
import RewindTimeline
import RewindTree

/// A value abbreviated to one line.
struct ValueAnswer: Encodable {
    enum Kind: String, Encodable {
        case string, number, boolean, null, array, object, masked, absent
    }

    /// The maximum number of characters of a text in a list.
    static let shortText = 200
    /// The maximum number of characters of a text that is compared word by word.
    static let longText = 4_000
    private static let mostScalars = 3

    let kind: Kind
    var text: String?
    /// The number of characters in the whole text, if it is truncated.
    var length: Int?
    var count: Int?
    var label: String?

    init(_ value: Tree?, limit: Int = shortText) {
        switch value {
        case nil: kind = .absent
        case .null?: kind = .null
        case .bool(let flag)?: (kind, text) = (.boolean, flag ? "true" : "false")
        case .integer, .double, .number: (kind, text) = (.number, value?.text)
        case .string(let string)?:
            if Masks.isMask(string) {
                kind = .masked
                text = String(string.dropFirst(Masks.start.count).dropLast(Masks.end.count))
            } else {
                kind = .string
                let start = string.prefix(limit)
                text = String(start)
                if start.endIndex != string.endIndex { length = string.count }
            }
        case .array(let elements)?:
            (kind, count) = (.array, elements.count)
            if elements.count <= Self.mostScalars, !elements.contains(where: \.isContainer) {
                let whole = value?.text ?? ""
                if whole.utf8.count <= limit { text = whole }
            }
        case .object(let members)?:
            (kind, count) = (.object, members.keys.count)
            label = value.flatMap(MemberOrder.label).map { String($0.prefix(limit)) }
        }
    }
}

/// A value and its descendants, to a limited depth.
struct NodeAnswer: Encodable, Sendable {
    private static let mostLevels = 4
    private static let mostChildren = 50

    struct Child: Encodable, Sendable {
        let key: String
        let value: NodeAnswer
    }

    let value: ValueAnswer
    let children: [Child]?
    /// The number of omitted children.
    let more: Int?

    init(_ tree: Tree, level: Int = 0) {
        value = ValueAnswer(tree, limit: ValueAnswer.longText)
        guard tree.isContainer, level < Self.mostLevels else {
            (children, more) = (nil, nil)
            return
        }
        let members = MemberOrder.members(of: tree)
        children = members.prefix(Self.mostChildren).map {
            Child(key: $0.key, value: NodeAnswer($0.value, level: level + 1))
        }
        more = members.count > Self.mostChildren ? members.count - Self.mostChildren : nil
    }

    private enum Key: CodingKey {
        case children, more
    }

    func encode(to encoder: any Encoder) throws {
        try value.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encodeIfPresent(children, forKey: .children)
        try container.encodeIfPresent(more, forKey: .more)
    }
}

#endif

import RewindTimeline
import RewindTree

extension TreeEncoder {
    /// An encoder for answers of `RewindAnswers`, in which values are abbreviated to a line.
    static var abbreviating: TreeEncoder {
        TreeEncoder(userInfo: RecordedValue.abbreviation.map { [$0: BriefValue.shortText] } ?? [:])
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

    let value: BriefValue
    let children: [Child]?
    /// The number of omitted children.
    let more: Int?

    init(_ tree: Tree, level: Int = 0) {
        value = BriefValue(tree, limit: BriefValue.longText)
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

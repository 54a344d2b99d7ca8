import RewindSession
import RewindTree

/// A value abbreviated to one line.
package struct BriefValue: Encodable, Sendable {
    package enum Kind: String, Encodable, Sendable {
        case string, number, boolean, null, array, object, masked, absent
    }

    /// The maximum number of characters of a text in a list.
    package static let shortText = 200
    /// The maximum number of characters of a text that is compared word by word.
    package static let longText = 4_000
    private static let maximumScalars = 3
    /// The number of equal characters shown on both sides of a change in a long text.
    private static let beside = 200

    package let kind: Kind
    package private(set) var text: String?
    /// The number of characters in the whole text, if it is truncated.
    package private(set) var length: Int?
    /// The number of characters before the text, which are equal in the text that it is compared with.
    package private(set) var skipped: Int?
    package private(set) var count: Int?
    package private(set) var label: String?

    package init(_ value: Tree?, limit: Int = shortText) {
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
            if elements.count <= Self.maximumScalars, !elements.contains(where: \.isContainer) {
                let whole = value?.text ?? ""
                if whole.utf8.count <= limit { text = whole }
            }
        case .object(let members)?:
            (kind, count) = (.object, members.keys.count)
            label = value.flatMap(MemberOrder.label).map { String($0.prefix(limit)) }
        }
    }

    /// Returns two values that differ; long texts are cut to the place where they do.
    package static func pair(_ old: Tree?, _ new: Tree?, limit: Int = shortText) -> (old: BriefValue, new: BriefValue) {
        let values = (old: BriefValue(old, limit: limit), new: BriefValue(new, limit: limit))
        guard case .string(let before)? = old, case .string(let after)? = new, values.old.kind == .string,
            values.new.kind == .string, values.old.length != nil || values.new.length != nil
        else { return values }
        let changed = ChangedText(from: before, to: after)
        let lead = changed.head.suffix(min(beside, limit / 2)).count
        let skipped = changed.head.count - lead
        func part(_ value: BriefValue, _ changed: Substring, in text: String) -> BriefValue {
            let start = text.index(changed.startIndex, offsetBy: -lead)
            let end = text.index(changed.endIndex, offsetBy: beside, limitedBy: text.endIndex) ?? text.endIndex
            var value = value
            value.text = String(text[start..<end].prefix(limit))
            value.length = value.length ?? text.count
            value.skipped = skipped > 0 ? skipped : nil
            return value
        }
        return (part(values.old, changed.old, in: before), part(values.new, changed.new, in: after))
    }
}

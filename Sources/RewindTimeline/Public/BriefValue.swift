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

    package let kind: Kind
    package private(set) var text: String?
    /// The number of characters in the whole text, if it is truncated.
    package private(set) var length: Int?
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
}

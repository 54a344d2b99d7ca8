import Foundation
import StateTree

/// Values that are not `Codable`, as trees for people to read.
enum Reflection {
    /// How deep a value is followed.
    private static let depthLimit = 24

    /// What stands for a value that is not followed further.
    private static let ellipsis = Tree.string("…")

    /// The tree of `value`: structs and classes as objects, cases as their name or `{name: payload}`.
    static func tree(of value: Any) -> Tree {
        var open: Set<ObjectIdentifier> = []
        return tree(of: value, depth: 0, open: &open)
    }

    private static func tree(of value: Any, depth: Int, open: inout Set<ObjectIdentifier>) -> Tree {
        if let scalar = scalar(value) { return scalar }
        guard depth < depthLimit else { return ellipsis }
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .class {
            let identity = ObjectIdentifier(value as AnyObject)
            guard open.insert(identity).inserted else { return ellipsis }
            defer { open.remove(identity) }
            return members(of: mirror, value, depth: depth, open: &open)
        }
        return members(of: mirror, value, depth: depth, open: &open)
    }

    private static func members(
        of mirror: Mirror,
        _ value: Any,
        depth: Int,
        open: inout Set<ObjectIdentifier>
    ) -> Tree {
        switch mirror.displayStyle {
        case .optional:
            guard let wrapped = mirror.children.first?.value else { return .null }
            return tree(of: wrapped, depth: depth + 1, open: &open)
        case .set:
            // In one order, whatever the set's own is: equal sets have equal trees.
            let elements = mirror.children.map { tree(of: $0.value, depth: depth + 1, open: &open) }
            return .array(ArrayNode(elements.map { ($0.text, $0) }.sorted { $0.0 < $1.0 }.map(\.1)))
        case .collection:
            return .array(ArrayNode(mirror.children.map { tree(of: $0.value, depth: depth + 1, open: &open) }))
        case .dictionary:
            let pairs = mirror.children.map { child -> (String, Tree) in
                let pair = Array(Mirror(reflecting: child.value).children.map(\.value))
                guard pair.count == 2 else { return ("", ellipsis) }
                return (String(describing: pair[0]), tree(of: pair[1], depth: depth + 1, open: &open))
            }
            return .object(ObjectNode(pairs))
        case .enum:
            guard let payload = mirror.children.first else { return .string(String(describing: value)) }
            let inner = tree(of: payload.value, depth: depth + 1, open: &open)
            return .object(ObjectNode([(payload.label ?? "", inner)]))
        default:
            var pairs: [(String, Tree)] = []
            var current: Mirror? = mirror
            while let level = current {
                pairs += level.children.enumerated().map { index, child in
                    let label = child.label.map { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 }
                    return (label ?? String(index), tree(of: child.value, depth: depth + 1, open: &open))
                }
                current = level.superclassMirror
            }
            return .object(ObjectNode(pairs))
        }
    }

    private static func scalar(_ value: Any) -> Tree? {
        switch value {
        case let value as String: .string(value)
        case let value as Substring: .string(String(value))
        case let value as Bool: .bool(value)
        case let value as any BinaryInteger: Int64(exactly: value).map(Tree.integer) ?? .string("\(value)")
        case let value as Double: value.isFinite ? .double(value) : .string("\(value)")
        case let value as Float: value.isFinite ? .double(Double(value)) : .string("\(value)")
        case is Date, is URL, is UUID, is Data, is Decimal: .string(String(describing: value))
        default: nil
        }
    }
}

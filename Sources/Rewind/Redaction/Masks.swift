import Foundation
import RewindSession
import RewindTree

/// The masks of one recorder: the same one for the same secret.
package struct Masks: Sendable {
    private static let start = MaskMarks.start
    private static let end = MaskMarks.end
    /// 48 bits of the hash: no two of a session's secrets get the same mask by chance.
    private static let digitCount = 12

    private let hmac: HMAC

    /// Makes masks with a key of their own, which nobody else learns.
    init() {
        self.init(key: (0..<32).map { _ in UInt8.random(in: 0...255) })
    }

    init(key: [UInt8]) {
        hmac = HMAC(key: key)
    }

    /// The mask of a text.
    /// - Complexity: O(n).
    func mask(_ text: some Sequence<UInt8>) -> String {
        Self.start + hmac.code(of: text).hex.prefix(Self.digitCount) + Self.end
    }

    /// The mask of a value; the value itself when there is nothing to hide in it, or it is one mask already, perhaps
    /// behind the name of an authentication scheme.
    /// - Complexity: O(size).
    func masked(_ tree: Tree) -> Tree {
        switch tree {
        case .null: return tree
        case .string(let text):
            if text.isEmpty || Self.isMask(text[...]) { return tree }
            if let space = text.firstIndex(of: " "), Self.isMask(text[space...].dropFirst()),
                ["bearer", "basic"].contains(text[..<space].lowercased())
            {
                return tree
            }
            return .string(mask(text.utf8))
        case .array(let node) where node.isEmpty: return tree
        case .object(let node) where node.keys.isEmpty: return tree
        case .bool, .integer, .double, .number, .array, .object: return .string(mask(tree.text.utf8))
        }
    }

    /// Whether a mask stands anywhere in a value.
    /// - Complexity: O(size).
    package static func occur(in tree: Tree) -> Bool {
        switch tree {
        case .null, .bool, .integer, .double, .number: false
        case .string(let text): occur(in: text)
        case .array(let node): StackRoom.growing { node.contains { occur(in: $0) } }
        case .object(let node): StackRoom.growing { node.values.contains { occur(in: $0) } }
        }
    }

    private static func occur(in text: String) -> Bool {
        var rest = text[...]
        while let found = rest.range(of: start) {
            rest = rest[found.upperBound...]
            if let end = rest.range(of: end), isMask(text[found.lowerBound..<end.upperBound]) { return true }
        }
        return false
    }

    static func isMask(_ text: Substring) -> Bool {
        guard text.hasPrefix(start), text.hasSuffix(end) else { return false }
        let digits = text.dropFirst(start.count).dropLast(end.count)
        return digits.utf8.count == digitCount && digits.allSatisfy { $0.isHexDigit && !$0.isUppercase }
    }
}

import Foundation
import RewindSession
import RewindTimeline
import RewindTree

/// Takes texts out of values, the same way wherever they are.
///
/// Containers are remembered by identity: what two states share is visited once.
final class Scrubber {
    /// What is to go.
    enum Target {
        /// These texts, wherever they are in a string.
        case texts(TextFinder)
        /// What the regular expression matches, in strings, in names and in numbers.
        case pattern(NSRegularExpression)
    }

    private let target: Target
    private var masks: ScrubMasks
    private var memory = RecentlyUsed<(node: AnyObject, result: Tree)>(capacity: capacity)
    /// How many members and elements the containers may have that are remembered.
    private static let capacity = 200_000

    /// The texts that were taken out.
    private(set) var removed: Set<String> = []
    /// All names of members that are left.
    private(set) var names: Set<String> = []
    /// Values that stay, and are looked out for.
    private(set) var shortValues: ShortValues

    init(_ target: Target, masks: Masks, lookingOutFor shortValues: ShortValues = ShortValues()) {
        self.target = target
        self.masks = ScrubMasks(masks)
        self.shortValues = shortValues
    }

    /// All masks that were made.
    var masksMade: Set<String> { masks.made }

    /// What stands in the place of a value that goes as a whole.
    func mask(_ value: Tree) -> Tree {
        masks.mask(value)
    }

    /// A text for people without what is to go.
    func prose(_ text: String) -> String {
        let result = self.text(text)
        shortValues.meet(wordsOf: result)
        return result
    }

    /// A text without what is to go.
    func text(_ text: String) -> String {
        switch target {
        case .texts(let finder):
            let bytes = Array(text.utf8)
            return replacing(bytes, text) { body in finder.forEachMatch(in: bytes, body) }
        case .pattern(let expression):
            let matches = expression.matches(in: text, range: NSRange(text.startIndex..., in: text))
            guard !matches.isEmpty else { return text }
            return replacing(Array(text.utf8), text) { body in
                for match in matches {
                    guard let range = Range(match.range, in: text), !range.isEmpty else { continue }
                    let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
                    body(start..<start + text[range].utf8.count)
                }
            }
        }
    }

    private func replacing(_ bytes: [UInt8], _ text: String, _ matches: ((Range<Int>) -> Void) -> Void) -> String {
        var result: [UInt8] = []
        var end = 0
        lazy var masked = ScrubMasks.ranges(in: bytes)
        matches { range in
            // Masks stay.
            guard !masked.contains(where: { $0.clamped(to: range) == range }) else { return }
            let found = String(decoding: bytes[range], as: UTF8.self)
            removed.insert(found)
            result += bytes[end..<range.lowerBound]
            result += Array(masks.mask(found).utf8)
            end = range.upperBound
        }
        return end == 0 ? text : String(decoding: result + bytes[end...], as: UTF8.self)
    }

    /// The name of a member: one that a pattern matches gets another, always the same one.
    func name(_ name: String) -> String {
        guard case .pattern = target, text(name) != name else { return kept(name) }
        return masks.mask(name)
    }

    /// The name of a type: parts of it that a pattern matches go.
    func name(ofType name: String) -> String {
        guard case .pattern = target else { return kept(name) }
        return kept(text(name))
    }

    @discardableResult
    private func kept(_ name: String) -> String {
        names.insert(name)
        return name
    }

    /// A value without what is to go.
    ///
    /// - Complexity: linear in what was not seen before.
    func tree(_ tree: Tree) -> Tree {
        switch tree {
        case .null, .bool: return tree
        case .string(let string):
            let result = text(string)
            if result == string { shortValues.meet(tree) }
            return .string(result)
        case .integer, .double, .number:
            guard text(tree.text) == tree.text else { return .string(masks.mask(tree.text)) }
            shortValues.meet(tree)
            return tree
        case .array(let array):
            return remembered(array, count: array.elements.count) {
                let elements = array.elements.map(self.tree)
                return zip(elements, array.elements).allSatisfy { $0.isIdentical(to: $1) }
                    ? tree : Tree(elements: elements)
            }
        case .object(let object):
            return remembered(object, count: object.keys.count) {
                let members = zip(object.keys, object.values).map { (name($0), self.tree($1)) }
                let isSame = zip(members, zip(object.keys, object.values)).allSatisfy {
                    $0.0 == $1.0 && $0.1.isIdentical(to: $1.1)
                }
                return isSame ? tree : Tree(members: members)
            }
        }
    }

    private func remembered(_ node: AnyObject, count: Int, _ make: () -> Tree) -> Tree {
        let number = Int(bitPattern: ObjectIdentifier(node))
        if let known = memory.value(number) { return known.result }
        let result = StackRoom.growing(make)
        memory.insert((node, result), bytes: 1 + count, for: number)
        return result
    }

    /// A patch without what is to go.
    func patch(_ patch: Patch) -> Patch {
        Patch(patch.operations.map { $0.map(pointers: pointer, values: tree) })
    }

    private func pointer(_ pointer: Pointer) -> Pointer {
        Pointer(pointer.tokens.map { Pointer.index(of: $0) == nil ? name($0) : $0 })
    }
}

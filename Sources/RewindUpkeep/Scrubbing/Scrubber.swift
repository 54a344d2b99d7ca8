import Foundation
import RewindSession
import RewindTimeline
import RewindTree

/// Removes texts from values, consistently everywhere.
///
/// Results for containers are cached by identity, so parts that two states share are visited once.
final class Scrubber {
    /// The texts to remove.
    enum Target {
        /// These texts, anywhere in a string.
        case texts(TextFinder)
        /// The matches of a regular expression, in strings, names, and numbers.
        case pattern(NSRegularExpression)
    }

    private let target: Target
    /// The names of members whose values are masked as a whole.
    private let keys: Set<String>
    private var masks: ScrubMasks
    private var memory = RecentlyUsed<(node: AnyObject, result: Tree)>(capacity: capacity)
    /// The maximum total number of members and elements of cached containers.
    private static let capacity = 200_000

    /// The removed texts.
    private(set) var removed: Set<String> = []
    /// The names of the remaining members of all values and patches that were visited.
    private(set) var names: Set<String> = []
    /// Short values that remain, and are reported.
    private(set) var shortValues: ShortValues

    init(
        _ target: Target,
        keys: Set<String> = [],
        masks: Masks,
        lookingOutFor shortValues: ShortValues = ShortValues()
    ) {
        (self.target, self.keys) = (target, keys)
        self.masks = ScrubMasks(masks)
        self.shortValues = shortValues
    }

    /// All masks created.
    var masksMade: Set<String> { masks.made }

    /// Returns the mask for a value that is removed as a whole.
    func mask(_ value: Tree) -> Tree {
        masks.mask(value)
    }

    /// Returns a human-readable text with the target removed.
    func prose(_ text: String) -> String {
        let result = self.text(text)
        shortValues.meet(wordsOf: result)
        return result
    }

    /// Returns a text with the target removed.
    func text(_ text: String) -> String {
        switch target {
        case .texts(let finder):
            let bytes = Array(text.utf8)
            return replacing(bytes, text) { body in bytes.withUnsafeBytes { finder.forEachMatch(in: $0, body) } }
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
            // Existing masks remain.
            guard !masked.contains(where: { $0.clamped(to: range) == range }) else { return }
            let found = String(decoding: bytes[range], as: UTF8.self)
            removed.insert(found)
            result += bytes[end..<range.lowerBound]
            result += Array(masks.mask(found).utf8)
            end = range.upperBound
        }
        return end == 0 ? text : String(decoding: result + bytes[end...], as: UTF8.self)
    }

    /// Returns the name of a member. A name that matches the pattern is replaced, always by the same mask.
    func name(_ name: String) -> String {
        guard case .pattern = target, text(name) != name else { return kept(name) }
        return masks.mask(name)
    }

    /// Returns the name of a type. Parts that match the pattern are replaced.
    func name(ofType name: String) -> String {
        guard case .pattern = target else { return kept(name) }
        return kept(text(name))
    }

    @discardableResult
    private func kept(_ name: String) -> String {
        names.insert(name)
        return name
    }

    /// Returns a value with the target removed.
    ///
    /// - Complexity: Linear in the parts that are not cached.
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
                let members = zip(object.keys, object.values).map { key, value in
                    (name(key), keys.contains(key) ? masks.mask(value) : self.tree(value))
                }
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

    /// Returns a patch with the target removed.
    func patch(_ patch: Patch) -> Patch {
        Patch(
            patch.operations.map { operation in
                let isOfKey = !keys.isDisjoint(with: operation.path.tokens)
                return operation.map(pointers: pointer, values: isOfKey ? mask : tree)
            }
        )
    }

    /// Returns true if a value at a pointer, or its name, is not masked in the same way in a patch and in a state.
    func mayMove(_ pointer: Pointer) -> Bool {
        pointer.tokens.contains { token in
            guard case .pattern(let expression) = target else { return keys.contains(token) }
            let range = NSRange(token.startIndex..., in: token)
            return Pointer.mayBeIndex(token) && expression.firstMatch(in: token, range: range) != nil
        }
    }

    private func pointer(_ pointer: Pointer) -> Pointer {
        Pointer(pointer.tokens.map { Pointer.index(of: $0) == nil ? name($0) : $0 })
    }
}

extension Patch {
    /// Returns the patch with each value replaced by the result of `change`, which also receives the pointer.
    func mapValues(_ change: (Pointer, Tree) -> Tree) -> Patch {
        Patch(operations.map { operation in operation.map(pointers: { $0 }, values: { change(operation.path, $0) }) })
    }
}

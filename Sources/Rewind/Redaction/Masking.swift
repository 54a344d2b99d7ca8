import RewindSession
import RewindTree

/// Masks the output of one encoder, or of the reflection that replaces it.
///
/// Use it under the same lock, or on the same thread, as the encoder.
final class Masking: TreeFilter {
    /// The maximum number of cached keys; the cache is then cleared, because texts may contain any number of keys.
    private static let capacity = 4096

    let filtersNumbers: Bool
    private let redaction: Redaction
    private let masks: Masks
    private var coverages: [String: KeyRules.Coverage] = [:]
    private var pointers: PointerMasking
    /// Nil unless only listed values are kept.
    private var others: PointerMasking?
    private var payloadPlaces: [String: PointerPlace?] = [:]
    private lazy var search = SecretSearch { [unowned self] in
        !coverage(of: $0).isDisjoint(with: [.texts, .numbers])
    }

    /// Creates a masking; nil if there is nothing to mask.
    init?(_ redaction: Redaction, _ masks: Masks) {
        guard !redaction.rules.isEmpty else { return nil }
        self.redaction = redaction
        self.masks = masks
        filtersNumbers = !redaction.ownRules.isEmpty
        pointers = PointerMasking(.listed, PointerPlace(redaction.pointers.map { $0.tokens[...] }), masks)
        others = redaction.kept.map {
            PointerMasking(.others, PointerPlace($0.pointers.map { $0.tokens[...] }), masks)
        }
    }

    // MARK: Keys

    func covers(_ key: String) -> Bool {
        !coverage(of: key).isEmpty
    }

    func replacement(for value: Tree, under key: String) -> Tree {
        let kind: KeyRules.Coverage =
            switch value {
            case .null: []
            case .bool: .booleans
            case .integer, .double, .number: .numbers
            case .string: .texts
            case .array, .object: .containers
            }
        return coverage(of: key).isDisjoint(with: kind) ? value : masks.masked(value)
    }

    func name(for key: String) -> String {
        searched(key) ?? key
    }

    private func coverage(of key: String) -> KeyRules.Coverage {
        if let known = coverages[key] { return known }
        if coverages.count >= Self.capacity { coverages.removeAll() }
        let coverage = redaction.keys.coverage(of: key)
        coverages[key] = coverage
        return coverage
    }

    // MARK: Scalars

    func replacement(for scalar: Tree, at path: () -> [String]) -> Tree? {
        if !redaction.ownRules.isEmpty, isSecret(scalar, at: path()) { return masks.masked(scalar) }
        guard case .string(let text) = scalar else { return nil }
        return searched(text).map { .string($0) }
    }

    private func isSecret(_ scalar: Tree, at path: [String]) -> Bool {
        let text = scalar.string ?? scalar.text
        return redaction.ownRules.contains { $0.isSecret(path, text) }
    }

    /// Returns the text with its secrets masked; nil if it contains no secrets.
    private func searched(_ text: String) -> String? {
        guard redaction.searchesStrings else { return nil }
        if let result = text.utf8.withContiguousStorageIfAvailable({ masked(search.ranges(in: $0), in: $0) }) {
            return result
        }
        var copy = text
        return copy.withUTF8 { masked(search.ranges(in: $0), in: $0) }
    }

    private func masked(_ ranges: [Range<Int>], in bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard !ranges.isEmpty else { return nil }
        var result = ""
        var end = 0
        for range in ranges {
            result += String(decoding: bytes[end..<range.lowerBound], as: UTF8.self)
            result += masks.mask(bytes[range])
            end = range.upperBound
        }
        return result + String(decoding: bytes[end...], as: UTF8.self)
    }

    // MARK: Whole values

    /// Returns the text of an error without secrets. If only listed values are kept, it is the error's type.
    func masked(_ error: any Error) -> String {
        guard redaction.kept != nil else { return masked(text: error.recordedText) }
        return "\(TypeName.of(type(of: error))): \(masks.mask(error.recordedText.utf8))"
    }

    /// Returns a text without secrets.
    func masked(text: String) -> String {
        guard case .string(let masked)? = replacement(for: .string(text), at: { [] }) else { return text }
        return masked
    }

    /// Returns a state with the values at the pointers masked, and those that are not kept.
    func masked(state: Tree) -> Tree {
        let masked = pointers.masked(state)
        return others?.masked(masked) ?? masked
    }

    /// Returns the payload of an action or an effect with the values masked that are not kept.
    func masked(payload: Tree, ofType name: String) -> Tree {
        guard let kept = redaction.kept else { return payload }
        if payloadPlaces[name] == nil {
            if payloadPlaces.count >= Self.capacity { payloadPlaces.removeAll() }
            let pointers = kept.payloads.filter { $0.covers(name) }.map { $0.pointer.tokens[...] }
            payloadPlaces[name] = .some(PointerPlace(pointers))
        }
        var others = PointerMasking(.others, payloadPlaces[name] ?? nil, masks)
        return others.masked(payload)
    }

    /// Returns true if all strings in an action are masked, because the name of its type is that of a secret.
    func masksStrings(ofType name: String) -> Bool {
        coverage(of: name).contains(.texts)
    }

    /// Returns a value with all its strings masked.
    /// - Complexity: O(size).
    func withoutStrings(_ tree: Tree) -> Tree {
        switch tree {
        case .string: masks.masked(tree)
        case .array(let node): .array(ArrayNode(StackRoom.growing { node.map(withoutStrings) }))
        case .object(let node):
            .object(ObjectNode(sortedKeys: node.keys, values: StackRoom.growing { node.values.map(withoutStrings) }))
        case .null, .bool, .integer, .double, .number: tree
        }
    }
}

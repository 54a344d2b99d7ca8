import RewindSession
import RewindTree

/// The reason why a recorded value cannot be decoded, and its place. Never contains a value.
package struct DecodingFailure: Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        /// The value is missing.
        case missing
        /// The value is of another kind than the type expects.
        case otherKind(expected: String, found: String)
        /// The type rejects a value of this kind.
        case refused(kind: String)
        /// The value is a case of an enum that the type no longer has.
        case unknownCase(String, of: String)
        /// The type's `init(from:)` threw an error of this type.
        case threw(String)
    }

    package let pointer: Pointer
    package let reason: Reason
    /// True if the recorder masked the value.
    package let isMasked: Bool

    package init(at pointer: Pointer, _ reason: Reason, isMasked: Bool = false) {
        self.pointer = pointer
        self.reason = reason
        self.isMasked = isMasked
    }

    /// Creates the failure for an error thrown while `tree` was decoded.
    init(_ error: any Error, in tree: Tree) {
        var path: [any CodingKey] = []
        var wanted: Any.Type?
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            pointer = Pointer((context.codingPath + [key]).map(\.token))
            reason = .missing
            isMasked = false
            return
        case DecodingError.typeMismatch(let type, let context): (path, wanted) = (context.codingPath, type)
        case DecodingError.valueNotFound(let type, let context): (path, wanted) = (context.codingPath, type)
        case DecodingError.dataCorrupted(let context): path = context.codingPath
        default:
            pointer = .root
            reason = .threw(TypeName.of(type(of: error)))
            isMasked = false
            return
        }
        pointer = Pointer(path.map(\.token))
        let found = tree[pointer]
        if let wanted, let name = Self.case(found, of: wanted, error) {
            reason = .unknownCase(name, of: TypeName.of(wanted))
        } else if let wanted {
            reason = .otherKind(expected: Self.name(of: wanted), found: found?.kind ?? "nothing")
        } else {
            reason = .refused(kind: found?.kind ?? "nothing")
        }
        isMasked = if let found, case .string = found { Masks.occur(in: found) } else { false }
    }

    /// Returns the case that a value is, as `Codable` encodes enums, if the enum does not have it.
    private static func `case`(_ found: Tree?, of type: Any.Type, _ error: any Error) -> String? {
        // The synthesized `init(from:)` looks for the only member among those of the cases.
        guard case .object(let object)? = found, object.keys.count == 1,
            case DecodingError.typeMismatch(_, let context) = error,
            context.debugDescription.hasPrefix("Invalid number of keys found")
        else { return nil }
        return object.keys[0]
    }

    private static func name(of type: Any.Type) -> String {
        let name = TypeName.of(type)
        if name.hasPrefix("Array<") { return "array" }
        return name.hasPrefix("Dictionary<") ? "object" : name
    }
}

extension CodingKey {
    /// The token of this key in a pointer.
    fileprivate var token: String {
        intValue.map(String.init) ?? stringValue
    }
}

extension DecodingFailure: CustomStringConvertible {
    /// A clause with the place and the reason.
    package var description: String { "\(pointer.name(root: "the whole value")) \(problem)" }

    /// The predicate of the clause.
    package var problem: String {
        let problem =
            switch reason {
            case .missing: "is missing"
            case .otherKind(let expected, let found): "should be \(expected), but is \(found)"
            case .refused(let kind): "is \(Self.article(kind)) \(kind) that the type does not accept"
            case .unknownCase(let name, let type): "is \(name), a case that \(type) does not have"
            case .threw(let type): "does not decode: \(type)"
            }
        return isMasked ? "\(problem), a mask" : problem
    }

    private static func article(_ noun: String) -> String {
        noun.first.map("aeiou".contains) == true ? "an" : "a"
    }
}

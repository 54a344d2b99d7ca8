import Foundation
import RewindTree

#if canImport(CoreFoundation)
import CoreFoundation
#endif

/// Creates trees for reading from values that are not `Codable`.
struct Reflection {
    private typealias Member = (String, Tree)

    /// The number of levels that are visited without checking the stack.
    private static let freeLevels = 16

    /// The maximum number of repeated visits of objects: objects that refer to each other can have more paths between
    /// them than could ever be followed.
    private static let repetitionLimit = 1_000

    /// The placeholder for an object that is not visited again.
    private static let ellipsis = Tree.string("…")

    private let masking: Masking?
    /// The objects around the current value.
    private var open: Set<ObjectIdentifier> = []
    private var followed: Set<ObjectIdentifier> = []
    private var repetitions = 0
    /// True if a value was cut off because it is nested too deeply.
    private var hasCut = false
    /// The keys from the root to the current value.
    private var path: [String] = []

    private init(masking: Masking?) {
        self.masking = masking
    }

    /// Returns the tree of `value` without secrets: structs and classes as objects, enum cases as their name or
    /// `{name: payload}`.
    ///
    /// - Returns: The tree, and true if part of it was cut off because it is nested too deeply.
    static func tree(of value: Any, masking: Masking?) -> (tree: Tree, isCut: Bool) {
        var reflection = Reflection(masking: masking)
        let tree = reflection.tree(of: value, depth: 0)
        return (tree, reflection.hasCut)
    }

    private mutating func tree(of value: Any, depth: Int) -> Tree {
        if let scalar = Self.scalar(value) { return filtered(scalar) }
        guard depth < Self.freeLevels || depth < Tree.depthLimit && StackRoom.isLeft else {
            hasCut = true
            return Tree.tooDeep
        }
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .class {
            let identity = ObjectIdentifier(value as AnyObject)
            if !followed.insert(identity).inserted { repetitions += 1 }
            guard repetitions <= Self.repetitionLimit, open.insert(identity).inserted else { return Self.ellipsis }
            defer { open.remove(identity) }
            return members(of: mirror, value, depth: depth)
        }
        return members(of: mirror, value, depth: depth)
    }

    private mutating func members(of mirror: Mirror, _ value: Any, depth: Int) -> Tree {
        switch mirror.displayStyle {
        case .optional:
            guard let wrapped = mirror.children.first?.value else { return .null }
            let tree = tree(of: wrapped, depth: depth + 1)
            // `.some(nil)` differs from nil.
            return Self.isNil(wrapped) ? .object(ObjectNode([("some", tree)])) : tree
        case .set:
            // Sorted, because the order of a set varies: equal sets have equal trees.
            let elements = elements(of: mirror, depth: depth)
            return .array(ArrayNode(elements.map { ($0.text, $0) }.sorted { $0.0 < $1.0 }.map(\.1)))
        case .collection:
            return .array(ArrayNode(elements(of: mirror, depth: depth)))
        case .dictionary:
            let entries = mirror.children.map { child -> (key: Any, member: Member) in
                let pair = Array(Mirror(reflecting: child.value).children.map(\.value))
                guard pair.count == 2 else { return ("", ("", Self.ellipsis)) }
                return (pair[0], member(pair[1], text(ofKey: pair[0], depth: depth), depth: depth))
            }
            let object = ObjectNode(entries.map(\.member))
            guard object.keys.count < entries.count else { return .object(object) }
            // Sorted, as with sets.
            let ordered = entries.map { (String(reflecting: $0.key), $0.member.1.text, $0.member) }
                .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
            return Self.object(ordered.map(\.2))
        case .enum:
            guard let payload = mirror.children.first else { return filtered(.string(String(describing: value))) }
            return .object(ObjectNode([member(payload.value, payload.label ?? "", depth: depth)]))
        default:
            var members: [Member] = []
            var current: Mirror? = mirror
            while let level = current {
                for (index, child) in level.children.enumerated() {
                    let label = child.label.map { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 }
                    members.append(member(child.value, label ?? String(index), depth: depth))
                }
                current = level.superclassMirror
            }
            let object = Self.object(members)
            guard Self.saysNothing(object), let text = Self.description(of: value) else { return object }
            return filtered(.string(text))
        }
    }

    /// Returns true if a value is an optional that is nil, or that wraps such an optional.
    private static func isNil(_ value: Any) -> Bool {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .optional else { return false }
        return mirror.children.first.map { isNil($0.value) } ?? true
    }

    /// Returns true if a tree contains no value, such as that of a type with only compiler-generated members.
    private static func saysNothing(_ tree: Tree) -> Bool {
        guard case .object(let object) = tree else { return false }
        return object.values.allSatisfy(saysNothing)
    }

    /// Returns the description of a value; nil if its type does not provide one.
    private static func description(of value: Any) -> String? {
        guard value is any CustomStringConvertible || value is any CustomDebugStringConvertible else { return nil }
        return String(describing: value)
    }

    /// Returns the member name for a dictionary key: the description of the key, if its type provides one, otherwise
    /// its whole contents.
    private mutating func text(ofKey key: Any, depth: Int) -> String {
        let key = (key as? AnyHashable)?.base ?? key
        if key is Date || key is Data, case .string(let text)? = Self.scalar(key) { return text }
        switch Mirror(reflecting: key).displayStyle {
        case .struct, .class, .tuple, .enum, nil:
            if let text = Self.description(of: key) { return text }
        case .optional, .collection, .dictionary, .set, .foreignReference: break
        @unknown default: break
        }
        switch tree(of: key, depth: depth + 1) {
        case .string(let text): return text
        case let tree: return tree.text
        }
    }

    /// Creates an object with all members: the second one with a key is named `key (2)`.
    private static func object(_ members: [Member]) -> Tree {
        let object = ObjectNode(members)
        guard object.keys.count < members.count else { return .object(object) }
        let taken = Set(members.map(\.0))
        var numbers: [String: Int] = [:]
        let numbered = members.map { key, value -> Member in
            guard var number = numbers[key] else {
                numbers[key] = 1
                return (key, value)
            }
            repeat { number += 1 } while taken.contains("\(key) (\(number))")
            numbers[key] = number
            return ("\(key) (\(number))", value)
        }
        return .object(ObjectNode(numbered))
    }

    private mutating func elements(of mirror: Mirror, depth: Int) -> [Tree] {
        path.append("*")
        defer { path.removeLast() }
        return mirror.children.map { tree(of: $0.value, depth: depth + 1) }
    }

    private mutating func member(_ value: Any, _ key: String, depth: Int) -> Member {
        path.append(key)
        defer { path.removeLast() }
        let tree = tree(of: value, depth: depth + 1)
        guard let masking else { return (key, tree) }
        return (masking.name(for: key), masking.replacement(for: tree, under: key))
    }

    private func filtered(_ scalar: Tree) -> Tree {
        switch scalar {
        case .string: break
        case .integer, .double, .number: if masking?.filtersNumbers != true { return scalar }
        case .null, .bool, .array, .object: return scalar
        }
        return masking?.replacement(for: scalar, at: { path }) ?? scalar
    }

    private static func scalar(_ value: Any) -> Tree? {
        #if canImport(CoreFoundation)
        // Numbers from Objective-C would cast to any of the types below: 1 to true, and 5 to 5.0.
        if type(of: value) is AnyClass, let number = value as? NSNumber { return tree(of: number) }
        #endif
        return switch value {
        case let value as String: .string(value)
        case let value as Substring: .string(String(value))
        case let value as Bool: .bool(value)
        case let value as Double: tree(of: value)
        case let value as any BinaryInteger: Int64(exactly: value).map(Tree.integer) ?? .string("\(value)")
        case let value as any BinaryFloatingPoint: tree(of: value)
        case let value as Date: Tree(value)
        case let value as Data: .string(value.base64EncodedString())
        case is URL, is UUID, is Decimal, is AttributedString: .string(String(describing: value))
        case let value as Duration: .string(text(of: value))
        case let value as Any.Type: .string(String(reflecting: value))
        case let value as AnyKeyPath: .string(text(of: value))
        default: nil
        }
    }

    #if canImport(CoreFoundation)
    private static func tree(of number: NSNumber) -> Tree {
        if CFGetTypeID(number) == CFBooleanGetTypeID() { return .bool(number.boolValue) }
        return switch UInt8(truncatingIfNeeded: number.objCType.pointee) {
        case UInt8(ascii: "d"), UInt8(ascii: "f"): tree(of: number.doubleValue)
        case UInt8(ascii: "Q"): Int64(exactly: number.uint64Value).map(Tree.integer) ?? .string("\(number.uint64Value)")
        default: .integer(number.int64Value)
        }
    }
    #endif

    private static func tree<Value: BinaryFloatingPoint>(of value: Value) -> Tree {
        let double = Double(value)
        // Wider types have numbers that a double cannot represent.
        return value.isFinite && Value(double) == value ? .double(double) : .string("\(value)")
    }

    /// Returns the seconds with all 18 decimals.
    private static func text(of duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let fraction = String(attoseconds.magnitude)
        let padded = String(repeating: "0", count: max(0, 18 - fraction.count)) + fraction
        let sign = seconds < 0 || attoseconds < 0 ? "-" : ""
        return "\(sign)\(seconds.magnitude).\(padded) s"
    }

    /// Returns the path as it is written. For a part without a name, such as an index, its hash is added, which is the
    /// same for the life of the process.
    private static func text(of keyPath: AnyKeyPath) -> String {
        let text = String(reflecting: keyPath)
        return text.contains("<") ? "\(text) #\(String(UInt(bitPattern: keyPath.hashValue), radix: 16))" : text
    }
}

import Foundation
import StateTree

/// Values that are not `Codable`, as trees for people to read.
struct Reflection {
    private typealias Member = (String, Tree)

    /// So many levels are followed without a look at the stack.
    private static let freeLevels = 16

    /// How often objects are followed that have been followed before: between many that refer to each other there are
    /// more paths than could ever be gone.
    private static let repetitionLimit = 1_000

    /// What stands for an object that is not followed again.
    private static let ellipsis = Tree.string("…")

    private let masking: Masking?
    /// The objects around the value at hand.
    private var open: Set<ObjectIdentifier> = []
    private var followed: Set<ObjectIdentifier> = []
    private var repetitions = 0
    private let room: StackRoom
    /// Whether something that is nested too deeply was left out.
    private var hasCut = false
    /// The keys from the root to the value at hand.
    private var path: [String] = []

    private init(masking: Masking?, stackSize: Int) {
        self.masking = masking
        room = StackRoom(size: stackSize)
    }

    /// The tree of `value`, without secrets: structs and classes as objects, cases as their name or `{name: payload}`.
    ///
    /// - Parameter stackSize: How many bytes of the thread's stack may be used.
    /// - Returns: the tree, and whether something was nested too deeply to be in it.
    static func tree(
        of value: Any,
        masking: Masking?,
        stackSize: Int = TreeEncoder.smallStack
    ) -> (tree: Tree, isCut: Bool) {
        var reflection = Reflection(masking: masking, stackSize: stackSize)
        let tree = reflection.tree(of: value, depth: 0)
        return (tree, reflection.hasCut)
    }

    private mutating func tree(of value: Any, depth: Int) -> Tree {
        if let scalar = Self.scalar(value) { return filtered(scalar) }
        guard depth < Self.freeLevels || depth < Tree.depthLimit && room.isLeft else {
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
            return tree(of: wrapped, depth: depth + 1)
        case .set:
            // In one order, whatever the set's own is: equal sets have equal trees.
            let elements = elements(of: mirror, depth: depth)
            return .array(ArrayNode(elements.map { ($0.text, $0) }.sorted { $0.0 < $1.0 }.map(\.1)))
        case .collection:
            return .array(ArrayNode(elements(of: mirror, depth: depth)))
        case .dictionary:
            let entries = mirror.children.map { child -> (key: Any, member: Member) in
                let pair = Array(Mirror(reflecting: child.value).children.map(\.value))
                guard pair.count == 2 else { return ("", ("", Self.ellipsis)) }
                return (pair[0], member(pair[1], String(describing: pair[0]), depth: depth))
            }
            let object = ObjectNode(entries.map(\.member))
            guard object.keys.count < entries.count else { return .object(object) }
            // In one order, as with sets.
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
            return Self.object(members)
        }
    }

    /// An object with all of the members: the second with a key is called `key (2)`.
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

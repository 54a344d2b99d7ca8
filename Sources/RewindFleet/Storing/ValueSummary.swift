#if Fleet

import RewindSession
import RewindTimeline
import RewindTree

/// The first different values at each pointer in the states of a session, each with its first seq, and the least and the
/// greatest of all numbers that follow.
///
/// Elements of arrays have no values of their own, as insertions move them.
struct ValueSummary {
    /// The maximum number of different values at a pointer.
    static let mostValues = 16
    /// The maximum length of a value, in bytes.
    static let longestValue = 64

    /// A different value at a pointer, and the first seq with it.
    struct Entry {
        enum Kind: UInt8 {
            /// A scalar; its JSON is the text.
            case value = 0x76  // v
            /// An array, an object or a long text.
            case other = 0x6F  // o
            /// The numbers after the last value that is kept, and all long ones.
            case numbers = 0x6E  // n
            /// The texts, arrays and objects after the last value that is kept.
            case more = 0x74  // t
        }

        let kind: Kind
        let text: String?
        let first: Int
        /// The least and the greatest of the numbers.
        fileprivate(set) var bounds: ClosedRange<Double>?
    }

    private final class Node {
        var children: [ExactText: Node] = [:]
        var entries: [Entry] = []
    }

    private let root = Node()
    private let limits: PointerLimits
    private var state: Tree?
    private var seq: Int?
    private var first = 0

    init(_ limits: PointerLimits) {
        self.limits = limits
    }

    /// Adds the state after action `seq`; nil if it is not known, which reads as no value.
    ///
    /// - Complexity: O(what changed since the state before), if the states share the rest.
    mutating func add(_ next: Tree?, at seq: Int) {
        if self.seq == nil { first = seq }
        visit(root, .root, state, next, seq)
        (state, self.seq) = (next, seq)
    }

    /// Calls `body` with each pointer and its values.
    func forEach(_ body: (Pointer, [Entry]) throws -> Void) rethrows {
        try Self.forEach(root, .root, body)
    }

    private static func forEach(_ node: Node, _ pointer: Pointer, _ body: (Pointer, [Entry]) throws -> Void) rethrows {
        try body(pointer, node.entries)
        for (key, child) in node.children { try forEach(child, pointer.appending(key.text), body) }
    }

    private func visit(_ node: Node, _ pointer: Pointer, _ old: Tree?, _ new: Tree?, _ seq: Int) {
        if let old, let new, old.isIdentical(to: new) { return }
        note(new, at: seq, in: node)
        let before: ObjectNode? = if case .object(let object) = old { object } else { nil }
        let after: ObjectNode? = if case .object(let object) = new { object } else { nil }
        for key in before?.keys ?? [] where after?[key] == nil {
            guard let child = node.children[ExactText(key)] else { continue }
            visit(child, pointer.appending(key), before?[key], nil, seq)
        }
        guard let after else { return }
        for (index, key) in after.keys.enumerated() where !Pointer.mayBeIndex(key) {
            let (earlier, value) = (before?[key], after.values[index])
            if let earlier, earlier.isIdentical(to: value) { continue }
            guard let child = child(key, of: node, pointer) else { continue }
            visit(child, pointer.appending(key), earlier, value, seq)
        }
    }

    private func child(_ key: String, of node: Node, _ pointer: Pointer) -> Node? {
        if let child = node.children[ExactText(key)] { return child }
        guard limits.id(pointer.appending(key)) != nil else { return nil }
        let child = Node()
        node.children[ExactText(key)] = child
        // It had no value before.
        if seq != nil { note(nil, at: first, in: child) }
        return child
    }

    private func note(_ value: Tree?, at seq: Int, in node: Node) {
        let text: String? =
            switch value {
            case nil, .null: "null"
            case .array, .object: nil
            case .some(let scalar): scalar.text
            }
        let isKept = text.map { $0.utf8.count <= Self.longestValue } ?? false
        // The text of an array or object would be written with each of its changes.
        let number = text == nil ? nil : SQLValue(value).number
        var kind: Entry.Kind = isKept ? .value : number == nil ? .other : .numbers
        func isKnown(_ entry: Entry) -> Bool { entry.kind == kind && (kind != .value || entry.text == text) }
        // Null is always kept, so that no other entry stands for it.
        if node.entries.count >= Self.mostValues, text != "null", !node.entries.contains(where: isKnown) {
            kind = number == nil ? .more : .numbers
        }
        guard let index = node.entries.firstIndex(where: isKnown) else {
            var entry = Entry(kind: kind, text: kind == .value ? text : nil, first: seq)
            if kind == .numbers { entry.bounds = number.map { $0...$0 } }
            return node.entries.append(entry)
        }
        guard let number, let bounds = node.entries[index].bounds else { return }
        node.entries[index].bounds = min(bounds.lowerBound, number)...max(bounds.upperBound, number)
    }
}

extension SQLValue {
    /// The number as which SQLite compares the value, rounded; nil for others.
    fileprivate var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .real(let value): value
        default: nil
        }
    }
}

/// Which pointers of a session are kept. A session with too many is still stored; only fewer questions are answered
/// without its states.
final class PointerLimits {
    private static let mostPointers = 4_096
    private static let longestPointer = 1_000

    private(set) var ids: [Pointer: Int64] = [:]
    /// True if a pointer was not kept.
    private(set) var areExceeded = false

    /// Returns the identifier of a folded pointer; nil if it is not kept.
    func id(_ pointer: Pointer) -> Int64? {
        if let id = ids[pointer] { return id }
        let text = pointer.indexText
        guard ids.count < Self.mostPointers, text.utf8.count <= Self.longestPointer else {
            areExceeded = true
            return nil
        }
        let id = FleetID.pointer(text)
        ids[pointer] = id
        return id
    }
}

extension Pointer {
    /// The pointer with `*` in place of each token that may be the index of an element.
    package var folded: Pointer {
        Pointer(tokens.map { Pointer.mayBeIndex($0) ? "*" : $0 })
    }
}

#endif

import RewindTimeline
import RewindTree

/// The pointers in the states of a session that match patterns, in which the token `*` stands for any member or
/// element.
struct PatternMatches {
    private static let any = "*"

    private let patterns: [Pointer]
    private var found: [Set<Pointer>]
    private var latest: Tree?

    init(_ patterns: [Pointer]) {
        self.patterns = patterns
        found = patterns.map { Self.isPlain($0) ? [$0] : [] }
    }

    /// True if a pointer is not a pattern.
    private static func isPlain(_ pointer: Pointer) -> Bool { !pointer.tokens.contains(any) }

    /// True if all patterns are pointers, so that no state needs to be read.
    var arePlain: Bool { patterns.allSatisfy(Self.isPlain) }

    var isEmpty: Bool { patterns.isEmpty }

    /// Returns true if a write at a pointer may change or move a value that matches, or one inside or around it.
    ///
    /// - Complexity: Linear in the number of patterns.
    func mayBeMoved(byWriteAt pointer: Pointer) -> Bool {
        let tokens = pointer.tokens
        let isElement = tokens.last.map(Pointer.mayBeIndex) == true
        return patterns.contains { pattern in
            // An added or removed element moves the others.
            let isBeside = isElement && tokens.count <= pattern.tokens.count
            return Self.matches(pattern, isBeside ? tokens.dropLast() : tokens[...])
        }
    }

    /// Returns true if a pattern matches, as far as it and a pointer are long.
    private static func matches(_ pattern: Pointer, _ tokens: ArraySlice<String>) -> Bool {
        zip(pattern.tokens, tokens).allSatisfy { $0 == any || $0 == $1 }
    }

    /// All matching pointers, in a fixed order.
    var pointers: [Pointer] {
        found.flatMap { $0.sorted { $0.description < $1.description } }
    }

    /// The patterns that nothing matched.
    var unmatched: [Pointer] { zip(patterns, found).filter(\.1.isEmpty).map(\.0) }

    /// Finds the matches in a state.
    ///
    /// - Complexity: Linear in the parts on the patterns' paths that the state before did not have.
    mutating func look(at state: Tree) {
        for (index, pattern) in patterns.enumerated() where !Self.isPlain(pattern) {
            match(pattern.tokens[...], in: state, after: latest, at: .root, index)
        }
        latest = state
    }

    /// Finds the matches in a patch, whose states are unknown.
    mutating func look(at patch: Patch) {
        for operation in patch.operations {
            let path = operation.path
            for (index, pattern) in patterns.enumerated() where !Self.isPlain(pattern) {
                let tokens = pattern.tokens
                guard Self.matches(pattern, path.tokens[...]) else { continue }
                if tokens.count <= path.tokens.count {
                    found[index].insert(Pointer(Array(path.tokens.prefix(tokens.count))))
                } else if let value = operation.value {
                    match(tokens.dropFirst(path.tokens.count), in: value, after: nil, at: path, index)
                }
            }
        }
    }

    private mutating func match(
        _ tokens: ArraySlice<String>,
        in tree: Tree,
        after previous: Tree?,
        at pointer: Pointer,
        _ index: Int
    ) {
        if previous?.isIdentical(to: tree) == true { return }
        guard let token = tokens.first else {
            found[index].insert(pointer)
            return
        }
        let names: [String] =
            switch tree {
            case .object(let object) where token == Self.any: object.keys
            case .array(let array) where token == Self.any: array.elements.indices.map(String.init)
            default: [token]
            }
        for name in names {
            guard let child = tree.child(name) else { continue }
            match(tokens.dropFirst(), in: child, after: previous?.child(name), at: pointer.appending(name), index)
        }
    }
}

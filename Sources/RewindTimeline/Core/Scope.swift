import RewindSession
import RewindTree

/// The part of a state that must be followed through patches to know one value in it: up to the first token that may be
/// an index, since what happens elsewhere in an array may change which element an index means.
struct Scope {
    /// What an operation means for the scope.
    enum Effect {
        /// Nothing.
        case none
        /// It happens inside.
        case inside(Patch.Operation)
        /// It writes the scope whole: what is inside of the written value at a pointer; nil when nothing is.
        case whole(Tree?, Pointer)
        /// It brings something from elsewhere.
        case fromElsewhere
    }

    /// The pointer to the scope.
    let pointer: Pointer
    /// The pointer to the value, from the scope.
    let rest: Pointer

    init(of pointer: Pointer) {
        let count = pointer.tokens.prefix { !Self.mayBeIndex($0) }.count
        self.pointer = Pointer(Array(pointer.tokens.prefix(count)))
        rest = Pointer(Array(pointer.tokens.dropFirst(count)))
    }

    /// Whether a token could mean an element of an array.
    static func mayBeIndex(_ token: String) -> Bool {
        token == "-" || Pointer.index(of: token) != nil
    }

    /// What `operation` does to the scope; its pointers become those from the scope.
    func effect(of operation: Patch.Operation) -> Effect {
        switch operation {
        case .test: return .none
        case .add(let path, let value):
            if let inner = inside(path) { return .inside(.add(inner, value)) }
            return path.isPrefix(of: pointer) ? .whole(value, rest(below: path)) : .none
        case .replace(let path, let value):
            if let inner = inside(path) { return .inside(.replace(inner, value)) }
            return path.isPrefix(of: pointer) ? .whole(value, rest(below: path)) : .none
        case .remove(let path): return removal(at: path)
        case .move(let from, let to):
            guard !to.isPrefix(of: pointer) else { return .fromElsewhere }
            guard let inner = inside(to) else { return removal(at: from) }
            guard let source = inside(from) else { return .fromElsewhere }
            return .inside(.move(from: source, to: inner))
        case .copy(let from, let to):
            guard !to.isPrefix(of: pointer) else { return .fromElsewhere }
            guard let inner = inside(to) else { return .none }
            guard let source = inside(from) else { return .fromElsewhere }
            return .inside(.copy(from: source, to: inner))
        }
    }

    private func removal(at path: Pointer) -> Effect {
        if let inner = inside(path) { return .inside(.remove(inner)) }
        guard path.isPrefix(of: pointer) else { return .none }
        // The whole value, once removed, is null.
        return .whole(path == pointer && path == .root ? .null : nil, .root)
    }

    /// The pointer from the scope to `path`; nil unless that is strictly inside.
    private func inside(_ path: Pointer) -> Pointer? {
        guard path.tokens.count > pointer.tokens.count, pointer.isPrefix(of: path) else { return nil }
        return Pointer(Array(path.tokens.dropFirst(pointer.tokens.count)))
    }

    private func rest(below path: Pointer) -> Pointer {
        Pointer(Array(pointer.tokens.dropFirst(path.tokens.count)))
    }
}

import RewindSession
import RewindTree

/// The writes of a value, latest first. Follows the value back in time to the actions that wrote it.
struct ValueHistory {
    private let timeline: Timeline
    private let index: ChangeIndex
    private var seq: Int
    private var pointer: Pointer
    private var value: Tree?
    private var isAtEnd = false
    /// Follows the value through patches; nil if the containing value is not known.
    private var tracer: ElementTracer?

    /// Starts with the value at `pointer` in the state at `seq`.
    ///
    /// - Throws: `SessionError`, `TimelineError.pruned`.
    init(of pointer: Pointer, at seq: Int, in timeline: Timeline, _ index: ChangeIndex) throws {
        self.timeline = timeline
        self.index = index
        self.seq = seq
        self.pointer = pointer
        value = try timeline.value(at: seq, pointer)
    }

    /// Returns the next earlier write; nil after the first one of all.
    ///
    /// - Throws: `SessionError`.
    mutating func previous() throws -> Write? {
        while !isAtEnd {
            guard let action = try index.last(changing: pointer, through: seq) else {
                isAtEnd = true
                return try beginning()
            }
            if let write = try goBack(over: action) { return write }
        }
        return nil
    }

    /// Goes back to before an action. Returns its write of the value, if any.
    private mutating func goBack(over action: Int) throws -> Write? {
        let parent = try timeline.parent(of: action)
        let (before, after) = (value, pointer)
        do {
            if timeline.isPruned(parent) { throw TimelineError.pruned(String(parent), through: timeline.first) }
            try trace(back: action, parent: parent)
        } catch TimelineError.pruned {
            isAtEnd = true
            return before.map { Write(cause: .pruned, seq: action, pointer: after, old: nil, new: $0, gap: nil) }
        }
        seq = parent
        guard before != value else { return nil }
        let gap = try timeline.gap(endingWith: parent)
        return Write(cause: .action, seq: action, pointer: after, old: value, new: before, gap: gap)
    }

    /// Follows the value to its position before an action, and reads it there if the action may have written it.
    private mutating func trace(back action: Int, parent: Int) throws {
        var isWritten = true
        // Only values in an array can have had another pointer before: a member keeps its name.
        if value != nil, pointer.tokens.contains(where: Pointer.mayBeIndex),
            let patch = try timeline.session.patch(action)
        {
            var tracer = try tracer ?? timeline.tracer(of: pointer, at: seq)
            let states = PatchStates(of: pointer, patch, in: timeline, action: action, parent: parent)
            try tracer.goBack(over: patch.operations) { try states.around($0) }
            self.tracer = tracer
            isWritten = tracer.isWritten
            guard let previous = tracer.pointer else {
                isAtEnd = true
                return value = nil
            }
            pointer = previous
        }
        if isWritten { value = try timeline.value(at: parent, pointer, isSequential: true) }
        if value == nil { tracer = nil }
    }

    /// Returns the write that stands for the value's origin if no action wrote it.
    private func beginning() throws -> Write? {
        guard let value else { return nil }
        var start = seq
        while let run = try timeline.lineage().run(endingWith: start) {
            // The first known state on a branch that started from a pruned state.
            if run.parent < timeline.first {
                return Write(cause: .pruned, seq: run.seqs.lowerBound, pointer: pointer, old: nil, new: value, gap: nil)
            }
            start = run.parent
        }
        return Write(
            cause: timeline.first > 0 ? .pruned : .firstState,
            seq: timeline.first,
            pointer: pointer,
            old: nil,
            new: value,
            gap: nil
        )
    }
}

extension Timeline {
    fileprivate func tracer(of pointer: Pointer, at seq: Int) throws -> ElementTracer {
        let scope = pointer.scope
        let value = try value(at: seq, scope, isSequential: true)
        let rest = pointer.from(scope) ?? .root
        return ElementTracer(at: pointer, isIndex: scope.tokens.map { _ in false } + rest.indices(in: value))
    }
}

/// The states around the operations of a patch, as far as they concern a value. Created on first use.
private final class PatchStates {
    private let pointer: Pointer
    private let patch: Patch
    private let timeline: Timeline
    private let action: Int
    private let parent: Int
    private var known: [ElementTracer.OperationStates?]?

    init(of pointer: Pointer, _ patch: Patch, in timeline: Timeline, action: Int, parent: Int) {
        self.pointer = pointer
        self.patch = patch
        self.timeline = timeline
        self.action = action
        self.parent = parent
    }

    /// Returns the states around the operation at an index.
    ///
    /// - Complexity: One path copy for each operation.
    /// - Throws: `SessionError`, `TimelineError.pruned`.
    func around(_ index: Int) throws -> ElementTracer.OperationStates {
        let known = try known ?? make()
        self.known = known
        guard let found = known[index] else { throw timeline.session.damaged(.patchDoesNotApply(seq: action)) }
        return found
    }

    private func make() throws -> [ElementTracer.OperationStates?] {
        let frame = patch.frame(of: pointer)
        var state = try timeline.value(at: parent, frame, isSequential: true) ?? .null
        do {
            return try patch.operations.map { operation in
                guard let inner = operation.from(frame) else { return nil }
                let next = try state.applying(Patch([inner]))
                var between = state
                if case .move(let from, let to) = inner, from != to {
                    between = try state.applying(Patch([.remove(from)]))
                }
                defer { state = next }
                return ElementTracer.OperationStates(frame: frame, before: state, between: between, after: next)
            }
        } catch is PatchError {
            throw timeline.session.damaged(.patchDoesNotApply(seq: action))
        }
    }
}

extension Patch {
    /// Returns the pointer to the smallest part of the state that contains all effects of the patch on `pointer`.
    fileprivate func frame(of pointer: Pointer) -> Pointer {
        var frame = pointer.scope
        for operation in operations where operation.source == nil && !operation.changedPointers.isEmpty {
            if operation.path.isPrefix(of: frame) { frame = operation.path }
        }
        let crosses = operations.contains { operation in
            guard let source = operation.source else { return false }
            let pointers = [source, operation.path]
            return pointers.contains { $0.isRelated(to: frame) } && !pointers.allSatisfy(frame.isPrefix)
        }
        return crosses ? .root : frame
    }
}

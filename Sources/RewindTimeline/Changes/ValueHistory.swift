import RewindSession
import RewindTree

/// The way of a value back in time: follows it to the actions that wrote it, latest first.
struct ValueHistory {
    private let timeline: Timeline
    private let index: ChangeIndex
    private var seq: Int
    private var place: Pointer
    private var value: Tree?
    private var isAtEnd = false
    /// How the value is followed through patches; nil when what holds it is not known.
    private var tracer: ElementTracer?

    /// Starts with the value at `pointer` in the state at `seq`.
    ///
    /// - Throws: `SessionError`, `TimelineError.pruned`.
    init(of pointer: Pointer, at seq: Int, in timeline: Timeline, _ index: ChangeIndex) throws {
        self.timeline = timeline
        self.index = index
        self.seq = seq
        place = pointer
        value = try timeline.value(at: seq, pointer)
    }

    /// The write before the one that was given last; after the first of all, nil.
    ///
    /// - Throws: `SessionError`.
    mutating func previous() throws -> Write? {
        while !isAtEnd {
            guard let action = try index.last(changing: place, through: seq) else {
                isAtEnd = true
                return try beginning()
            }
            if let write = try step(over: action) { return write }
        }
        return nil
    }

    /// Goes to before an action; gives what it wrote, if it did.
    private mutating func step(over action: Int) throws -> Write? {
        let parent = try timeline.parent(of: action)
        let (before, after) = (value, place)
        do {
            if timeline.isPruned(parent) { throw TimelineError.pruned(String(parent), through: timeline.first) }
            try trace(back: action, parent: parent)
        } catch TimelineError.pruned {
            isAtEnd = true
            return before.map { Write(.pruned, seq: action, pointer: after, new: $0) }
        }
        seq = parent
        guard before != value else { return nil }
        let gap = try timeline.gap(endingWith: parent)
        return Write(.action, seq: action, pointer: after, old: value, new: before, gap: gap)
    }

    /// Follows the value to where it was before an action, and reads it there if the action may have written it.
    private mutating func trace(back action: Int, parent: Int) throws {
        var isWritten = true
        // Members have their names; only what is in arrays can be elsewhere. Nor can what is not there.
        if value != nil, place.tokens.contains(where: Scope.mayBeIndex),
            let patch = try timeline.session.patch(action)
        {
            var tracer = try tracer ?? timeline.tracer(of: place, at: seq)
            let surroundings = Surroundings(of: place, patch, in: timeline, action: action, parent: parent)
            try tracer.goBack(over: patch.operations) { try surroundings.around($0) }
            self.tracer = tracer
            isWritten = tracer.isWritten
            guard let origin = tracer.pointer else {
                isAtEnd = true
                return value = nil
            }
            place = origin
        }
        if isWritten { value = try timeline.value(at: parent, place, isStepping: true) }
        if value == nil { tracer = nil }
    }

    /// What is to be told of a value that no action wrote.
    private func beginning() throws -> Write? {
        guard let value else { return nil }
        var start = seq
        while let run = try timeline.lineage().run(endingWith: start) {
            // The first state that is known on a branch that came from what was pruned.
            if run.parent < timeline.first {
                return Write(.pruned, seq: run.seqs.lowerBound, pointer: place, new: value)
            }
            start = run.parent
        }
        return Write(timeline.first > 0 ? .pruned : .firstState, seq: timeline.first, pointer: place, new: value)
    }
}

extension Timeline {
    fileprivate func tracer(of place: Pointer, at seq: Int) throws -> ElementTracer {
        let scope = Scope(of: place)
        let value = try value(at: seq, scope.pointer, isStepping: true)
        return ElementTracer(
            at: place,
            isIndex: scope.pointer.tokens.map { _ in false } + scope.rest.indices(in: value)
        )
    }
}

/// The states around the operations of a patch, as far as they concern a value. They are made when one is asked for.
private final class Surroundings {
    private let place: Pointer
    private let patch: Patch
    private let timeline: Timeline
    private let action: Int
    private let parent: Int
    private var known: [ElementTracer.Surroundings?]?

    init(of place: Pointer, _ patch: Patch, in timeline: Timeline, action: Int, parent: Int) {
        (self.place, self.patch, self.timeline, self.action, self.parent) = (place, patch, timeline, action, parent)
    }

    /// - Complexity: one path copy for each operation.
    /// - Throws: `SessionError`, `TimelineError.pruned`.
    func around(_ index: Int) throws -> ElementTracer.Surroundings {
        let known = try known ?? make()
        self.known = known
        guard let found = known[index] else { throw timeline.session.damaged(.patchDoesNotApply(seq: action)) }
        return found
    }

    private func make() throws -> [ElementTracer.Surroundings?] {
        let frame = patch.frame(of: place)
        var state = try timeline.value(at: parent, frame, isStepping: true) ?? .null
        do {
            return try patch.operations.map { operation in
                guard let inner = operation.from(frame) else { return nil }
                let next = try state.applying(Patch([inner]))
                var between = state
                if case .move(let from, let to) = inner, from != to {
                    between = try state.applying(Patch([.remove(from)]))
                }
                defer { state = next }
                return ElementTracer.Surroundings(frame: frame, before: state, between: between, after: next)
            }
        } catch is PatchError {
            throw timeline.session.damaged(.patchDoesNotApply(seq: action))
        }
    }
}

extension Patch {
    /// The pointer to a part of the state in which all happens that the patch does to `place`.
    fileprivate func frame(of place: Pointer) -> Pointer {
        var frame = Scope(of: place).pointer
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

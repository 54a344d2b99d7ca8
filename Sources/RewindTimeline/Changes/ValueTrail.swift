import RewindSession
import RewindTree

/// The way of a value back in time: follows it to the actions that wrote it, latest first.
struct ValueTrail {
    private let timeline: Timeline
    private let touches: Touches
    private var seq: Int
    private var place: Pointer
    private var value: Tree?
    private var isAtEnd = false
    /// How elements on the way to the value are moved by others; nil when that is not known any more.
    private var shift: ElementShift?

    /// Starts with the value at `pointer` in the state at `seq`.
    ///
    /// - Throws: `SessionError`, `TimelineError.pruned`.
    init(of pointer: Pointer, at seq: Int, in timeline: Timeline, _ touches: Touches) throws {
        self.timeline = timeline
        self.touches = touches
        self.seq = seq
        place = pointer
        value = try timeline.value(at: seq, pointer)
    }

    /// The writing before the one that was given last; after the first of all, nil.
    ///
    /// - Throws: `SessionError`.
    mutating func previous() throws -> Writing? {
        while !isAtEnd {
            guard let action = try touches.last(place, through: seq) else {
                isAtEnd = true
                return try beginning()
            }
            if let writing = try step(over: action) { return writing }
        }
        return nil
    }

    /// Goes to before an action; gives what it wrote, if it did.
    private mutating func step(over action: Int) throws -> Writing? {
        let parent = try timeline.parent(of: action)
        if !timeline.isPruned(parent), let origin = try shiftedOrigin(before: action) {
            (place, seq) = (origin, parent)
            return nil
        }
        shift = nil
        let (before, after) = (value, place)
        do {
            switch try value == nil ? .at(place) : timeline.origin(of: place, before: action, parent: parent) {
            case .at(let origin):
                place = origin
                value = try timeline.value(at: parent, origin, isStepping: true)
            case .inserted:
                isAtEnd = true
                value = nil
            }
        } catch TimelineError.pruned {
            isAtEnd = true
            return before.map { Writing(.pruned, seq: action, pointer: after, new: $0) }
        }
        seq = parent
        guard before != value else { return nil }
        let gap = try timeline.gap(endingWith: parent)
        return Writing(.action, seq: action, pointer: after, old: value, new: before, gap: gap)
    }

    /// Where the value was before an action that did no more than move it, as far as that is told without any state.
    private mutating func shiftedOrigin(before action: Int) throws -> Pointer? {
        guard value != nil, place.tokens.contains(where: Scope.mayBeIndex),
            let patch = try timeline.session.patch(action)
        else { return nil }
        let shift = try self.shift ?? timeline.shift(of: place, at: seq)
        self.shift = shift
        return shift.origin(of: place, through: patch.operations)
    }

    /// What is to be told of a value that no action wrote.
    private func beginning() throws -> Writing? {
        guard let value else { return nil }
        var start = seq
        while let run = try timeline.lineage().run(endingWith: start) {
            // The first state that is known on a branch that came from what was pruned.
            if run.parent < timeline.first {
                return Writing(.pruned, seq: run.seqs.lowerBound, pointer: place, new: value)
            }
            start = run.parent
        }
        return Writing(timeline.first > 0 ? .pruned : .firstState, seq: timeline.first, pointer: place, new: value)
    }
}

extension Timeline {
    /// What is an array on the way to the value at `place`.
    fileprivate func shift(of place: Pointer, at seq: Int) throws -> ElementShift {
        let scope = Scope(of: place)
        var holder = try value(at: seq, scope.pointer, isStepping: true)
        var isIndex = scope.pointer.tokens.map { _ in false }
        for token in scope.rest.tokens {
            if case .array = holder { isIndex.append(true) } else { isIndex.append(false) }
            holder = holder?.child(token)
        }
        return ElementShift(isIndex: isIndex)
    }

    /// Where the value at `place` in the state of `action` was before it.
    fileprivate func origin(of place: Pointer, before action: Int, parent: Int) throws -> PatchOrigin {
        // Members have their names; only what is in arrays can be elsewhere.
        guard place.tokens.contains(where: Scope.mayBeIndex), let patch = try session.patch(action),
            patch.operations.contains(where: { $0.mayMove(place) })
        else { return .at(place) }
        let frame = patch.frame(of: place)
        guard let before = try value(at: parent, frame, isStepping: true) else { return .at(place) }
        let operations = patch.operations.compactMap { $0.from(frame) }
        do {
            switch try PatchOrigin.origin(of: place.from(frame) ?? place, in: before, through: operations) {
            case .at(let origin): return .at(Pointer(frame.tokens + origin.tokens))
            case .inserted: return .inserted
            }
        } catch is PatchError {
            throw session.damaged(.patchDoesNotApply(seq: action))
        }
    }
}

extension Patch {
    /// The pointer to a part of the state in which all happens that the patch does to `place`.
    fileprivate func frame(of place: Pointer) -> Pointer {
        var frame = Scope(of: place).pointer
        for case .add(let path, _) in operations where path.isPrefix(of: frame) { frame = path }
        for case .replace(let path, _) in operations where path.isPrefix(of: frame) { frame = path }
        for case .remove(let path) in operations where path.isPrefix(of: frame) { frame = path }
        let crosses = operations.contains { operation in
            switch operation {
            case .move(let from, let to), .copy(let from, let to):
                (from.isRelated(to: frame) || to.isRelated(to: frame))
                    && !(frame.isPrefix(of: from) && frame.isPrefix(of: to))
            case .add, .replace, .remove, .test: false
            }
        }
        return crosses ? .root : frame
    }
}

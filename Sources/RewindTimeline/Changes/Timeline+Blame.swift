import RewindSession
import RewindTree

extension Timeline {
    /// The last writing of the value at `pointer` on the way to the state at `seq`: of what is there, or of that
    /// nothing is there any more. Nil when nothing ever was.
    ///
    /// - Complexity: a look into the index for each action that may have written it and did not.
    /// - Throws: `SessionError`, `TimelineError.pruned`.
    package func blame(_ pointer: Pointer, at seq: Int) throws -> Writing? {
        var trail = try ValueTrail(of: pointer, at: seq, in: self, changeIndex())
        return try trail.previous()
    }

    /// Calls `body` with every writing of the value at `pointer` on the way to the state at `seq`, until it gives
    /// false.
    ///
    /// The value is followed back from `seq`: what is told of it before is of the same element, wherever that was.
    ///
    /// - Complexity: that of ``blame(_:at:)`` for each; when they are not `latestFirst` and the pointer may lead into an
    ///   array, all are found before the first is told.
    /// - Throws: `SessionError`, `TimelineError.pruned`, or what `body` throws.
    package func forEachWriting(
        of pointer: Pointer,
        through seq: Int,
        latestFirst: Bool = false,
        _ body: (Writing) throws -> Bool
    ) throws {
        var trail = try ValueTrail(of: pointer, at: seq, in: self, changeIndex())
        if latestFirst {
            while let writing = try trail.previous() {
                guard try body(writing) else { return }
            }
        } else if try pointer.tokens.contains(where: Scope.mayBeIndex) || lineage().isPruned(before: seq) {
            try forEachWriting(after: &trail, body)
        } else {
            try forEachWriting(ofMember: pointer, through: seq, body)
        }
    }

    /// Goes back to the beginning, and then forward again: of what lies between, only the places are kept.
    private func forEachWriting(after trail: inout ValueTrail, _ body: (Writing) throws -> Bool) throws {
        var places: [Pointer] = []
        var found: [(origin: Writing.Origin, seq: Int, place: Int)] = []
        while let writing = try trail.previous() {
            if places.last != writing.pointer { places.append(writing.pointer) }
            found.append((writing.origin, writing.seq, places.count - 1))
        }
        var value: Tree?
        for (origin, seq, place) in found.reversed() {
            let next = try self.value(at: seq, places[place], isStepping: true)
            let gap = origin == .action ? try gap(endingWith: parent(of: seq)) : nil
            let old = origin == .action ? value : nil
            guard try body(Writing(origin, seq: seq, pointer: places[place], old: old, new: next, gap: gap)) else {
                return
            }
            value = next
        }
    }

    /// Goes forward with a value that is always in the same place.
    private func forEachWriting(
        ofMember pointer: Pointer,
        through seq: Int,
        _ body: (Writing) throws -> Bool
    ) throws {
        var value = try value(at: first, pointer)
        if value != nil {
            let origin: Writing.Origin = first > 0 ? .pruned : .firstState
            guard try body(Writing(origin, seq: first, pointer: pointer, new: value)) else { return }
        }
        for run in try lineage().runs(endingWith: seq).reversed() {
            var lower = run.seqs.lowerBound
            while lower <= run.seqs.upperBound,
                let action = try changeIndex().first(changing: pointer, in: lower...run.seqs.upperBound)
            {
                lower = action + 1
                let next = try self.value(at: action, pointer, isStepping: true)
                guard next != value else { continue }
                let gap = try gap(endingWith: parent(of: action))
                let writing = Writing(.action, seq: action, pointer: pointer, old: value, new: next, gap: gap)
                guard try body(writing) else { return }
                value = next
            }
        }
    }
}

import SessionFile
import StateTree

extension Timeline {
    /// The last writing of the value at `pointer` on the way to the state at `seq`: of what is there, or of that
    /// nothing is there any more. Nil when nothing ever was.
    ///
    /// - Complexity: a look into the index for each action that may have written it and did not.
    /// - Throws: `SessionError`, `TimelineError.pruned`.
    package func blame(_ pointer: Pointer, at seq: Int) throws -> Writing? {
        var trail = try ValueTrail(of: pointer, at: seq, in: self, touches)
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
        var trail = try ValueTrail(of: pointer, at: seq, in: self, touches)
        if latestFirst {
            while let writing = try trail.previous() {
                guard try body(writing) else { return }
            }
        } else if pointer.tokens.contains(where: Scope.mayBeIndex) || lineage.isPruned(before: seq) {
            var writings: [Writing] = []
            while let writing = try trail.previous() { writings.append(writing) }
            for writing in writings.reversed() {
                guard try body(writing) else { return }
            }
        } else {
            try forEachWriting(ofMember: pointer, through: seq, body)
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
        for run in lineage.runs(endingWith: seq).reversed() {
            var lower = run.seqs.lowerBound
            while lower <= run.seqs.upperBound, let action = try touches.first(pointer, in: lower...run.seqs.upperBound)
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

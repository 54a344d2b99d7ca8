import Foundation
import RewindSession
import RewindTree

/// The states of a session, accessible in any order. Used from one thread at a time.
package final class Timeline {
    package let session: SessionReader
    /// The seq of the first state: 0, or the seq through which the session was pruned.
    package let first: Int
    /// The seq of the last action; that of the first state if there are no actions.
    package let last: Int

    /// Recovers states that the recording does not have. Set by the code that opens the session.
    package var recovery: Recovery?
    /// Called once with the first action before which the clock was set back, if an answer depends on the times of
    /// actions. Set by the code that opens the session.
    package var onSetBack: ((Int) -> Void)?
    var knownClock: RecordedClock?
    /// The states that `recovery` was asked for.
    var asked: (seqs: Set<Int>, ranges: [ClosedRange<Int>], lists: Set<ClosedRange<Int>>) = ([], [], [])

    private var knownLineage: Lineage?
    var cache = StateCache()
    private var knownIndex: ChangeIndex?

    /// Opens the session at `url`.
    ///
    /// - Throws: `SessionError`.
    package init(opening url: URL) throws {
        session = try SessionReader(opening: url)
        first = try session.firstSeq()
        last = try session.lastSeq()
    }

    /// Returns the order in which the actions follow each other. Read on first use.
    ///
    /// - Throws: `SessionError`.
    func lineage() throws -> Lineage {
        if let knownLineage { return knownLineage }
        let lineage = try Lineage(of: session, first: first)
        knownLineage = lineage
        return lineage
    }

    /// Returns the change index, which caches its results.
    ///
    /// - Throws: `SessionError`.
    func changeIndex() throws -> ChangeIndex {
        if let knownIndex { return knownIndex }
        let index = try ChangeIndex(of: session, lineage())
        knownIndex = index
        return index
    }

    /// Returns the seq of the state that action `seq` was applied to; for the first state, its own.
    ///
    /// - Throws: `SessionError`, `TimelineError.pruned` if `seq` is before the first state.
    package func parent(of seq: Int) throws -> Int {
        guard !isPruned(seq) else { throw TimelineError.pruned(String(seq), through: first) }
        guard let run = try lineage().run(endingWith: seq) else { return first }
        return run.seqs.lowerBound == seq ? run.parent : seq - 1
    }

    /// Returns action `seq`, which must exist.
    ///
    /// - Throws: `SessionError`, `.damaged` if the action is missing.
    package func action(_ seq: Int) throws -> ActionRecord {
        guard let record = try session.action(seq) else { throw session.damaged(.actionMissing(seq: seq)) }
        return record
    }

    /// Uses effects that the recording does not have as those of their actions from now on. See
    /// `SessionReader.show(recovered:)`.
    ///
    /// - Throws: `SessionError`.
    package func show(recovered effects: [(seq: Int, patch: Patch)]) throws {
        try session.show(recovered: effects)
        // Cached states may contain replacements for the recovered ones, and index results may be outdated.
        cache = StateCache()
        knownIndex = nil
    }

    func isPruned(_ seq: Int) -> Bool {
        first > 0 && seq < first
    }
}

import Foundation
import RewindSession
import RewindTree

/// A session as a line of states that one can go to. Used from one thread at a time.
package final class Timeline {
    package let session: SessionReader
    /// The seq of the first state: 0, or up to where the session was pruned.
    package let first: Int
    /// The number of the last action, that of the first state when there is none.
    package let last: Int

    /// Recovers states that the recording does not have. The code that opens the session decides whether and how.
    package var recovery: Recovery?
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

    /// How the actions follow each other, which is read when it is needed first.
    ///
    /// - Throws: `SessionError`.
    func lineage() throws -> Lineage {
        if let knownLineage { return knownLineage }
        let lineage = try Lineage(of: session, first: first)
        knownLineage = lineage
        return lineage
    }

    /// The change index, with what was found in it.
    ///
    /// - Throws: `SessionError`.
    func changeIndex() throws -> ChangeIndex {
        if let knownIndex { return knownIndex }
        let index = try ChangeIndex(of: session, lineage())
        knownIndex = index
        return index
    }

    /// The seq whose state action `seq` was applied to; for the first state, its own.
    ///
    /// - Throws: `SessionError`, `TimelineError.pruned` when `seq` is before the first state.
    package func parent(of seq: Int) throws -> Int {
        guard !isPruned(seq) else { throw TimelineError.pruned(String(seq), through: first) }
        guard let run = try lineage().run(endingWith: seq) else { return first }
        return run.seqs.lowerBound == seq ? run.parent : seq - 1
    }

    /// Action `seq`, which the log is expected to have.
    ///
    /// - Throws: `SessionError`, `.damaged` if the action is missing.
    package func action(_ seq: Int) throws -> ActionRecord {
        guard let record = try session.action(seq) else { throw session.damaged(.actionMissing(seq: seq)) }
        return record
    }

    /// Takes effects that are not in the recording for those of their actions from now on: see
    /// `SessionReader.show(recovered:)`.
    ///
    /// - Throws: `SessionError`.
    package func show(recovered effects: [(seq: Int, patch: Patch)]) throws {
        try session.show(recovered: effects)
        // States in which others stood in for them, and what the index said.
        cache = StateCache()
        knownIndex = nil
    }

    func isPruned(_ seq: Int) -> Bool {
        first > 0 && seq < first
    }
}

import Foundation
import RewindSession
import RewindTree

/// Creates the evaluation contexts of a session, and caches data about its actions.
final class EvaluationContexts {
    /// The number of actions read at once.
    private static let block = 1_024

    let timeline: Timeline
    let lineage: Lineage
    private let causes: CauseNames
    private let values: EvaluationContext.Values
    /// The type names of consecutive actions, from a seq on.
    private var types: (first: Int, names: [String]) = (0, [])

    /// Creates the contexts of a session, after checking its seqs and branches.
    ///
    /// - Throws: `SessionError`.
    init(_ timeline: Timeline) throws {
        self.timeline = timeline
        // Larger than any recording, and small enough for arithmetic without overflow.
        guard timeline.first <= timeline.last, Int64(timeline.last) < 1 << 60 else {
            throw SessionError.damaged(
                path: timeline.session.url.path,
                .malformed(table: "action", column: "seq", row: timeline.last)
            )
        }
        lineage = try timeline.lineage()
        try lineage.check()
        causes = CauseNames(of: timeline.session)
        let reader = ValueReader(timeline)
        values = { source, pointer, context in
            switch source {
            case .at: try reader.value(pointer, at: context.seq)
            case .was: try reader.value(pointer, at: context.parent)
            case .payload: try reader.payload(of: context.seq)?[pointer]
            }
        }
    }

    /// Returns the context of action `seq`. The type's name is read only if needed.
    ///
    /// - Throws: `SessionError`.
    func context(at seq: Int, withType: Bool) throws -> EvaluationContext {
        EvaluationContext(
            seq: seq,
            parent: lineage.parent(of: seq),
            type: withType && seq > timeline.first ? try type(of: seq) : nil,
            causes: seq > timeline.first ? causes : nil,
            values: values
        )
    }

    private func type(of seq: Int) throws -> String {
        if !types.names.indices.contains(seq - types.first) {
            types = (seq - seq % Self.block, [])
            // Actions begin after the first state.
            types.first = max(types.first, timeline.first + 1)
            try timeline.session.forEachRow(.type, in: types.first...types.first + Self.block - 1) { row in
                // Seqs have no gaps; in a damaged file an action may be missing.
                guard row.seq == types.first + types.names.count else { return false }
                types.names.append(try row.type)
                return true
            }
        }
        guard types.names.indices.contains(seq - types.first) else { return try timeline.session.type(of: seq) }
        return types.names[seq - types.first]
    }
}

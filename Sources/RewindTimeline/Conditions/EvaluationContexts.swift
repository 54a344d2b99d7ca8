import Foundation
import RewindSession

/// Makes the evaluation contexts of a session, with what is known of their actions.
final class EvaluationContexts {
    /// How many actions are looked up at once.
    private static let block = 1_024

    let timeline: Timeline
    let lineage: Lineage
    private let values: ValueReader
    /// The names of types of actions that follow each other, from a seq on.
    private var types: (first: Int, names: [String]) = (0, [])

    /// - Throws: `SessionError`.
    init(_ timeline: Timeline) throws {
        self.timeline = timeline
        // More than anybody can have recorded, and few enough to reckon with.
        guard timeline.first <= timeline.last, Int64(timeline.last) < 1 << 60 else {
            throw SessionError.damaged(
                path: timeline.session.url.path,
                .malformed(table: "action", column: "seq", row: timeline.last)
            )
        }
        lineage = try timeline.lineage()
        try lineage.check()
        values = ValueReader(timeline)
    }

    /// The context of action `seq`; the name of the action's type is looked up only for who needs it.
    ///
    /// - Throws: `SessionError`.
    func context(at seq: Int, withType: Bool) throws -> EvaluationContext {
        EvaluationContext(
            seq: seq,
            parent: lineage.parent(of: seq),
            type: withType && seq > timeline.first ? try type(of: seq) : nil,
            values: values
        )
    }

    private func type(of seq: Int) throws -> String {
        if !types.names.indices.contains(seq - types.first) {
            types = (seq - seq % Self.block, [])
            // Before the first one there are none.
            types.first = max(types.first, timeline.first + 1)
            try timeline.session.forEachRow(.type, in: types.first...types.first + Self.block - 1) { row in
                // Actions are numbered without holes; in a damaged file one may be missing.
                guard row.seq == types.first + types.names.count else { return false }
                types.names.append(try row.type)
                return true
            }
        }
        guard types.names.indices.contains(seq - types.first) else { return try timeline.session.type(of: seq) }
        return types.names[seq - types.first]
    }
}

import Foundation
import RewindSession

/// Makes the evaluation contexts of a session, with what is known of their actions.
final class EvaluationContexts {
    /// How many actions are looked up at once.
    private static let block = 1_024

    let timeline: Timeline
    /// The actions that do not follow the one before them, in order.
    let branchStarts: [Int]
    private let branchParents: [Int: Int]
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
        let branches = try timeline.session.soundBranches()
        branchStarts = branches.map(\.seq)
        branchParents = Dictionary(branches.map { ($0.seq, $0.parent) }) { $1 }
        values = ValueReader(timeline)
    }

    /// The seq whose state action `seq` was applied to; for the first state, its own.
    func parent(of seq: Int) -> Int {
        seq <= timeline.first ? seq : branchParents[seq] ?? seq - 1
    }

    /// Whether an action was applied to a state that was pruned.
    var hasOrphans: Bool { branchParents.values.contains { $0 < timeline.first } }

    /// The context of action `seq`; the name of the action's type is looked up only for who needs it.
    ///
    /// - Throws: `SessionError`.
    func context(at seq: Int, withType: Bool) throws -> EvaluationContext {
        EvaluationContext(
            seq: seq,
            parent: parent(of: seq),
            type: withType && seq > timeline.first ? try type(of: seq) : nil,
            values: values
        )
    }

    private func type(of seq: Int) throws -> String {
        if !types.names.indices.contains(seq - types.first) {
            types = (seq - seq % Self.block, [])
            // Before the first one there are none.
            types.first = max(types.first, timeline.first + 1)
            let range = [types.first, types.first + Self.block - 1]
            try timeline.session.forEachRow(.type, "WHERE seq BETWEEN ? AND ? ORDER BY seq", range) { row in
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

import Foundation
import RewindSession

/// Makes the points in time of a session, with what is known of their actions.
final class Moments {
    /// How many actions are looked up at once.
    private static let block = 1_024

    let timeline: Timeline
    /// The actions that do not follow the one before them, in order.
    let branchStarts: [Int]
    private let branchParents: [Int: Int]
    private let values: MomentValues
    private var heads: ArraySlice<ActionHead> = []

    /// - Throws: `SessionError`.
    init(_ timeline: Timeline) throws {
        self.timeline = timeline
        // More than anybody can have recorded, and few enough to reckon with.
        guard timeline.first <= timeline.last, timeline.last < 1 << 60 else {
            throw SessionError.damaged(
                path: timeline.session.url.path,
                .malformed(table: "action", column: "seq", row: timeline.last)
            )
        }
        let branches = try timeline.session.soundBranches()
        branchStarts = branches.map(\.seq)
        branchParents = Dictionary(branches.map { ($0.seq, $0.parent) }) { $1 }
        values = MomentValues(timeline)
    }

    /// The seq whose state action `seq` was applied to; for the first state, its own.
    func parent(of seq: Int) -> Int {
        seq <= timeline.first ? seq : branchParents[seq] ?? seq - 1
    }

    /// Whether an action was applied to a state that was pruned.
    var hasOrphans: Bool { branchParents.values.contains { $0 < timeline.first } }

    /// The moment right after action `seq`; the name of the action's type is looked up only for who needs it.
    ///
    /// - Throws: `SessionError`.
    func moment(_ seq: Int, withType: Bool) throws -> Moment {
        Moment(
            seq: seq,
            parent: parent(of: seq),
            type: withType && seq > timeline.first ? try type(of: seq) : nil,
            values: values
        )
    }

    private func type(of seq: Int) throws -> String {
        if let first = heads.first?.seq, let last = heads.last?.seq, first <= seq, seq <= last {
            // Actions are numbered without holes; in a damaged file one may be missing.
            let index = heads.startIndex + (seq - first)
            if index < heads.endIndex, heads[index].seq == seq { return heads[index].type }
            if let head = heads.first(where: { $0.seq == seq }) { return head.type }
        } else {
            let start = seq - seq % Self.block
            heads = try timeline.session.heads(in: start...start + Self.block - 1)[...]
            if let head = heads.first(where: { $0.seq == seq }) { return head.type }
        }
        throw SessionError.damaged(path: timeline.session.url.path, .actionMissing(seq: seq))
    }
}

import RewindSession
import RewindTimeline
import RewindTree

/// Writes a range of actions of a session as a lifted state of Redux DevTools.
///
/// The file has the actions on the path to the last one, with ids from 1. The state before them is the committed one,
/// and that of the action with id 0. The text is written in pieces: no more than one state is in memory.
package struct LiftedStateExport {
    /// The size, in bytes, from which buffered text is written.
    private static let longestPiece = 1 << 16

    /// The seqs of the actions, in order.
    package let seqs: [Int]
    private let timeline: Timeline
    private let parent: Int

    /// Prepares to export the actions from `first` to `last` that are on the path to `last`.
    ///
    /// - Complexity: Linear in the number of actions.
    /// - Throws: `TimelineError`, `SessionError`.
    package init(of timeline: Timeline, from first: Int, to last: Int) throws {
        self.timeline = timeline
        let path = try timeline.path(to: last).ranges.flatMap(Array.init)
        seqs = path.filter { $0 >= max(first, timeline.first + 1) }
        parent = try seqs.first.map { try timeline.parent(of: $0) } ?? last
    }

    /// Writes the text with `write`. `progress` receives the seq of each action, for each of two passes.
    ///
    /// - Complexity: Linear in the size of all states.
    /// - Throws: `TimelineError`, `SessionError`, or an error of `write` or `progress`.
    package func run(progress: (Int) throws -> Void, _ write: ([UInt8]) throws -> Void) throws {
        var bytes: [UInt8] = []
        func append(_ text: StaticString, _ value: Tree? = nil) throws {
            bytes.append(literal: text)
            if let value {
                var form = JsanForm()
                value.write(to: &bytes, in: &form)
            }
            guard bytes.count >= Self.longestPiece else { return }
            try write(bytes)
            bytes.removeAll(keepingCapacity: true)
        }
        var state = try timeline.state(at: parent)
        let startedAt = try timeline.session.facts()["started_at"].flatMap { Int64($0) }
        let initAction = LiftedState.Action(ReduxAction.action(type: LiftedState.initType, payload: nil), at: startedAt)
        var results: [(error: String?, isSkipped: Bool)] = []
        try append(#"{"actionsById":{"0":"#, initAction.tree)
        for (index, seq) in seqs.enumerated() {
            try progress(seq)
            let record = try timeline.action(seq)
            let value = ReduxAction.action(type: record.type, payload: record.payload)
            try append(#",""#, .integer(Int64(index + 1)))
            try append(#"":"#, LiftedState.Action(value, at: record.at, stack: record.origin).tree)
            let isSkipped = record.error == SessionImport.skippedError
            let error = record.error ?? (record.status == .failed ? "" : nil)
            results.append((isSkipped ? results.last?.error : error, isSkipped))
        }
        try append(#"},"committedState":"#, state)
        try append(#","computedStates":[{"state":"#, state)
        try append("}")
        for (index, seq) in seqs.enumerated() {
            try progress(seq)
            let error = results[index].error.map { Tree.string($0) }
            guard let patch = try timeline.session.patch(seq) else {
                try append(",", LiftedState.Computed(state: nil, error: results[index].error).tree)
                continue
            }
            do {
                state = try state.applying(patch)
            } catch {
                throw timeline.session.damaged(.patchDoesNotApply(seq: seq))
            }
            try append(#",{"state":"#, state)
            if let error { try append(#","error":"#, error) }
            try append("}")
        }
        let skipped = results.indices.filter { results[$0].isSkipped }
        try append(#"],"currentStateIndex":"#, .integer(Int64(try currentStateIndex)))
        try append(#","isLocked":false,"isPaused":false,"nextActionId":"#, .integer(Int64(seqs.count + 1)))
        try append(#","skippedActionIds":"#, Self.ids(skipped.map { $0 + 1 }))
        try append(#","stagedActionIds":"#, Self.ids(Array(0...seqs.count)))
        try append("}\n")
        if !bytes.isEmpty { try write(bytes) }
    }

    private static func ids(_ ids: [Int]) -> Tree {
        Tree(elements: ids.map { .integer(Int64($0)) })
    }

    /// The index of the state at the cursor, or of the last one if that is not in the file.
    private var currentStateIndex: Int {
        get throws {
            let cursor = try timeline.cursor()
            if cursor == parent { return 0 }
            return seqs.firstIndex(of: cursor).map { $0 + 1 } ?? seqs.count
        }
    }
}

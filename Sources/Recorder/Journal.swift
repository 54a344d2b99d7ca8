import Foundation
import SessionFile
import StateTree

/// The writer's side of a recorder: takes entries from the hand-off, turns them into rows and writes them.
///
/// Sound to send because it is used on one thread only: the one it is handed to when it was made.
final class Journal<State>: @unchecked Sendable {
    private struct Row {
        let record: ActionRecord?
        let state: Tree?
    }

    private let writer: SessionWriter
    private let handoff: Handoff<Entry<State>>
    private let tell: (RecorderProblem) -> Void
    private let committed: (Int) -> Void
    private var states: Capture
    private var actions: Capture
    private var state = Tree.null
    /// Rows of the batch under way, kept until they are in the file.
    private var rows: [Row] = []

    /// How many entries are taken at once.
    private static var batchLimit: Int { 512 }
    /// How long rows are made before they are committed.
    private static var longestTransaction: DispatchTimeInterval { .milliseconds(20) }
    /// The wait before a failed transaction is tried again, in seconds.
    private static var retryInterval: TimeInterval { 0.25 }

    init(
        writer: SessionWriter,
        handoff: Handoff<Entry<State>>,
        redaction: Redaction,
        masks: Masks,
        tell: @escaping (RecorderProblem) -> Void,
        committed: @escaping (Int) -> Void
    ) {
        self.writer = writer
        self.handoff = handoff
        states = Capture(masking: Masking(redaction, masks))
        actions = Capture(masking: Masking(redaction, masks))
        self.tell = tell
        self.committed = committed
    }

    /// Works until the hand-off is closed and empty. Gives the number of actions that could not be written.
    func run() -> Int {
        while let entries = handoff.take(atMost: Self.batchLimit) {
            guard handle(entries) else { break }
        }
        let lost = rows.count { $0.record != nil }
        do {
            if rows.isEmpty {
                try writer.write {
                    try $0.setFact("ended_at", to: String(Int(Date().timeIntervalSince1970 * 1_000_000)))
                }
            }
            try writer.close()
        } catch {
            tell(.cannotWrite(reason: "\(error)"))
        }
        return lost
    }

    /// Writes entries, committing often enough that little is lost when the process ends; false when the recorder was
    /// closed while they could not be written.
    private func handle(_ entries: [Entry<State>]) -> Bool {
        var deadline = DispatchTime.now() + Self.longestTransaction
        for entry in entries {
            prepare(entry)
            guard DispatchTime.now() > deadline else { continue }
            guard writeRows() else { return false }
            deadline = DispatchTime.now() + Self.longestTransaction
        }
        return writeRows()
    }

    private func prepare(_ entry: Entry<State>) {
        switch entry {
        case .initial(let initial):
            state = encoded(initial, seq: 0) ?? .null
            rows.append(Row(record: nil, state: state))
        case .done(let dispatch, let next, let duration):
            var record = record(of: dispatch)
            record.duration = duration
            if let tree = encoded(next, seq: dispatch.seq) {
                record.patch = tree.patch(from: state)
                state = tree
                rows.append(Row(record: record, state: tree))
            } else {
                record.status = .dropped
                rows.append(Row(record: record, state: nil))
            }
        case .unfinished(let dispatch):
            var record = record(of: dispatch)
            record.status = .began
            rows.append(Row(record: record, state: nil))
        case .gap(let seqs, let at, let next):
            for seq in seqs {
                var record = ActionRecord(
                    seq: seq,
                    parent: seq - 1,
                    at: at,
                    type: "(dropped)",
                    coder: .reflected,
                    status: .dropped
                )
                var tree: Tree?
                if seq == seqs.upperBound {
                    tree = encoded(next, seq: seq)
                    record.patch = tree?.patch(from: state)
                    state = tree ?? state
                }
                rows.append(Row(record: record, state: tree))
            }
        }
    }

    private func record(of dispatch: Dispatch) -> ActionRecord {
        let payload = dispatch.payload ?? actions.payload(of: dispatch.action, type: dispatch.type)
        return ActionRecord(
            seq: dispatch.seq,
            parent: dispatch.seq - 1,
            at: dispatch.at,
            type: dispatch.type,
            coder: payload.isCodable ? .codable : .reflected,
            payload: payload.tree,
            origin: dispatch.origin
        )
    }

    private func encoded(_ state: State?, seq: Int) -> Tree? {
        guard let state else { return .null }
        do {
            return try states.tree(of: state)
        } catch {
            tell(.stateNotEncodable(seq: seq))
            return nil
        }
    }

    /// Writes the rows, trying again while that fails; false when the recorder was closed meanwhile.
    private func writeRows() -> Bool {
        var isStalled = false
        while true {
            do {
                try writer.write { transaction in
                    for row in rows {
                        if let record = row.record {
                            try transaction.append(record, state: row.state)
                        } else if let state = row.state {
                            try transaction.setInitialState(state)
                        }
                    }
                }
                break
            } catch {
                if !isStalled { tell(.cannotWrite(reason: "\(error)")) }
                isStalled = true
                handoff.setStalled(true)
                guard handoff.pause(Self.retryInterval) else { return false }
            }
        }
        if isStalled { handoff.setStalled(false) }
        if let last = rows.last?.record?.seq { committed(last) }
        rows.removeAll(keepingCapacity: true)
        return true
    }
}

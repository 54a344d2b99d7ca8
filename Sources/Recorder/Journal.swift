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
    private let handoff: Handoff<Captured<State>>
    private let tell: (RecorderProblem) -> Void
    private let committed: (Int) -> Void
    private var states: Capture
    private var actions: Capture
    private var state = Tree.null
    /// Rows of the batch under way, kept until they are in the file.
    private var rows: [Row] = []

    /// How long rows are made before they are committed.
    private static var longestTransaction: DispatchTimeInterval { .milliseconds(20) }
    /// The wait before a failed transaction is tried again, in seconds.
    private static var retryInterval: TimeInterval { 0.25 }

    init(
        writer: SessionWriter,
        handoff: Handoff<Captured<State>>,
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
        var batch: [Captured<State>] = []
        while handoff.exchange(&batch) {
            guard handle(batch) else { break }
        }
        let lost = rows.count { $0.record != nil }
        do {
            try writer.close(isComplete: rows.isEmpty)
        } catch {
            tell(.cannotWrite(reason: "\(error)"))
        }
        // The initial state alone is no action, but what waited behind it was not written either.
        return rows.isEmpty ? 0 : max(1, lost)
    }

    /// Writes a batch, committing often enough that little is lost when the process ends; false when the recorder was
    /// closed while it could not be written.
    private func handle(_ batch: [Captured<State>]) -> Bool {
        var deadline = DispatchTime.now() + Self.longestTransaction
        for captured in batch {
            prepare(captured)
            guard DispatchTime.now() > deadline else { continue }
            guard writeRows() else { return false }
            deadline = DispatchTime.now() + Self.longestTransaction
        }
        return writeRows()
    }

    private func prepare(_ captured: Captured<State>) {
        switch captured.kind {
        case .initial:
            state = encoded(captured) ?? .null
            rows.append(Row(record: nil, state: state))
        case .open:
            rows.append(Row(record: record(of: captured, status: .began), state: nil))
        case .done:
            let next = encoded(captured)
            var record = record(of: captured, status: next == nil ? .dropped : .done)
            record.duration = Int64(captured.nanoseconds)
            record.patch = next?.patch(from: state)
            state = next ?? state
            rows.append(Row(record: record, state: next))
        case .gap(let first):
            for seq in first..<captured.seq { rows.append(Row(record: gapRecord(seq, captured), state: nil)) }
            let next = encoded(captured)
            var record = gapRecord(captured.seq, captured)
            record.patch = next?.patch(from: state)
            state = next ?? state
            rows.append(Row(record: record, state: next))
        }
        captured.state = nil
    }

    private func record(of captured: Captured<State>, status: ActionRecord.Status) -> ActionRecord {
        captured.record(payload: captured.payload ?? actions.payload(of: captured.action), status: status)
    }

    private func gapRecord(_ seq: Int, _ gap: Captured<State>) -> ActionRecord {
        ActionRecord(seq: seq, parent: seq - 1, at: gap.at, type: "(dropped)", coder: .reflected, status: .dropped)
    }

    private func encoded(_ captured: Captured<State>) -> Tree? {
        guard let state = captured.state else { return .null }
        do {
            return try states.tree(of: state)
        } catch {
            tell(.stateNotEncodable(seq: captured.seq))
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

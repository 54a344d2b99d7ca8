import Foundation
import SessionFile
import StateTree

/// The writer's side of a recorder: takes entries from the hand-off, turns them into rows and writes them.
///
/// Sound to send because it is used on one thread only: the one it is handed to when it was made.
final class Journal: @unchecked Sendable {
    /// What is written in the order of the log.
    private enum Row {
        case initial(Tree)
        case action(ActionRecord, state: Tree?)
        /// The cursor's place; nil for the last action.
        case cursor((seq: Int, tip: Int)?)
    }

    private let writer: SessionWriter
    private let handoff: Handoff<Captured>
    private let options: RecorderOptions
    private let began: BeganLog
    private var states: Capture
    private var actions: Capture
    private var state = Tree.null
    /// Rows of the batch under way, kept until they are in the file.
    private var rows: [Row] = []
    /// The state of the past that the store is at.
    private var cursor: Int?
    /// The last action that has a row, and the last one that is in the file.
    private var (lastSeq, committed) = (0, 0)
    private var hasToldOfDepth = false
    private var isPruningFailing = false
    private var isRestoringFailing = false

    /// How long rows are made before they are committed.
    private static var longestTransaction: DispatchTimeInterval { .milliseconds(20) }
    /// How many rows a gap makes before they are committed.
    private static var mostRowsOfGap: Int { 4_096 }
    /// The wait before a failed transaction is tried again, in seconds.
    private static var retryInterval: TimeInterval { 0.25 }

    init(
        writer: SessionWriter,
        handoff: Handoff<Captured>,
        options: RecorderOptions,
        masks: Masks,
        began: BeganLog
    ) {
        self.writer = writer
        self.handoff = handoff
        self.options = options
        self.began = began
        states = Capture(masking: Masking(options.redaction, masks), stackSize: Writing.capturingStack)
        actions = Capture(masking: Masking(options.redaction, masks), stackSize: Writing.capturingStack)
    }

    /// Works until the hand-off is closed and empty, then closes the session.
    func run() {
        prune()
        var batch: [Captured] = []
        while handoff.exchange(&batch) {
            restoreFiles()
            guard handle(batch) else { break }
        }
        // The side files may have the actions, but not the states.
        handoff.abandon(batch) { [committed] in $0.isAction && $0.seq > committed }
        guard writer.isInPlace else {
            options.tell(.fileRemoved)
            writer.abandon()
            return began.remove()
        }
        do {
            try writer.close(isComplete: rows.isEmpty)
            if rows.isEmpty { return began.remove() }
        } catch {
            options.tell(.cannotWrite(reason: RecorderError.text(of: error)))
        }
        // Of rows that could not be written, the side files are the last trace. With them, the next opening finishes
        // the session.
        began.leave()
    }

    /// Puts files beside the session back that somebody has deleted.
    private func restoreFiles() {
        guard writer.isInPlace else { return }
        writer.restoreLog()
        do {
            try began.restore()
            isRestoringFailing = false
        } catch {
            if !isRestoringFailing { options.tell(.notCrashSafe(reason: RecorderError.text(of: error))) }
            isRestoringFailing = true
        }
    }

    /// Writes a batch, committing often enough that little is lost when the process ends; false as `writeRows()`.
    private func handle(_ batch: [Captured]) -> Bool {
        var deadline = DispatchTime.now() + Self.longestTransaction
        for captured in batch {
            if case .gap(let first) = captured.kind {
                guard fill(first..<captured.seq, captured) else { return false }
            }
            prepare(captured)
            guard DispatchTime.now() > deadline else { continue }
            guard writeRows() else { return false }
            deadline = DispatchTime.now() + Self.longestTransaction
        }
        return writeRows()
    }

    /// Makes the rows of a gap but for its last one, writing them on the way: there may be millions. False as
    /// `writeRows()`.
    private func fill(_ seqs: Range<Int>, _ gap: Captured) -> Bool {
        var parent = gap.parent
        for seq in seqs {
            append(.withoutRoom(seq: seq, parent: parent, at: gap.at), state: nil)
            parent = seq
            if rows.count >= Self.mostRowsOfGap, !writeRows() { return false }
        }
        return true
    }

    private func prepare(_ captured: Captured) {
        switch captured.kind {
        case .initial:
            state = encoded(captured) ?? .null
            rows.append(.initial(state))
        case .open:
            append(record(of: captured, status: .began), state: nil)
        case .done:
            var record = record(of: captured, status: captured.error == nil ? .done : .failed)
            record.duration = captured.duration.map { Int64(clamping: $0) }
            record.error = captured.error.map { actions.text(of: $0) }
            append(record, captured)
        case .gap(let first):
            let parent = first < captured.seq ? captured.seq - 1 : captured.parent
            append(.withoutRoom(seq: captured.seq, parent: parent, at: captured.at), captured)
        case .skipped(let count):
            append(.notRecorded(seq: captured.seq, parent: captured.parent, at: captured.at, count: count), captured)
        case .moved(let tip):
            state = encoded(captured) ?? .null
            cursor = captured.seq
            rows.append(.cursor((captured.seq, tip)))
        }
        captured.state = nil
        captured.outlived = []
    }

    /// Adds a row with what it changed in the state.
    private func append(_ record: ActionRecord, _ captured: Captured) {
        var record = record
        let next = encoded(captured)
        if let next {
            record.patch = next.patch(from: state)
            state = next
        } else if record.status == .done {
            record.status = .dropped
        }
        append(record, state: next)
    }

    private func append(_ record: ActionRecord, state: Tree?) {
        if cursor != nil {
            rows.append(.cursor(nil))
            cursor = nil
        }
        rows.append(.action(record, state: state))
        lastSeq = record.seq
    }

    private func record(of captured: Captured, status: ActionRecord.Status) -> ActionRecord {
        let payload = captured.payload ?? actions.payload(of: captured.action)
        tellOfDepth(payload.isCut, seq: captured.seq)
        return captured.record(payload: payload, status: status)
    }

    private func tellOfDepth(_ isCut: Bool, seq: Int) {
        guard isCut, !hasToldOfDepth else { return }
        hasToldOfDepth = true
        options.tell(.nestedTooDeeply(seq: seq))
    }

    private func encoded(_ captured: Captured) -> Tree? {
        do {
            guard let state = captured.state else { return nil }
            let tree = try state.tree(with: &states)
            tellOfDepth(states.hasCut, seq: captured.seq)
            return tree
        } catch {
            options.tell(.stateNotEncodable(seq: captured.seq))
            return nil
        }
    }

    /// Writes the rows, trying again while that fails; false when it still failed after the recorder was closed, or the
    /// file is not where it was.
    private func writeRows() -> Bool {
        var (isStalled, isLastTry) = (false, false)
        while true {
            guard writer.isInPlace else { return false }
            do {
                try writer.write { transaction in
                    for row in rows {
                        switch row {
                        case .initial(let state): try transaction.setInitialState(state)
                        case .action(let record, let state): try transaction.append(record, state: state)
                        case .cursor(let place?): try transaction.setCursor(place.seq, tip: place.tip)
                        case .cursor(nil): try transaction.clearCursor()
                        }
                    }
                }
                break
            } catch {
                if !isStalled { options.tell(.cannotWrite(reason: RecorderError.text(of: error))) }
                isStalled = true
                handoff.setStalled(true)
                guard !isLastTry else { return false }
                isLastTry = !handoff.pause(Self.retryInterval)
            }
        }
        if isStalled { handoff.setStalled(false) }
        committed = lastSeq
        began.retire(through: committed)
        rows.removeAll(keepingCapacity: true)
        prune()
        return true
    }

    /// Removes the oldest actions where the session passes a limit.
    private func prune() {
        guard let retention = options.retention else { return }
        do {
            try writer.prune(keeping: retention, now: options.now(), cursor: cursor)
            isPruningFailing = false
        } catch {
            if !isPruningFailing { options.tell(.cannotWrite(reason: RecorderError.text(of: error))) }
            isPruningFailing = true
        }
    }
}

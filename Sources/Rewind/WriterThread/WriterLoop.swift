import Foundation
import RewindSession
import RewindTree

/// The loop of the writer thread: takes entries from the bounded queue, turns them into rows and writes them.
///
/// Sound to send because it is used on one thread only: the one it is handed to when it was made.
final class WriterLoop: @unchecked Sendable {
    private let writer: SessionWriter
    private let queue: BoundedQueue<QueueEntry>
    private let options: RecorderOptions
    private let crashLog: CrashLog
    private let dispatches: DispatchRecorder
    private let mainThreadWork: MainThreadWork
    private var stateEncoder: PayloadEncoder
    private var actionEncoder: PayloadEncoder
    private var state = Tree.null
    /// What the batch under way adds to the session, in the order of the log, kept until it is in the file.
    private var rows: [(SessionWriter.Transaction) throws -> Void] = []
    /// The state of the past that the store is at.
    private var cursor: Int?
    /// The last action that has a row, and the last one that is in the file.
    private var (lastSeq, committed) = (0, 0)
    /// The actions at the end of the rows whose effects are recorded together with that of the next one.
    private var joint: ClosedRange<Int>?
    /// How many such actions the rows of the batch have.
    private var joinedRows = 0
    /// The usual number of bytes inside the collections of a state.
    private var stateSize = SizeEstimate()
    /// The progress that the queue does not know of.
    private var released = BoundedQueue<QueueEntry>.Release()
    /// What actions take that have rows which are not in the file yet, in bytes.
    private var uncommittedBytes = 0
    private var hasToldOfDepth = false
    private var isPruningFailing = false

    /// How long rows are made before they are committed.
    private static var longestTransaction: DispatchTimeInterval { .milliseconds(20) }
    /// How many rows a gap makes before they are committed.
    private static var mostRowsOfGap: Int { 4_096 }
    /// The number of elements, and of bytes of states and actions, after which the queue is notified.
    private static var mostReleased: Int { 16 }
    private static var mostReleasedBytes: Int { 1 << 20 }
    /// The wait before a failed transaction is tried again, in seconds.
    private static var retryInterval: TimeInterval { 0.25 }

    init(
        writer: SessionWriter,
        queue: BoundedQueue<QueueEntry>,
        options: RecorderOptions,
        masks: Masks,
        crashLog: CrashLog,
        dispatches: DispatchRecorder,
        mainThreadWork: MainThreadWork
    ) {
        self.writer = writer
        self.queue = queue
        self.options = options
        self.crashLog = crashLog
        (self.dispatches, self.mainThreadWork) = (dispatches, mainThreadWork)
        stateEncoder = PayloadEncoder(masking: Masking(options.redaction, masks))
        actionEncoder = PayloadEncoder(masking: Masking(options.redaction, masks))
    }

    /// Works until the queue is closed and empty, then closes the session.
    func run() {
        prune()
        var batch: [QueueEntry] = []
        while withAutoreleasePool({ queue.exchange(&batch) && handle(batch) }) {}
        tellJoint()
        // The side files may have the actions, but not the states.
        queue.abandon(batch) { [committed] in $0.isAction && $0.seq > committed }
        guard writer.isInPlace else {
            options.tell(.fileRemoved)
            writer.abandon()
            return crashLog.remove()
        }
        do {
            try writer.close(isComplete: rows.isEmpty)
            if rows.isEmpty { return crashLog.remove() }
        } catch {
            options.tell(.cannotWrite(reason: RecorderError.text(of: error)))
        }
        // Of rows that could not be written, the side files are the last trace. With them, the next opening finishes
        // the session.
        crashLog.leave()
    }

    /// Looks after the files beside the session, which somebody may have deleted.
    private func checkSideFiles() {
        guard writer.isInPlace else { return }
        writer.restoreLog()
        crashLog.check()
    }

    /// Writes a batch, committing often enough that little is lost when the process ends; false as `writeRows()`.
    private func handle(_ batch: [QueueEntry]) -> Bool {
        checkSideFiles()
        var deadline = DispatchTime.now() + Self.longestTransaction
        for entry in batch {
            if case .gap(let first) = entry.kind {
                guard fill(first..<entry.seq, entry) else { return false }
            }
            prepare(entry)
            release(entry)
            guard DispatchTime.now() > deadline else { continue }
            guard writeRows() else { return false }
            deadline = DispatchTime.now() + Self.longestTransaction
        }
        return writeRows()
    }

    /// Makes the rows of a gap but for its last one, writing them on the way: there may be millions. False as
    /// `writeRows()`.
    private func fill(_ seqs: Range<Int>, _ gap: QueueEntry) -> Bool {
        var parent = gap.parent
        for seq in seqs {
            append(.withoutRoom(seq: seq, parent: parent, at: gap.at), state: nil)
            parent = seq
            if rows.count >= Self.mostRowsOfGap, !writeRows() { return false }
        }
        return true
    }

    private func prepare(_ entry: QueueEntry) {
        if entry.overlaps {
            let seq = entry.firstSeq
            rows.append { try $0.noteOverlap(at: seq) }
        }
        switch entry.kind {
        case .initial:
            let initial = encoded(entry) ?? .null
            state = initial
            entry.kept?.recorded = initial
            rows.append { try $0.setInitialState(initial) }
        case .open:
            append(record(of: entry, status: .began), state: nil)
        case .done:
            var record = record(of: entry, status: entry.error == nil ? .done : .failed)
            record.duration = entry.duration.map { Int64(clamping: $0) }
            record.error = entry.error.map { actionEncoder.text(of: $0) }
            append(record, entry)
        case .gap(let first):
            let parent = first < entry.seq ? entry.seq - 1 : entry.parent
            append(.withoutRoom(seq: entry.seq, parent: parent, at: entry.at), entry)
        case .leftOut(let count):
            append(.notRecorded(seq: entry.seq, parent: entry.parent, at: entry.at, count: count), entry)
        case .moved(let tip):
            tellJoint()
            state = encoded(entry) ?? .null
            let seq = entry.seq
            cursor = seq
            rows.append { try $0.setCursor(seq, tip: tip) }
        }
    }

    /// Lets go of what came from the app, and tells the queue now and then.
    private func release(_ entry: QueueEntry) {
        released.elements += 1
        released.states += entry.states
        uncommittedBytes += entry.charge
        entry.release()
        let bytes = released.states.bytes + released.states.openCount * (stateSize.bytes ?? 0) + released.measuredBytes
        if bytes >= Self.mostReleasedBytes || released.elements >= Self.mostReleased { tellReleased() }
    }

    private func tellReleased() {
        queue.release(released, bytesOfState: stateSize.bytes)
        released = BoundedQueue.Release()
    }

    /// Tells of the actions whose effects are recorded together, once for all of them.
    private func tellJoint() {
        guard let seqs = joint else { return }
        joint = nil
        options.tell(.merged(seqs: seqs))
    }

    /// Notes whether the effect of an action is recorded together with that of the next one.
    private func noteJoint(_ entry: QueueEntry) {
        guard entry.isJoined else { return tellJoint() }
        joint = (joint?.lowerBound ?? entry.seq)...entry.seq
        joinedRows += 1
    }

    /// Adds a row with what it changed in the state.
    private func append(_ record: ActionRecord, _ entry: QueueEntry) {
        var record = record
        let isAlone = joint == nil
        noteJoint(entry)
        let next = encoded(entry)
        if isAlone { noteSize(of: entry) }
        if let next {
            record.patch = next.patch(from: state)
            state = next
        } else if record.status == .done {
            record.status = .dropped
        }
        entry.kept?.recorded = state
        append(record, state: next)
    }

    private func append(_ record: ActionRecord, state: Tree?) {
        if cursor != nil {
            rows.append { try $0.clearCursor() }
            cursor = nil
        }
        rows.append { try $0.append(record, state: state) }
        lastSeq = record.seq
    }

    /// Notes the size of a state, without what was measured where it was dispatched and what came with its action.
    private func noteSize(of entry: QueueEntry) {
        guard let state = entry.state, state.size.openCount > 0, let bytes = state.unsharedBytes else { return }
        stateSize.note(max(0, bytes - state.size.bytes - entry.charge))
    }

    private func record(of entry: QueueEntry, status: ActionRecord.Status) -> ActionRecord {
        let payload = payload(of: entry)
        if entry.payload == nil {
            entry.charge += payload.bytes
            released.measured += 1
            released.measuredBytes += payload.bytes
        }
        tellOfDepth(payload.isCut, seq: entry.seq)
        return entry.record(payload: payload, status: status)
    }

    private func payload(of entry: QueueEntry) -> Payload {
        let payload = entry.payload ?? actionEncoder.payload(of: entry.action)
        guard let type = payload.isolatedType else { return payload }
        dispatches.noteIsolated(type)
        var encoded: Payload?
        _ = mainThreadWork.run { encoded = self.dispatches.payload(of: entry.action) }
        return encoded ?? payload
    }

    private func tellOfDepth(_ isCut: Bool, seq: Int) {
        guard isCut, !hasToldOfDepth else { return }
        hasToldOfDepth = true
        options.tell(.nestedTooDeeply(seq: seq))
    }

    private func encoded(_ entry: QueueEntry) -> Tree? {
        guard let state = entry.state else { return nil }
        do {
            defer { tellOfDepth(state.isCut, seq: entry.seq) }
            do {
                return try state.tree(with: &stateEncoder)
            } catch let error as IsolatedConformance {
                dispatches.noteIsolated(error.type, ofStates: true)
                _ = mainThreadWork.run { self.dispatches.encode(state) }
                return try state.tree(with: &stateEncoder)
            }
        } catch {
            options.tell(.stateNotEncodable(seq: entry.seq))
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
                    for row in rows { try row(transaction) }
                }
                break
            } catch {
                if !isStalled { options.tell(.cannotWrite(reason: RecorderError.text(of: error))) }
                isStalled = true
                queue.setStalled(true)
                guard !isLastTry else { return false }
                isLastTry = !queue.pause(Self.retryInterval)
            }
        }
        if isStalled { queue.setStalled(false) }
        committed = lastSeq
        crashLog.retire(through: committed)
        rows.removeAll(keepingCapacity: true)
        if joinedRows > 0 { queue.noteJoined(joinedRows) }
        joinedRows = 0
        released.bytes += uncommittedBytes
        uncommittedBytes = 0
        tellReleased()
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

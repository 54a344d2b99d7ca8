import Foundation
import RewindSession
import RewindTree

/// The loop of the writer thread: takes entries from the bounded queue, converts them to rows and writes them.
///
/// Safe to send because after its creation it is only used on the writer thread.
final class WriterLoop: @unchecked Sendable {
    private let writer: SessionWriter
    private let queue: BoundedQueue<QueueEntry>
    private let options: RecorderOptions
    private let crashLog: CrashLog
    private let dispatches: DispatchRecorder
    private let mainThreadWork: MainThreadWork
    private let observer: ActionObserver?
    /// The actions of the current batch for the observer.
    private var observed: [(ObservedAction, isLogged: Bool)] = []
    private var stateEncoder: PayloadEncoder
    private var actionEncoder: PayloadEncoder
    private var state = Tree.null
    /// The changes of the current batch, in the order of the log, kept until they are in the file.
    private var rows: [(SessionWriter.Transaction) throws -> Void] = []
    /// The seq of the current state of the store, if it is in the past.
    private var cursor: Int?
    /// The last action with a row, and the last one in the file.
    private var (lastSeq, committed) = (0, 0)
    /// The number of the last line of an effect in the crash log whose row is in the batch.
    private var effectLine = 0
    /// The last actions before the next row, if their effects are recorded together with that of the next one.
    private var mergedRange: ClosedRange<Int>?
    /// The number of rows in the batch for such actions.
    private var mergedRows = 0
    /// The typical number of bytes inside the collections of a state.
    private var stateSize = SizeEstimate()
    /// The typical time to convert such a state to changes, in nanoseconds.
    private var stateTime = TimeEstimate()
    /// The progress not yet reported to the queue.
    private var released = BoundedQueue<QueueEntry>.Release()
    /// The size of the actions whose rows are not in the file yet, in bytes.
    private var uncommittedBytes = 0
    private var hasReportedDepth = false
    private var reportedValues: Set<UnrecordedValue> = []
    private var reportedClasses = 0
    private var isPruningFailing = false

    /// The maximum time between two commits.
    private static var longestTransaction: DispatchTimeInterval { .milliseconds(20) }
    /// The number of rows of a gap after which they are committed.
    private static var maximumRowsOfGap: Int { 4_096 }
    /// The number of elements, and of bytes of states and actions, after which the queue is notified.
    private static var maximumReleasedCount: Int { 16 }
    private static var maximumReleasedBytes: Int { 1 << 20 }
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
        observer = ActionObserver(options)
        stateEncoder = PayloadEncoder(options, masks)
        actionEncoder = PayloadEncoder(options, masks)
        writer.ageClock = options.timeSinceBoot
    }

    /// Runs until the queue is closed and empty, and then closes the session.
    func run() {
        prune()
        var batch: [QueueEntry] = []
        while withAutoreleasePool({ queue.exchange(&batch) && handle(batch) }) {}
        reportMerge()
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
        // If rows could not be written, only the side files have the actions, which the next opening folds in.
        crashLog.leave()
    }

    /// Restores or reports files beside the session that another program has deleted.
    private func checkSideFiles() {
        guard writer.isInPlace else { return }
        writer.restoreLog()
        crashLog.check()
    }

    /// Writes a batch, committing often so that little is lost if the process ends. Returns false like `writeRows()`.
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

    /// Creates the rows of a gap except its last one, and writes them from time to time, because there may be millions.
    /// Returns false like `writeRows()`.
    private func fill(_ seqs: Range<Int>, _ gap: QueueEntry) -> Bool {
        var parent = gap.parent
        for seq in seqs {
            append(.withoutRoom(seq: seq, parent: parent, at: gap.at), state: nil)
            parent = seq
            if rows.count >= Self.maximumRowsOfGap, !writeRows() { return false }
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
            setRecorded(of: entry)
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
        case .excluded(let count):
            append(.notRecorded(seq: entry.seq, parent: entry.parent, at: entry.at, count: count), entry)
        case .moved(let tip):
            reportMerge()
            state = encoded(entry) ?? .null
            let seq = entry.seq
            cursor = seq
            rows.append { try $0.setCursor(seq, tip: tip) }
        case .marked(let change): rows.append { try $0.mark(change) }
        case .background(let isInBackground):
            let time = isInBackground ? entry.at : nil
            rows.append { try $0.setBackground(since: time) }
        case .effect(let record, let line):
            let record = filled(record, from: entry)
            rows.append { try $0.append(record) }
            effectLine = line
        case .outcome(let record, let line):
            let record = filled(record, from: entry)
            rows.append { try $0.append(record) }
            effectLine = line
        }
    }

    /// Releases the values of the app, and notifies the queue from time to time.
    private func release(_ entry: QueueEntry) {
        released.elements += 1
        released.states += entry.states
        uncommittedBytes += entry.charge
        entry.release()
        let bytes = released.states.bytes + released.states.openCount * (stateSize.bytes ?? 0) + released.measuredBytes
        if bytes >= Self.maximumReleasedBytes || released.elements >= Self.maximumReleasedCount { tellReleased() }
    }

    private func tellReleased() {
        queue.release(released, bytesOfState: stateSize.bytes, timeOfState: stateTime.nanoseconds)
        released = BoundedQueue.Release()
    }

    /// Reports the actions whose effects are recorded together, once for all of them.
    private func reportMerge() {
        guard let seqs = mergedRange else { return }
        mergedRange = nil
        options.tell(.merged(seqs: seqs))
    }

    /// Records if the effect of an action is recorded together with that of the next one.
    private func noteMerge(_ entry: QueueEntry) {
        guard entry.isMerged else { return reportMerge() }
        mergedRange = (mergedRange?.lowerBound ?? entry.seq)...entry.seq
        mergedRows += 1
    }

    /// Adds a row with the changes to the state.
    private func append(_ record: ActionRecord, _ entry: QueueEntry) {
        var record = record
        let isAlone = mergedRange == nil
        noteMerge(entry)
        let start = MonotonicClock.now()
        let next = encoded(entry)
        if isAlone { noteSize(of: entry) }
        if let next {
            record.patch = next.patch(from: state)
            state = next
        } else if record.status == .done {
            record.status = .dropped
        }
        setRecorded(of: entry)
        if let size = entry.state?.size, size.openCount > 0 {
            stateTime.note(Int(clamping: MonotonicClock.now() &- start))
        }
        append(record, state: next)
        guard let observer, case .done = entry.kind else { return }
        observed.append((ObservedAction(record), observer.isLogged(entry.action)))
    }

    /// Adds the tree of the current state to the state that is kept for travel, and its size.
    private func setRecorded(of entry: QueueEntry) {
        guard let kept = entry.kept else { return }
        kept.recorded = state
        if let bytes = entry.state?.unsharedBytes { dispatches.setBytes(bytes, ofState: entry.seq) }
    }

    private func append(_ record: ActionRecord, state: Tree?) {
        if cursor != nil {
            rows.append { try $0.clearCursor() }
            cursor = nil
        }
        rows.append { try $0.append(record, state: state) }
        lastSeq = record.seq
    }

    /// Records the size of a state, without the parts that were measured at its dispatch and those of its action.
    private func noteSize(of entry: QueueEntry) {
        guard let state = entry.state, state.size.openCount > 0, let bytes = state.unsharedBytes else { return }
        stateSize.note(max(0, bytes - state.size.bytes - entry.charge))
    }

    /// Returns the row of an effect with its input.
    private func filled(_ record: EffectRecord, from entry: QueueEntry) -> EffectRecord {
        var record = record
        if let image = entry.action as? Screenshot {
            note(bytes: image.bytes.count * 4 / 3, of: entry)
            record.input = image.tree
            return record
        }
        guard !(entry.action is Void) else {
            note(bytes: 0, of: entry)
            return record
        }
        let payload = measuredPayload(of: entry)
        (record.input, record.coder) = (payload.tree, payload.coder)
        if entry.isNamedByValue { record.name = payload.type }
        return record
    }

    /// Returns the row of an outcome with its value or error.
    private func filled(_ record: OutcomeRecord, from entry: QueueEntry) -> OutcomeRecord {
        var record = record
        guard !(entry.action is LostValue) else {
            note(bytes: 0, of: entry)
            return record
        }
        guard !(entry.action is Void) else {
            note(bytes: 0, of: entry)
            record.type = "Void"
            return record
        }
        let payload = measuredPayload(of: entry)
        (record.type, record.value, record.coder) = (payload.type, payload.tree, payload.coder)
        if let error = entry.action as? any Error, payload.coder == .reflected {
            record.value = .string(actionEncoder.text(of: error))
        }
        return record
    }

    /// Counts the size of a value that was not measured before.
    private func note(bytes: Int, of entry: QueueEntry) {
        guard entry.payload == nil else { return }
        entry.charge += bytes
        released.measured += 1
        released.measuredBytes += bytes
    }

    private func measuredPayload(of entry: QueueEntry) -> Payload {
        let payload = payload(of: entry)
        note(bytes: payload.bytes, of: entry)
        reportDepth(payload.isCut, seq: entry.seq)
        report(payload.unrecorded)
        return payload
    }

    /// Returns the row of an action, without the effect on the state.
    private func record(of entry: QueueEntry, status: ActionRecord.Status) -> ActionRecord {
        let payload = measuredPayload(of: entry)
        return ActionRecord(
            seq: entry.seq,
            parent: entry.parent,
            at: entry.at,
            type: payload.type,
            coder: payload.coder,
            payload: payload.tree,
            status: status,
            origin: entry.callSite?.description,
            cause: entry.cause
        )
    }

    private func payload(of entry: QueueEntry) -> Payload {
        let payload = entry.payload ?? actionEncoder.payload(of: entry.action)
        guard let type = payload.isolatedType else { return payload }
        dispatches.noteIsolated(type)
        var encoded: Payload?
        _ = mainThreadWork.run { encoded = self.dispatches.payload(of: entry.action) }
        return encoded ?? payload
    }

    private func reportDepth(_ isCut: Bool, seq: Int) {
        guard isCut, !hasReportedDepth else { return }
        hasReportedDepth = true
        options.tell(.nestedTooDeeply(seq: seq))
    }

    private func report(_ values: [UnrecordedValue]) {
        for value in values where reportedValues.insert(value).inserted {
            if let problem = RecorderProblem(value) { options.tell(problem) }
        }
    }

    private func reportClasses() {
        for type in stateEncoder.variableClasses.dropFirst(reportedClasses) {
            options.tell(.objectMayChange(type: TypeName.of(type)))
            reportedClasses += 1
        }
    }

    private func encoded(_ entry: QueueEntry) -> Tree? {
        guard let state = entry.state else { return nil }
        do {
            defer {
                reportDepth(state.isCut, seq: entry.seq)
                report(state.unrecorded)
                reportClasses()
            }
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

    /// Writes the rows, and tries again on failure. Returns false if it still fails after the recorder was closed, or
    /// if the file is no longer at its path.
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
        crashLog.retire(through: committed, effectLine: effectLine)
        rows.removeAll(keepingCapacity: true)
        if let observer {
            observer.pass(observed)
            observed.removeAll(keepingCapacity: true)
        }
        if mergedRows > 0 { queue.noteMerged(mergedRows) }
        mergedRows = 0
        released.bytes += uncommittedBytes
        uncommittedBytes = 0
        tellReleased()
        prune()
        return true
    }

    /// Prunes the oldest actions if the session exceeds a limit.
    private func prune() {
        guard let retention = options.retention else { return }
        do {
            try writer.prune(keeping: retention, now: options.timeSinceBoot(), cursor: cursor)
            isPruningFailing = false
        } catch {
            if !isPruningFailing { options.tell(.cannotWrite(reason: RecorderError.text(of: error))) }
            isPruningFailing = true
        }
    }
}

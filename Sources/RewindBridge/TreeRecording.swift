import Foundation
import Rewind
import RewindSession
import RewindTree

/// Writes a session whose states are given as trees, at once or while they arrive.
///
/// Secrets are masked by the default rules of a recorder. A live recording has the lock by which readers recognize a
/// session that is being recorded. Use it on one thread at a time.
package final class TreeRecording {
    /// The number of actions in a transaction.
    private static let batch = 1_000

    private let url: URL
    private let writer: SessionWriter
    private let crashLog: CrashLog?
    /// Nil if secrets are kept.
    private var masking: TreeMasking?
    private var changes: [(SessionWriter.Transaction) throws -> Void] = []
    /// The last known state at or before the parent of the next action; nil if the writer does not have it.
    private var base: Tree?
    private var parent = 0

    /// The number of the last action.
    package private(set) var lastSeq = 0

    /// Starts a session at `url` with an initial state, which is null if unknown.
    ///
    /// - Parameter masks: Whether to mask secrets.
    /// - Throws: `SessionError`, which is `.alreadyExists` if the file exists: a session is never overwritten.
    package init(
        creating url: URL,
        facts: [String: String],
        initial: Tree,
        isLive: Bool = false,
        masks: Bool = true
    ) throws {
        self.url = url
        var facts = facts
        if masks {
            masking = TreeMasking()
            facts["redaction"] = Redaction.standard.rules.joined(separator: ", ")
        }
        let initial = masking?.masked(state: initial) ?? initial
        base = initial
        (writer, crashLog) =
            isLive
            ? try SessionWriter.recording(into: url, facts: facts, medium: .file)
            : (try SessionWriter(creating: url, facts: facts, syncs: false), nil)
        do {
            try writer.write { try $0.setInitialState(initial) }
        } catch {
            discard()
            throw error
        }
    }

    /// Adds an action after the last one, or after the state that `branch(from:state:)` named.
    ///
    /// - Parameters:
    ///   - at: The time of the dispatch, in microseconds since 1970.
    ///   - error: The error that the reducer reported.
    ///   - state: The state after the action; nil if unknown.
    /// - Returns: The number of the action.
    /// - Throws: `SessionError`.
    @discardableResult
    package func append(
        type: String,
        payload: Tree?,
        at: Int64,
        origin: String? = nil,
        error: String? = nil,
        state: Tree?
    ) throws -> Int {
        let isGap = ActionRecord.isGap(type: type)
        let record = ActionRecord(
            seq: lastSeq + 1,
            parent: parent,
            at: at,
            type: type,
            coder: isGap ? .reflected : .codable,
            payload: payload.map { masking?.masked(payload: $0, ofType: type) ?? $0 },
            status: isGap || state == nil ? .dropped : error == nil ? .done : .failed,
            origin: origin,
            error: error.map { masking?.masked(text: $0) ?? $0 }
        )
        return try append(record, state: state)
    }

    /// Adds a row for actions that are not known, and the state after them, which is nil if unknown. `count` is their
    /// number, if known.
    ///
    /// - Returns: The number of the row.
    /// - Throws: `SessionError`.
    @discardableResult
    package func appendGap(count: Int? = nil, at: Int64, state: Tree?) throws -> Int {
        try append(.notRecorded(seq: lastSeq + 1, parent: parent, at: at, count: count), state: state)
    }

    private func append(_ record: ActionRecord, state: Tree?) throws -> Int {
        var record = record
        let state = state.map { masking?.masked(state: $0) ?? $0 }
        if let state {
            record.patch = base.map { state.patch(from: $0) } ?? Patch([.replace(.root, state)])
            base = state
        }
        (lastSeq, parent) = (record.seq, record.seq)
        changes.append { [record] in try $0.append(record, state: state) }
        if changes.count >= Self.batch { try flush() }
        return record.seq
    }

    /// Applies the next action to the state at `seq`. `state` is that state or, if it is unknown, the last known one on
    /// the path to it; nil if the caller does not have it. The next state is then written whole.
    package func branch(from seq: Int, state: Tree?) {
        (parent, base) = (seq, state.map { masking?.masked(state: $0) ?? $0 })
    }

    /// Moves the cursor to `seq`, where it stays when actions are added; nil for the last action.
    package func moveCursor(to seq: Int?) {
        let tip = lastSeq
        changes.append { transaction in
            guard let seq else { return try transaction.clearCursor() }
            try transaction.setCursor(seq, tip: tip)
        }
    }

    /// Changes the bookmarks.
    package func mark(_ change: BookmarkChange) {
        changes.append { try $0.mark(change) }
    }

    /// Writes all changes that are not in the file yet, in one transaction.
    ///
    /// - Throws: `SessionError`. The changes are then still there for another try.
    package func flush() throws {
        guard !changes.isEmpty else { return }
        try writer.write { transaction in
            for change in changes { try change(transaction) }
        }
        changes.removeAll(keepingCapacity: true)
        crashLog?.retire(through: lastSeq)
    }

    /// True if the file is still complete and at its path.
    package var isInPlace: Bool { writer.isInPlace }

    /// Writes all changes and closes the session. `endedAt` is the time of its end in microseconds since 1970, by
    /// default the current time.
    ///
    /// - Throws: `SessionError`. The next opening of a live recording then completes the session.
    package func finish(endedAt: Int64? = nil) throws {
        guard writer.isInPlace else {
            writer.abandon()
            crashLog?.remove()
            throw SessionError.notFound(path: url.path)
        }
        do {
            try flush()
            try writer.close(endedAt: endedAt)
        } catch {
            try? writer.close(isComplete: false)
            crashLog?.leave()
            throw error
        }
        crashLog?.remove()
    }

    /// Closes the session and removes its files.
    package func discard() {
        try? writer.close(isComplete: false)
        crashLog?.remove()
        try? SessionRecovery.remove(url)
    }
}

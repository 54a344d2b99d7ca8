import Foundation
import RewindSession
import RewindTimeline
import RewindTree

/// Saves all that can be proven of a damaged session, into a new file.
///
/// A row is sound where it is what its hash says, and the chunks that it refers to are. A state is proven where a sound
/// snapshot has it, or a sound patch leads to it from a proven one. Of a row that is not sound, the number is left; of an
/// action whose state cannot be proven, all but its effect, which counts as unknown.
package struct SessionRepair {
    /// What was saved and what was lost.
    package struct Report: Sendable {
        /// The seq of the first state.
        package let first: Int
        /// The last action that was saved.
        package internal(set) var last: Int
        /// The actions of which nothing is left but their numbers, in runs; those behind the last, as far as the session
        /// says how many there were.
        package internal(set) var lost: [ClosedRange<Int>] = []
        /// The actions that are there, whose effects are not known any more, in runs.
        package internal(set) var unknown: [ClosedRange<Int>] = []
        /// The actions whose payloads are lost, in runs.
        package internal(set) var withoutPayload: [ClosedRange<Int>] = []

        /// The first action that is not as it was; nil where all are.
        package var damagedAt: Int? {
            [lost, unknown, withoutPayload].compactMap(\.first?.lowerBound).min()
        }
    }

    private let session: SessionReader
    private var rows: SoundRows
    private var states: ForkMemory<Known>
    private var report: Report
    private var at: Int64 = 0

    /// The state that the new file has at a seq, or that stands in for it there.
    private struct Known {
        let state: Tree
        /// Whether patches of the session fit it.
        let isProven: Bool
    }

    /// Writes what can be proven of the session to a new file at `output`; the session stays as it is.
    ///
    /// - Complexity: linear in the size of the file.
    /// - Throws: `SessionError`, `.damaged` when no state can be proven, or no action of those that there were; or what `progress` throws. There is no new file
    ///   then.
    package static func run(
        _ session: SessionReader,
        to output: URL,
        progress: SessionProgress.Handler = { _ in }
    ) throws -> Report {
        var repair = try SessionRepair(session)
        return try repair.write(to: output, progress)
    }

    /// Begins with the first state that can be proven.
    private init(_ session: SessionReader) throws {
        self.session = session
        rows = SoundRows(session)
        let first = try session.firstSeq()
        for seq in try session.snapshots(from: first) {
            guard let state = rows.snapshot(seq) else { continue }
            states = ForkMemory(Known(state: state, isProven: true), at: seq, forks: [])
            report = Report(first: seq, last: seq)
            if seq > first { report.lost.append(first + 1...seq) }
            return
        }
        throw session.damaged(.noInitialState)
    }

    /// Opens a session that is to be repaired. Of one that was cut short, that is a copy as long as it was, in which what
    /// is missing cannot be read.
    ///
    /// - Throws: `SessionError`.
    package static func open(_ url: URL) throws -> SessionReader {
        do {
            return try SessionReader(opening: url)
        } catch SessionError.damaged(_, .cutShort(let length, _)) {
            do {
                // Once it is open, the file needs no name.
                return try ScratchFolder.with(for: "repair") { folder in
                    let copy = folder.appendingPathComponent(url.lastPathComponent)
                    try FileManager.default.copyItem(at: url.resolvingSymlinksInPath(), to: copy)
                    truncate(copy.path, off_t(length))
                    return try SessionReader(opening: copy)
                }
            } catch let error as CocoaError {
                throw SessionError.system(path: url.path, reason: error.localizedDescription)
            }
        }
    }

    private mutating func write(to output: URL, _ progress: SessionProgress.Handler) throws -> Report {
        let (first, known) = (report.first, states.latest)
        let recorded = (try? session.read(SessionFact.logEnd))?.last ?? first
        let end = max(first, min(recorded, SessionFormat.largestSeq), (try? session.lastSeq()) ?? first)
        var forks: Set<Int> = []
        rows.forEach(first + 1, end) { seq in
            guard let parent = rows.parent(of: seq) else { return false }
            if parent != seq - 1 { forks.insert(parent) }
            return true
        }
        states = ForkMemory(known, at: first, forks: forks)
        let copy = try DerivedSession(of: session, at: output, beginningAt: first, first: known.state)
        do {
            try rows.forEach(first + 1, end) { seq in
                if (seq - first - 1) % SessionProgress.stride == 0 {
                    try progress(SessionProgress(.writing, done: seq - first, of: end - first))
                }
                guard let row = rows.row(seq) else { return false }
                // What is lost at the end needs no rows that stand for it.
                while states.seq < seq - 1 {
                    let (record, known) = lost(states.seq + 1)
                    try copy.append(record, state: known.isProven ? known.state : nil)
                }
                let (record, known) = pass(row)
                try copy.append(record, state: known.isProven ? known.state : nil)
                states.advance(to: seq, known)
                at = record.at
                return true
            }
            let last = states.seq
            guard try last > first || isEmpty(first) else { throw session.damaged(.noSoundAction) }
            report.last = last
            if end > last { report.lost.append(last + 1...end) }
            let seqs = first...last
            try copy.finish(last: last) { seqs.contains($0) ? $0 : nil }
            return report
        } catch {
            copy.discard()
            throw error
        }
    }

    /// Whether the session had no actions, as far as it can be read.
    private func isEmpty(_ first: Int) throws -> Bool {
        guard report.lost.isEmpty, (try? session.lastSeq()) == first else { return false }
        return (try? session.read(SessionFact.logEnd)).map { ($0?.last ?? first) == first } ?? false
    }

    /// What stands for an action of which nothing can be read, and the state that it led to, where that is stored whole.
    private mutating func lost(_ seq: Int) -> (ActionRecord, Known) {
        report.lost.append(seq)
        var record = ActionRecord.damaged(seq: seq, parent: seq - 1, at: at)
        var known = Known(state: states.latest.state, isProven: false)
        if let state = rows.snapshot(seq) {
            record.patch = state.patch(from: known.state)
            known = Known(state: state, isProven: true)
        }
        states.advance(to: seq, known)
        return (record, known)
    }

    /// What the new file has for an action, and the state that it leads to.
    private mutating func pass(_ row: SoundRows.Row) -> (ActionRecord, Known) {
        var record = row.record
        let seq = record.seq
        if row.lacksPayload { report.withoutPayload.append(seq) }
        // What a branch from before the first state was applied to, nobody has.
        let before = states[record.parent]
        guard row.hasPatch else {
            // Nobody knew the effect: what comes next was written as a change of the last known state.
            return (record, before ?? Known(state: states.latest.state, isProven: false))
        }
        let stored = rows.snapshot(seq)
        let led = record.patch.flatMap { patch in before.flatMap { $0.isProven ? try? $0.state.applying(patch) : nil } }
        if let state = led ?? stored, led == nil || stored == nil || led == stored {
            if led == nil {
                record.patch = before.map { state.patch(from: $0.state) } ?? Patch([.replace(.root, state)])
            }
            return (record, Known(state: state, isProven: true))
        }
        record.patch = nil
        report.unknown.append(seq)
        return (record, Known(state: before?.state ?? states.latest.state, isProven: false))
    }
}

extension [ClosedRange<Int>] {
    /// Adds a seq, which is behind all that are there.
    fileprivate mutating func append(_ seq: Int) {
        if let last, last.upperBound == seq - 1 {
            self[count - 1] = last.lowerBound...seq
        } else {
            append(seq...seq)
        }
    }
}

import Foundation
import RewindSession
import RewindTimeline
import RewindTree

/// Saves the verifiable parts of a damaged session into a new file.
///
/// A row is sound if it and all chunks that it references match their hashes. A state is proven if it is a sound
/// snapshot, or the result of a sound patch on a proven state. An unsound row keeps only its seq; an action whose state
/// cannot be proven keeps everything but its effect, which becomes unknown. A row of an effect or an outcome that is not
/// sound, or does not fit to the others, is left out.
package struct SessionRepair {
    /// The saved and the lost actions.
    package struct Report: Sendable {
        /// The seq of the first state.
        package let first: Int
        /// The last saved action.
        package internal(set) var last: Int
        /// The ranges of actions of which only the seq remains, including those after the last one, as far as their
        /// number is known.
        package internal(set) var lost: [ClosedRange<Int>] = []
        /// The ranges of saved actions whose effects became unknown.
        package internal(set) var unknown: [ClosedRange<Int>] = []
        /// The ranges of actions whose payloads were lost.
        package internal(set) var withoutPayload: [ClosedRange<Int>] = []
        /// The number of rows of effects and outcomes that were left out.
        package internal(set) var lostEffects = 0
        /// The number of saved effects and outcomes whose inputs or values were lost.
        package internal(set) var effectsWithoutValue = 0

        /// The first damaged action; nil if there is no damage.
        package var damagedAt: Int? {
            [lost, unknown, withoutPayload].compactMap(\.first?.lowerBound).min()
        }
    }

    private let session: SessionReader
    private var rows: SoundRows
    private var states: ForkMemory<Known>
    private var report: Report
    private var at: Int64 = 0

    /// The state in the new file at a seq, or its replacement.
    private struct Known {
        let state: Tree
        /// True if the session's patches apply to it.
        let isProven: Bool
    }

    /// Writes the verifiable parts of the session to a new file at `output`. The session itself is not changed.
    ///
    /// - Complexity: Linear in the size of the file.
    /// - Throws: `SessionError`, `.damaged` if no state can be proven, or no action although there were some; or an
    ///   error of `progress`. No file is written then.
    package static func run(
        _ session: SessionReader,
        to output: URL,
        progress: SessionProgress.Handler = { _ in }
    ) throws -> Report {
        var repair = try SessionRepair(session)
        return try repair.write(to: output, progress)
    }

    /// Starts with the first state that can be proven.
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

    /// Opens a session for repair. A truncated file is opened as a copy extended to its original length, in which the
    /// missing part is not readable.
    ///
    /// - Throws: `SessionError`.
    package static func open(_ url: URL) throws -> SessionReader {
        do {
            return try SessionReader(opening: url)
        } catch SessionError.damaged(_, .cutShort(let length, _)) {
            // An open file does not need its name any longer.
            return try ScratchFolder.with(for: "repair") { folder in
                let copy = folder.appendingPathComponent(url.lastPathComponent)
                try SessionFile.copy(url, to: copy)
                truncate(copy.path, off_t(length))
                return try SessionReader(opening: copy)
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
        let copy = try DerivedSession(at: output, facts: session.facts(), beginningAt: first, first: known.state)
        try rows.forEach(first + 1, end) { seq in
            try SessionProgress.step(.writing, seq - first - 1, of: end - first, progress)
            guard let row = rows.row(seq) else { return false }
            // Lost actions at the end need no placeholder rows.
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
        try copy.write { try saveEffects(EffectRules(of: seqs), with: $0) }
        try copy.finish(last: last, bookmarks: session.readableBookmarks()) { seqs.contains($0) ? $0 : nil }
        return report
    }

    /// Writes the sound effects and outcomes that obey the rules.
    private mutating func saveEffects(
        _ rules: EffectRules,
        with transaction: SessionWriter.Transaction
    ) throws {
        var rules = rules
        let recorded = (try? session.read(SessionFact.effectsEnd)) ?? nil
        var ends: [Int: Int] = [:]
        rows.forEachID(of: .outcome, recorded: recorded?.outcome ?? 0) { id in
            guard case .sound(let outcome, _) = rows.outcome(id) else { return false }
            ends[outcome.effect] = outcome.seq
            return true
        }
        try rows.forEachID(of: .effect, recorded: recorded?.effect ?? 0) { id in
            try save(rows.effect(id), { rules.add($0, end: ends[$0.id]) }, { try transaction.append($0) })
        }
        try rows.forEachID(of: .outcome, recorded: recorded?.outcome ?? 0) { id in
            try save(rows.outcome(id), { rules.add($0) }, { try transaction.append($0) })
        }
    }

    /// Writes a row if it obeys the rules. Returns false if there is none that can be read.
    private mutating func save<Record>(
        _ found: SoundRows.Found<Record>,
        _ check: (Record) -> SessionCheck.Finding?,
        _ append: (Record) throws -> Void
    ) rethrows -> Bool {
        guard case .sound(let record, let lacksValue) = found else {
            if case .damaged = found { report.lostEffects += 1 }
            return false
        }
        if check(record) == nil {
            if lacksValue { report.effectsWithoutValue += 1 }
            try append(record)
        } else {
            report.lostEffects += 1
        }
        return true
    }

    /// Returns true if the session had no actions, as far as it can be read.
    private func isEmpty(_ first: Int) throws -> Bool {
        guard report.lost.isEmpty, (try? session.lastSeq()) == first else { return false }
        return (try? session.read(SessionFact.logEnd)).map { ($0?.last ?? first) == first } ?? false
    }

    /// Returns a placeholder for an unreadable action, and the state after it if that is a snapshot.
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

    /// Returns an action as written to the new file, and the state after it.
    private mutating func pass(_ row: SoundRows.Row) -> (ActionRecord, Known) {
        var record = row.record
        let seq = record.seq
        if row.lacksPayload { report.withoutPayload.append(seq) }
        if (try? EffectRules.isPossible(causeOf: record, in: session)) != true { record.cause = nil }
        // The parent of a branch from before the first state is not available.
        let before = states[record.parent]
        guard row.hasPatch else {
            // The effect was unknown before: the next patch was written relative to the last known state.
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
    /// Adds a seq that is after all others.
    fileprivate mutating func append(_ seq: Int) {
        if let last, last.upperBound == seq - 1 {
            self[count - 1] = last.lowerBound...seq
        } else {
            append(seq...seq)
        }
    }
}

#if os(macOS) || os(Linux)

import Foundation
import RewindSession
import RewindTree

/// A session of an app with Redux DevTools, and the relation of its actions to those that the app still has.
///
/// The session only grows: where the app computes its history again without some actions, or in another order, the
/// changed part is recorded as a branch.
struct RecordedHistory {
    /// An entry of the app's history.
    private struct Entry {
        let id: Int?
        let seq: Int
        /// The hash of the action; 0 for the base.
        let action: Int
        /// The hash of the state; nil if it is unknown.
        let state: Int?
    }

    /// The properties by which an action that is sent again is found.
    private struct Row: Hashable {
        let parent: Int
        let action: Int
        let state: Int?
    }

    private struct Cursor: Equatable {
        let position: Int
        let tip: Int
    }

    /// The maximum number of rows that are found when they are sent again.
    private static let mostRows = 20_000

    let session: TreeSession
    /// The time at which the store was created; nil if unknown.
    private let createdAt: Int64?
    private var entries: [Entry]
    private var pointer = 0
    /// The state of the last entry, or the last known one before it.
    private var state: Tree
    private let initialState: Int
    private var seqs: [Row: Int] = [:]
    private var rows: [Row] = []
    private var cursor: Cursor?
    /// The type names of the recorded actions.
    private(set) var types: Set<String> = []

    /// Creates a history that begins with a state.
    init(in session: TreeSession, initialState: Tree, id: Int? = nil, createdAt: Int64? = nil) {
        (self.session, self.createdAt) = (session, createdAt)
        (state, self.initialState) = (initialState, initialState.hashValue)
        entries = [Entry(id: id, seq: 0, action: 0, state: self.initialState)]
    }

    /// The seq of the state that the app has.
    var position: Int { entries[pointer].seq }
    /// The seq of the last action that the app has.
    var tip: Int { entries[entries.count - 1].seq }
    var isAtEnd: Bool { pointer == entries.count - 1 }
    /// The id of the last action that the app has.
    var lastID: Int? { entries[entries.count - 1].id }

    /// Returns the id and the seq of the state that is `steps` after that of the app, or as many as there are; nil if
    /// there are none.
    func target(steps: Int) -> (id: Int?, seq: Int)? {
        let index = min(max(0, pointer + steps), entries.count - 1)
        return index == pointer ? nil : (entries[index].id, entries[index].seq)
    }

    /// Returns the id of the action that leads to a state; nil if the app does not have it.
    func target(seq: Int) -> (id: Int?, seq: Int)? {
        (entries[pointer].seq == seq ? entries[pointer] : entries.last { $0.seq == seq }).map { ($0.id, $0.seq) }
    }

    /// Moves to a state. If the app has no list of actions, those after it no longer belong to its history.
    mutating func move(to seq: Int, state: Tree) {
        guard let index = entries.lastIndex(where: { $0.seq == seq }) else { return }
        self.state = state
        entries.removeSubrange((index + 1)...)
        pointer = index
        setCursor()
    }

    /// Adds an action at the end of the history. If its state is unknown, that is recorded.
    mutating func append(_ action: Tree, id: Int?, at: Int64, state: Tree?, isExcess: Bool, bytes: Int) {
        let isAtEnd = isAtEnd
        let entry = add(
            action,
            id: id,
            at: at,
            state: state,
            error: nil,
            after: tip,
            previous: self.state,
            isSentAgain: false,
            bytes
        )
        entries.append(entry)
        self.state = state ?? self.state
        if isAtEnd { pointer += 1 }
        // The app has merged its oldest action with the state before it.
        if isExcess, entries.count > 2 {
            entries[0] = Entry(id: entries[0].id, seq: entries[1].seq, action: 0, state: entries[1].state)
            entries.remove(at: 1)
            pointer = max(0, pointer - 1)
        }
        setCursor()
    }

    /// Returns true if a history of the app may continue the recorded one.
    func continues(_ lifted: LiftedHistory) -> Bool {
        if let createdAt, let other = lifted.createdAt { return createdAt == other }
        return firstKnown(of: lifted) != nil || baseSeq(of: lifted) != nil
    }

    /// Records what is new in the history of the app. `bytes` is its size.
    mutating func merge(_ lifted: LiftedHistory, now: Int64, bytes: Int) {
        let share = bytes / max(1, lifted.entries.count)
        var seq = baseSeq(of: lifted) ?? addGap(before: lifted, now: now, share)
        var state = lifted.base ?? self.state
        var merged = [Entry(id: lifted.baseID, seq: seq, action: 0, state: lifted.base?.hashValue)]
        for entry in lifted.entries {
            guard !entry.isSkipped else {
                merged.append(Entry(id: entry.id, seq: seq, action: 0, state: merged.last?.state))
                continue
            }
            let added = add(
                entry.action,
                id: entry.id,
                at: entry.at ?? now,
                state: entry.state,
                error: entry.error,
                after: seq,
                previous: state,
                isSentAgain: true,
                share
            )
            merged.append(added)
            seq = added.seq
            state = entry.state ?? state
        }
        (entries, pointer, self.state) = (merged, min(lifted.pointer + 1, merged.count - 1), state)
        setCursor()
    }

    /// Adds a row, unless `isSentAgain` and it exists.
    private mutating func add(
        _ action: Tree,
        id: Int?,
        at: Int64,
        state: Tree?,
        error: String?,
        after parent: Int,
        previous: Tree,
        isSentAgain: Bool,
        _ bytes: Int
    ) -> Entry {
        let row = Row(parent: parent, action: action.hashValue, state: state?.hashValue)
        let seq = (isSentAgain ? seqs[row] : nil) ?? session.last + 1
        if seq > session.last {
            let type = Self.type(of: action)
            if types.count < 200 { types.insert(type) }
            var record = ActionRecord(
                seq: seq,
                parent: parent,
                at: at,
                type: type,
                payload: Self.payload(of: action),
                patch: state?.patch(from: previous),
                status: state == nil ? .dropped : error == nil ? .done : .failed
            )
            record.error = error
            session.append(record, state: state, bytes: bytes)
            remember(row, seq)
        }
        return Entry(id: id, seq: seq, action: row.action, state: row.state)
    }

    private mutating func remember(_ row: Row, _ seq: Int) {
        if rows.count >= Self.mostRows {
            for old in rows.prefix(Self.mostRows / 2) { seqs[old] = nil }
            rows.removeFirst(Self.mostRows / 2)
        }
        rows.append(row)
        seqs[row] = seq
    }

    /// Adds a row for actions that the app no longer has. Returns its seq.
    private mutating func addGap(before lifted: LiftedHistory, now: Int64, _ bytes: Int) -> Int {
        var count: Int?
        if let lastID, let next = lifted.entries.first?.id, next > lastID + 1 { count = next - lastID - 1 }
        let at = lifted.entries.first?.at ?? now
        var record = ActionRecord.notRecorded(seq: session.last + 1, parent: tip, at: at, count: count)
        record.patch = lifted.base?.patch(from: state)
        session.append(record, state: lifted.base, bytes: bytes)
        return record.seq
    }

    /// Returns the seq of the state before the app's first action; nil if it is not recorded.
    private func baseSeq(of lifted: LiftedHistory) -> Int? {
        guard let state = lifted.base?.hashValue else { return firstKnown(of: lifted).map { entries[$0 - 1].seq } }
        let before = firstKnown(of: lifted).map { entries[..<$0].reversed() } ?? []
        return (before + [entries[pointer], entries[0]] + entries.reversed()).first { $0.state == state }?.seq
            ?? (state == initialState ? 0 : nil)
    }

    /// Returns the index of the first recorded entry that is in a history of the app.
    private func firstKnown(of lifted: LiftedHistory) -> Int? {
        let actions = Dictionary(lifted.entries.map { ($0.id, $0.action.hashValue) }) { $1 }
        return entries.indices.dropFirst().first { index in
            entries[index].id.flatMap { actions[$0] } == entries[index].action
        }
    }

    private mutating func setCursor() {
        let next = position == session.last ? nil : Cursor(position: position, tip: tip)
        guard next != cursor else { return }
        cursor = next
        session.setCursor(next.map { ($0.position, $0.tip) })
    }

    private static func type(of action: Tree) -> String {
        guard let type = action.child("type") else { return action.string ?? "(no type)" }
        return type.string ?? type.text
    }

    /// Returns an action without its type.
    private static func payload(of action: Tree) -> Tree {
        guard case .object(let node) = action else { return [:] }
        return Tree(members: zip(node.keys, node.values).filter { $0.0 != "type" })
    }
}

#endif

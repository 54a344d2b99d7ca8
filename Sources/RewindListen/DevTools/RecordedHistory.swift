import Foundation
import RewindBridge
import RewindSession
import RewindTree

/// The session of a store with Redux DevTools, and the relation of its actions to those that the store still has.
///
/// The session only grows: where the store computes its history again without some actions, or in another order, the
/// changed part is recorded as a branch.
struct RecordedHistory {
    /// An entry of the store's history.
    private struct Entry {
        let id: Int?
        /// The seq of the state after the action.
        let seq: Int
        /// The seq of the action, which is an earlier one while it is skipped.
        var row: Int?
        /// The hash of the action; 0 for the initial state.
        let action: Int
        /// The hash of the state; nil if it is unknown.
        let state: Int?
        /// The time of the action; nil if it is unknown.
        var at: Int64?
    }

    /// The properties by which an action that is sent again is found.
    private struct Row: Hashable {
        let parent: Int
        let action: Int
        let state: Int?
    }

    /// The maximum number of rows that are found when they are sent again.
    private static let mostRows = 20_000
    /// The limits for rows that could not be written yet.
    private static let (mostHeldRows, mostHeldBytes) = (10_000, 32 << 20)
    /// The maximum number of type names.
    private static let mostTypes = 200

    let url: URL
    private let recording: TreeRecording
    /// The time at which the store was created; nil if unknown.
    private let createdAt: Int64?
    private var entries: [Entry]
    private var pointer = 0
    private var cursor: Int?
    /// The state of the last entry, or the last known one before it.
    private var state: Tree
    private let initialState: Int
    private var seqs: [Row: Int] = [:]
    /// The same rows by seq.
    private var rows: [Int: Row] = [:]
    /// The hashes of the states in the file by seq; of an unknown state, that of the last known one before it.
    private var states: [Int: Int] = [:]
    private var held = (rows: 0, bytes: 0)
    private var hasMerged = false
    /// True if the store sends only some of its actions.
    private var isFiltered = false
    /// The type names of the recorded actions.
    private(set) var types: Set<String> = []

    /// Creates the file of the store `name` with its first state.
    ///
    /// - Throws: `SessionError`.
    init(_ name: String, in names: SessionNames, initialState: Tree, id: Int? = nil, createdAt: Int64? = nil) throws {
        let facts = ["app": name, "started_at": String(Date().microseconds), "state_type": "JSON"]
        (url, recording) = try names.create(name) { url in
            (url, try TreeRecording(creating: url, facts: facts, initial: initialState, isLive: true))
        }
        state = initialState
        self.initialState = initialState.hashValue
        self.createdAt = createdAt
        states = [0: self.initialState]
        entries = [Entry(id: id, seq: 0, action: 0, state: self.initialState)]
    }

    // MARK: Position

    /// The seq of the last action in the session.
    var last: Int { recording.lastSeq }
    /// The seq of the state that the store has.
    var position: Int { entries[pointer].seq }
    /// The seq of the last action that the store has.
    var tip: Int { entries[entries.count - 1].seq }
    var isAtEnd: Bool { pointer == entries.count - 1 }
    /// The id of the last action that the store has.
    var lastID: Int? { entries[entries.count - 1].id }

    /// Returns the id and the seq of the state that is `steps` after that of the store, or as many as there are; nil if
    /// there are none.
    func target(steps: Int) -> (id: Int?, seq: Int)? {
        let index = min(max(0, pointer + steps), entries.count - 1)
        return index == pointer ? nil : (entries[index].id, entries[index].seq)
    }

    /// Returns the id of the action that leads to the state at `seq`; nil if the store does not have it.
    func target(seq: Int) -> (id: Int?, seq: Int)? {
        let entry = position == seq ? entries[pointer] : entries.last { $0.seq == seq }
        return entry.map { ($0.id, $0.seq) }
    }

    /// Returns the id of an action that the store has, skipped or not.
    func id(ofRow seq: Int) -> Int? {
        entries.last { $0.row == seq }?.id
    }

    // MARK: Recording

    /// Moves to a state of a store without a lifted state, whose later actions follow it.
    mutating func move(to seq: Int, state: Tree) {
        guard let index = entries.lastIndex(where: { $0.seq == seq }) else { return }
        self.state = state
        pointer = index
        entries.removeSubrange((index + 1)...)
        setCursor()
    }

    /// Adds an action at the end of the store's history. If `isExcess`, the store has merged its oldest action with the
    /// state before it. `bytes` is the size of the message.
    mutating func append(_ action: LiftedState.Action, id: Int?, state: Tree?, isExcess: Bool, bytes: Int) {
        let wasAtEnd = isAtEnd
        let row = Row(parent: tip, action: action.value.hashValue, state: state?.hashValue)
        let seq = add(row, action, LiftedState.Computed(state: state), previous: self.state, bytes)
        entries.append(Entry(id: id, seq: seq, row: seq, action: row.action, state: row.state, at: action.at))
        self.state = state ?? self.state
        if wasAtEnd { pointer += 1 }
        if isExcess, entries.count > 2 {
            entries[0] = Entry(id: entries[0].id, seq: entries[1].seq, action: 0, state: entries[1].state)
            entries.remove(at: 1)
            pointer = max(0, pointer - 1)
        }
        setCursor()
    }

    /// Returns true if a history may continue the recorded one.
    func continues(_ lifted: LiftedState) -> Bool {
        if let createdAt, let other = lifted.createdAt { return createdAt == other }
        return firstKnown(of: lifted) != nil || baseSeq(of: lifted) != nil
    }

    /// Returns true if a history is an earlier one of the same store, with the same actions and states.
    func isLater(than lifted: LiftedState) -> Bool {
        guard createdAt == lifted.createdAt, lifted.nextActionId <= lastID ?? 0 else { return false }
        let known = Dictionary(entries.map { ($0.id, $0) }) { $1 }
        let pairs = zip(lifted.staged, lifted.computed).dropFirst(lifted.beginsWithInit ? 1 : 0)
        return pairs.allSatisfy { id, computed in
            guard let entry = known[id] else { return false }
            return entry.action == lifted.actions[id]?.value.hashValue && entry.state == computed?.state?.hashValue
        }
    }

    /// Records what is new in the store's history. `bytes` is its size.
    mutating func merge(_ lifted: LiftedState, bytes: Int) {
        // A client that filters its first action, too, has nothing at first.
        guard !lifted.staged.isEmpty || lifted.initialState != nil else { return }
        let first = lifted.beginsWithInit ? 1 : 0
        let share = bytes / max(1, lifted.staged.count)
        var state = lifted.initialState ?? self.state
        isFiltered = isFiltered || lifted.isFiltered
        let isLate = !hasMerged && lifted.droppedCount > 0
        hasMerged = true
        var seq = (isLate ? nil : baseSeq(of: lifted)) ?? addGap(before: lifted, share)
        // The store may have another one there, from filtered actions.
        let recorded = seq == 0 ? initialState : rows[seq].map(\.state) ?? lifted.initialState?.hashValue
        var merged = [Entry(id: first == 1 ? 0 : nil, seq: seq, action: 0, state: recorded)]
        for (id, computed) in zip(lifted.staged, lifted.computed).dropFirst(first) {
            guard let action = lifted.actions[id], !lifted.skipped.contains(id) else {
                let row = entries.first { $0.id == id }?.row
                merged.append(Entry(id: id, seq: seq, row: row, action: 0, state: merged.last?.state))
                continue
            }
            let row = Row(parent: seq, action: action.value.hashValue, state: computed?.state?.hashValue)
            let unknown = Row(parent: seq, action: row.action, state: nil)
            seq = seqs[row] ?? seqs[unknown] ?? add(row, action, computed, previous: state, share)
            state = computed?.state ?? state
            merged.append(Entry(id: id, seq: seq, row: seq, action: row.action, state: row.state, at: action.at))
        }
        (entries, self.state) = (merged, state)
        let index = isFiltered ? lifted.filteredStateIndex : lifted.currentStateIndex
        pointer = min(max(0, index + 1 - first), merged.count - 1)
        setCursor()
    }

    /// Adds a row. Returns its seq.
    private mutating func add(
        _ row: Row,
        _ action: LiftedState.Action,
        _ computed: LiftedState.Computed?,
        previous: Tree,
        _ bytes: Int
    ) -> Int {
        let (type, payload) = ReduxAction.parts(of: action.value)
        if types.count < Self.mostTypes { types.insert(type) }
        branch(from: row.parent, state: previous)
        // Rows that cannot be written are held, and written by `flush()`.
        _ = try? recording.append(
            type: type,
            payload: payload,
            at: action.at ?? Date().microseconds,
            error: computed?.error,
            state: computed?.state
        )
        hold(bytes)
        if rows.count >= Self.mostRows {
            rows = rows.filter { $0.key > last - Self.mostRows / 2 }
            seqs = seqs.filter { $0.value > last - Self.mostRows / 2 }
            states = states.filter { $0.key == 0 || $0.key > last - Self.mostRows / 2 }
        }
        (rows[last], seqs[row]) = (row, last)
        states[last] = row.state ?? states[row.parent]
        return last
    }

    /// Continues from the state at `seq`. What the store sends may have led to another state there, if it was damaged
    /// or filtered.
    private func branch(from seq: Int, state: Tree) {
        recording.branch(from: seq, state: states[seq] == state.hashValue ? state : nil)
    }

    /// Adds a row for actions that the store no longer has. Returns its seq.
    private mutating func addGap(before lifted: LiftedState, _ bytes: Int) -> Int {
        let next = lifted.staged.first { $0 > 0 }
        var count: Int?
        if let lastID, let next, next > lastID + 1 { count = next - lastID - 1 }
        branch(from: tip, state: state)
        let at = next.flatMap { lifted.actions[$0]?.at } ?? Date().microseconds
        _ = try? recording.appendGap(count: count, at: at, state: lifted.initialState)
        hold(bytes)
        states[last] = lifted.initialState?.hashValue ?? states[tip]
        return last
    }

    /// Returns the seq of the state before the store's first action; nil if it is not recorded.
    private func baseSeq(of lifted: LiftedState) -> Int? {
        let known = firstKnown(of: lifted)
        guard let state = lifted.initialState?.hashValue else {
            // Without a first state, the store has merged nothing yet.
            return known.map { entries[$0 - 1].seq } ?? (last == 0 ? 0 : nil)
        }
        let before = known.map { entries[..<$0].reversed() } ?? []
        return known.flatMap { seq(before: lifted, entries[$0], state) }
            ?? (before + [entries[pointer], entries[0]] + entries.reversed()).first { $0.state == state }?.seq
            ?? (state == initialState ? 0 : nil)
    }

    /// Returns the seq of the state before a history that contains `entry`, and may begin before the entries; nil if its
    /// actions are not those on the path to the entry, or the state is another one.
    ///
    /// A filtered action may have led to another state, before an action that is the same by its time and its own state.
    private func seq(before lifted: LiftedState, _ entry: Entry, _ state: Int) -> Int? {
        guard let row = entry.row, var seq = rows[row]?.parent else { return nil }
        let earlier = lifted.staged.prefix { $0 != entry.id }.dropFirst(lifted.beginsWithInit ? 1 : 0)
        for id in earlier.reversed() where !lifted.skipped.contains(id) {
            guard let row = rows[seq], row.action == lifted.actions[id]?.value.hashValue else { return nil }
            seq = row.parent
        }
        guard let recorded = seq == 0 ? initialState : rows[seq]?.state else { return seq }
        return recorded == state || isSame(entry, in: lifted) ? seq : nil
    }

    /// Returns true if an entry is in a history with the same time and state.
    private func isSame(_ entry: Entry, in lifted: LiftedState) -> Bool {
        guard let id = entry.id, let at = entry.at, let state = entry.state,
            let index = lifted.staged.firstIndex(of: id), !lifted.skipped.contains(id)
        else { return false }
        return lifted.actions[id]?.at == at && lifted.computed[index]?.state?.hashValue == state
    }

    /// Returns the index of the first entry whose action is in a history.
    private func firstKnown(of lifted: LiftedState) -> Int? {
        entries.indices.dropFirst().first { index in
            entries[index].id.flatMap { lifted.actions[$0]?.value.hashValue } == entries[index].action
        }
    }

    private mutating func setCursor() {
        let next = position == last ? nil : position
        guard next != cursor else { return }
        cursor = next
        recording.moveCursor(to: next)
    }

    // MARK: Writing

    /// True if no more rows can be held.
    var isFull: Bool { held.rows >= Self.mostHeldRows || held.bytes >= Self.mostHeldBytes }

    private mutating func hold(_ bytes: Int) {
        held.rows += 1
        held.bytes += bytes
    }

    /// Writes the rows that are held.
    ///
    /// - Throws: `SessionError`, which is `.notFound` if the file was moved or removed.
    mutating func flush() throws {
        guard recording.isInPlace else { throw SessionError.notFound(path: url.path) }
        try recording.flush()
        held = (0, 0)
    }

    /// Changes the bookmarks.
    ///
    /// - Throws: `SessionError`.
    mutating func mark(_ change: BookmarkChange) throws {
        recording.mark(change)
        try flush()
    }

    /// Finishes the file. If that fails, the next opening completes it.
    func close() {
        try? recording.finish()
    }
}

extension LiftedState {
    /// The time at which the store was created; nil if unknown.
    var createdAt: Int64? {
        beginsWithInit ? staged.first.flatMap { actions[$0]?.at } : nil
    }
}

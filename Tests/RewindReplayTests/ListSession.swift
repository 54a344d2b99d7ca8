import Foundation
import RewindSession
import RewindTree
import TestSupport
import RewindTimeline

/// A session of the list app as its recorder would write it, with its expected content.
struct ListSession {
    typealias Reducer = (any ListAction, ListState?) throws -> ListState

    private(set) var actions: [any ListAction] = []
    /// The state at each seq.
    private(set) var states: [ListState?]
    var records: [ActionRecord] = []
    private let reducer: Reducer

    init(startingWith state: ListState? = nil, reducer: @escaping Reducer = listReducer) {
        states = [state]
        self.reducer = reducer
    }

    /// Creates a session of random actions; one in `branching` begins a branch, one in `reflecting` is reflected.
    init(seed: UInt64, count: Int, branching: Int = 12, reflecting: Int = 15, reducer: @escaping Reducer = listReducer)
    {
        self.init(startingWith: seed.isMultiple(of: 2) ? nil : ListState(), reducer: reducer)
        var random = SplitMix64(seed: seed)
        for seq in 1...count {
            let parent = random.below(branching) == 0 ? random.below(seq) : seq - 1
            let isReflected = random.below(reflecting) == 0
            dispatch(isReflected ? Select(id: random.below(9)) : Self.action(seq, &random), at: parent)
        }
    }

    /// Returns a random action that can be re-run. Some have no effect, and some make the reducer throw.
    static func action(_ seq: Int, _ random: inout SplitMix64) -> any ListAction {
        let id = random.below(20)
        switch random.below(8) {
        case 0, 1, 2: return Insert(item: Item(id: seq, title: "item é \(seq)"), index: random.below(10))
        case 3: return Rename(id: id, title: "renamed \(seq)")
        case 4: return Edit.toggle(id: id)
        case 5: return Edit.move(from: random.below(9), to: random.below(9))
        case 6: return random.below(3) == 0 ? Edit.clear : Edit.marking(.one(id: id))
        default: return random.below(3) == 0 ? Edit.marking(.all) : Edit.toggle(id: id)
        }
    }

    /// Adds an action that is applied to the state of `parent`, by default the last one.
    mutating func dispatch(_ action: any ListAction, at parent: Int? = nil) {
        let parent = parent ?? records.count
        let (type, payload) = Self.recorded(action)
        var record = ActionRecord(
            seq: records.count + 1,
            parent: parent,
            at: 1_760_000_000_000_000 + Int64(records.count),
            type: type,
            coder: payload == nil ? .reflected : .codable,
            payload: payload ?? ["id": .null],
            duration: 10
        )
        var state = states[parent]
        do {
            state = try reducer(action, state)
        } catch {
            record.status = .failed
            record.error = "\(error)"
        }
        record.patch = Self.tree(state).patch(from: Self.tree(states[parent]))
        append(record, action, state)
    }

    /// Adds an action without its effect.
    mutating func dispatchWithoutEffect(_ action: any ListAction, status: ActionRecord.Status) {
        let (type, payload) = Self.recorded(action)
        let record = ActionRecord(
            seq: records.count + 1,
            parent: records.count,
            at: 0,
            type: type,
            payload: payload,
            status: status
        )
        append(record, action, states[records.count])
    }

    private mutating func append(_ record: ActionRecord, _ action: any ListAction, _ state: ListState?) {
        records.append(record)
        actions.append(action)
        states.append(state)
    }

    /// Returns the recorded name and payload of an action; no payload if it is not `Codable`.
    static func recorded(_ action: any ListAction) -> (type: String, payload: Tree?) {
        switch action {
        case let action as Insert: ("Insert", try? TreeEncoder.tree(of: action))
        case let action as Rename: ("Rename", try? TreeEncoder.tree(of: action))
        case let action as Edit: (name(of: action), try? TreeEncoder.tree(of: action))
        default: ("Select", nil)
        }
    }

    private static func name(of edit: Edit) -> String {
        switch edit {
        case .toggle: "Edit.toggle"
        case .move: "Edit.move"
        case .clear: "Edit.clear"
        case .marking(.all): "Edit.marking.all"
        case .marking(.one): "Edit.marking.one"
        }
    }

    static func tree(_ state: ListState?) -> Tree {
        guard let state else { return .null }
        return (try? TreeEncoder.tree(of: state)) ?? "not encodable"
    }

    /// Writes the session, including changes that were made to the records.
    func write(to url: URL, facts: [String: String] = [:]) throws {
        let writer = try SessionWriter(creating: url, facts: facts, syncs: false)
        try writer.write { transaction in
            try transaction.setInitialState(Self.tree(states[0]))
            for record in records {
                try transaction.append(record, state: record.patch == nil ? nil : Self.tree(states[record.seq]))
            }
        }
        try writer.close()
    }

    /// Writes the session and opens it.
    func timeline(in folder: TemporaryFolder) throws -> Timeline {
        let url = folder.session("\(UUID().uuidString).rewind")
        try write(to: url)
        return try Timeline(opening: url)
    }
}

extension TreeEncoder {
    static func tree<T: Encodable>(of value: T) throws -> Tree {
        var encoder = TreeEncoder()
        return try encoder.encode(value)
    }
}

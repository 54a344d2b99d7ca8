import Foundation
import RewindTree
import TestSupport
import RewindTimeline

@testable import RewindSession

/// A session with a few values that change now and then, and all its states.
struct WatchedSession {
    /// Conditions that hold at some of its actions.
    static let conditions = [
        "at('/count') > 5", "at('/count') > 5 AND at('/flag')", "at('/flag') IS NULL OR at('/items/0/n') = 3",
        "at('/items/2/n') = 4", "at('/items/3') IS NULL", "at('/items/1/n') <> was('/items/1/n')",
        "at('/count') > was('/count')", "was('/flag') AND NOT at('/flag')", "json_array_length(at('/items')) >= 4",
        "at('/box/a~1b/~0') = 2", "at('/box') IS NULL", "at('/box/deep/x') = 1", "json_array_length(at('')) = 0",
        "CASE WHEN at('/flag') THEN at('/count') ELSE at('/items/0/n') END > 4", "type = 'Two' AND at('/flag')",
        "seq % 50 = 0 AND at('/count') > 3", "payload('/by') = 2", "at('/count') = payload('/by')",
        "(SELECT sum(value ->> 'n') FROM json_each(at('/items'))) > 12", "at('/items/-') IS NOT NULL", "0", "1",
        "at('/nowhere')", "was('/items/0/id') = 3 AND at('/items/1/id') = 3", "typeof(at('/flag')) = 'null'",
    ]

    private(set) var states: [Tree] = []
    private(set) var records: [ActionRecord] = []

    /// Creates random actions; one in `branching` begins a branch.
    init(seed: UInt64, count: Int, branching: Int) {
        var random = SplitMix64(seed: seed)
        states = [["count": 0, "flag": false, "items": [], "box": ["a/b": ["~": 1], "deep": ["x": 0]]]]
        for seq in 1...count {
            let parent = random.below(branching) == 0 ? random.below(seq) : seq - 1
            let status = random.below(15) == 0 ? ActionRecord.Status.dropped : .done
            let state = status == .dropped ? states[parent] : Self.edited(states[parent], seq: seq, &random)
            records.append(
                ActionRecord(
                    seq: seq,
                    parent: parent,
                    at: Int64(seq),
                    type: random.pick(["One", "Two", "Three"]),
                    payload: status == .dropped ? nil : ["by": .integer(Int64(random.below(5)))],
                    patch: status == .dropped ? nil : state.patch(from: states[parent]),
                    status: status
                )
            )
            states.append(state)
        }
    }

    func write(to url: URL) throws {
        let writer = try SessionWriter(creating: url, facts: [:], syncs: false)
        try writer.write { transaction in
            try transaction.setInitialState(states[0])
            for record in records {
                try transaction.append(record, state: record.patch == nil ? nil : states[record.seq])
            }
        }
        try writer.close()
    }

    /// Returns the parents of the actions; a state up to `first` is its own parent.
    func parents(first: Int) -> [Int] {
        (0...records.count).map { $0 <= first ? $0 : records[$0 - 1].parent }
    }

    /// Returns the value that an expression reads.
    func value(_ source: EvaluationContext.Reading.Source, _ pointer: Pointer, at seq: Int) -> Tree? {
        switch source {
        case .at: states[seq][pointer]
        case .was: states[seq == 0 ? 0 : records[seq - 1].parent][pointer]
        case .payload: seq == 0 ? nil : records[seq - 1].payload?[pointer]
        }
    }

    private static func edited(_ state: Tree, seq: Int, _ random: inout SplitMix64) -> Tree {
        guard case .object(let node) = state else {
            return ["count": .integer(Int64(random.below(9))), "items": [], "flag": true]
        }
        var members = Dictionary(zip(node.keys, node.values)) { $1 }
        var items: [Tree] = []
        if case .array(let array) = members["items"] { items = array.elements }
        let number = Tree.integer(Int64(random.below(9)))
        switch random.below(14) {
        case 0: members["count"] = number
        case 1: members["flag"] = random.pick([true, false, .null])
        case 2: members["flag"] = nil
        case 3, 4: items.insert(["id": .integer(Int64(seq)), "n": number], at: random.below(items.count + 1))
        case 5: if !items.isEmpty { items.remove(at: random.below(items.count)) }
        case 6: if items.count > 1 { items.append(items.remove(at: 0)) }
        case 7: if !items.isEmpty { items[random.below(items.count)] = ["id": .integer(Int64(seq)), "n": number] }
        case 8: if random.below(6) == 0 { items = [] }
        case 9: members["box"] = random.pick([.null, ["deep": ["x": number]], ["a/b": ["~": number]]])
        case 10: members["box"] = ["a/b": ["~": 2, "c": number], "deep": ["x": 1]]
        case 11: if random.below(10) == 0 { return random.pick([[], .null, 3]) }
        default: members["other"] = .integer(Int64(seq))
        }
        members["items"] = Tree(elements: items)
        return Tree(members: members.map { ($0.key, $0.value) })
    }
}

/// Evaluates an expression with the values inserted as literals, independently of the code under test.
struct Evaluation {
    private let connection: Connection

    init() throws {
        connection = try Connection(path: ":memory:")
    }

    func holds(_ text: String, _ session: WatchedSession, _ seq: Int, parent: Int, first: Int) throws -> Bool {
        try value("iif((\(text)), 1, 0)", session, seq, parent: parent, first: first) == .integer(1)
    }

    func value(_ text: String, _ session: WatchedSession, _ seq: Int, parent: Int, first: Int) throws -> SQLValue {
        var sql = text
        for source in [EvaluationContext.Reading.Source.at, .was, .payload] {
            while let call = sql.firstRange(of: "\(source.rawValue)('"),
                let end = sql[call.upperBound...].firstRange(of: "')")
            {
                let pointer = try Pointer(parsing: String(sql[call.upperBound..<end.lowerBound]))
                let value = session.known(source, pointer, seq, parent: parent, first: first)
                sql.replaceSubrange(call.lowerBound..<end.upperBound, with: Self.literal(value))
            }
        }
        let type = seq <= first ? "NULL" : "'\(session.records[seq - 1].type)'"
        sql = sql.replacing("type =", with: "\(type) =").replacing("seq %", with: "\(seq) %")
        return try connection.fetchOne(SQLValue.self, "SELECT (\(sql))") ?? .null
    }

    private static func literal(_ value: Tree?) -> String {
        switch value {
        case nil, .null: "NULL"
        case .bool(let value): value ? "1" : "0"
        case .integer(let value): "\(value)"
        case .string(let text): "'\(text.replacing("'", with: "''"))'"
        case .some(let other): "'\(other.text.replacing("'", with: "''"))'"
        }
    }
}

extension WatchedSession {
    /// Returns a value; nil if a pruned session no longer has it.
    fileprivate func known(
        _ source: EvaluationContext.Reading.Source,
        _ pointer: Pointer,
        _ seq: Int,
        parent: Int,
        first: Int
    ) -> Tree? {
        switch source {
        case .at: isKnown(seq, first: first) ? states[seq][pointer] : nil
        case .was: isKnown(parent, first: first) ? states[parent][pointer] : nil
        case .payload: seq <= first ? nil : records[seq - 1].payload?[pointer]
        }
    }

    private func isKnown(_ seq: Int, first: Int) -> Bool {
        guard seq > first else { return seq == first }
        // An action that has a patch is known even if its parent was pruned: its state is then stored as a snapshot.
        return records[seq - 1].patch != nil || isKnown(records[seq - 1].parent, first: first)
    }
}

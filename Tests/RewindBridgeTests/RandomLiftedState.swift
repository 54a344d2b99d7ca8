import RewindTree
import TestSupport

/// A random file of Redux DevTools, with the session that it must become.
struct RandomLiftedState {
    struct Row: Equatable {
        var action: Tree
        var at: Int64
        var stack: String?
        /// The state after the action; nil if unknown.
        var state: Tree?
        var error: String?
    }

    private(set) var root: Tree
    private(set) var initial: Tree = .null
    private(set) var rows: [Row] = []
    private(set) var cursor = 0
    private var trees: RandomTree

    private static let types: [Tree] = [
        "ADD", "MUL", "", "a\0b", "é", 5, .null, ["$jsan": "sfoo"], "(not recorded)",
        .string(String(repeating: "long", count: 100)),
    ]

    /// Creates a file with about `count` actions.
    init(seed: UInt64, count: Int) {
        (root, trees) = (.null, RandomTree(seed: seed))
        var ids = [0] + (1...count).map { $0 * 2 }.shuffled(using: &trees.random)
        if seed % 3 == 0 { ids.removeFirst() }
        let (hasStates, hasTimes) = (seed % 5 != 0, seed % 4 != 0)
        var state: Tree? = ["items": trees.tree(depth: 3), "more": trees.object(depth: 3)]
        if seed % 3 == 0 { initial = ["committed": 1] } else if hasStates, let state { initial = state }
        var byId: [(String, Tree)] = []
        var (results, skipped): ([Tree], [Tree]) = ([], [])
        var at: Int64 = 1_700_000_000_000_000
        var error: String?
        for (index, id) in ids.enumerated() {
            let value: Tree = id == 0 ? ["type": "@@INIT"] : action()
            var members: [(String, Tree)] = [("type", "PERFORM_ACTION"), ("action", value)]
            if hasTimes {
                at += Int64(trees.random.below(3_000_000))
                let isWhole = at.isMultiple(of: 1_000)
                members.append(("timestamp", isWhole ? .integer(at / 1_000) : .double(Double(at) / 1_000)))
            }
            let stack = trees.random.below(6) == 0 ? "Error\n at f (a.js:1:2)" : nil
            if let stack { members.append(("stack", .string(stack))) }
            byId.append((String(id), Tree(members: members)))
            let isSkipped = hasStates && index > 1 && trees.random.below(8) == 0
            if isSkipped {
                skipped.append(.integer(Int64(id)))
            } else if id != 0 {
                if let known = state { state = trees.edited(known) }
                error = trees.random.below(8) == 0 ? "no" : nil
            }
            var result: [(String, Tree)] = error.map { [("error", .string($0))] } ?? []
            if let state { result.append(("state", state)) }
            // A shared state is written once.
            if isSkipped, trees.random.below(2) == 0 {
                result = [("state", ["$jsan": .string("$.computedStates[\(index - 1)][\"state\"]")])]
            }
            results.append(Tree(members: result))
            if id != 0 {
                rows.append(
                    Row(
                        action: value,
                        at: at,
                        stack: stack,
                        state: hasStates ? state : nil,
                        error: isSkipped ? "skipped in Redux DevTools" : hasStates ? error : nil
                    )
                )
            }
        }
        let current = trees.random.below(ids.count)
        cursor = rows.isEmpty ? 0 : (ids[0] == 0 ? current : current + 1)
        byId.append(("99999", "an orphan"))
        var members: [(String, Tree)] = [
            ("actionsById", Tree(members: byId)), ("skippedActionIds", Tree(elements: skipped)),
            (
                "stagedActionIds",
                Tree(elements: ids.map { trees.random.below(9) == 0 ? .string("\($0)") : .integer(Int64($0)) })
            ),
            ("currentStateIndex", .integer(Int64(current))), ("nextActionId", 3), ("monitorState", ["a": 1]),
        ]
        if hasStates { members.append(("computedStates", Tree(elements: results))) }
        if seed % 3 == 0 { members.append(("committedState", initial)) }
        root = Tree(members: members)
    }

    private mutating func action() -> Tree {
        var members: [(String, Tree)] = []
        if trees.random.below(12) > 0 { members.append(("type", trees.random.pick(Self.types))) }
        switch trees.random.below(5) {
        case 0: break
        case 1: members.append(("payload", trees.tree(depth: 2)))
        case 2: members += [("payload", trees.object(depth: 2)), ("meta", 1), ("error", true)]
        case 3: members.append(("payload", Tree(members: members + [("payload", trees.tree(depth: 1))])))
        default: members.append(("by", trees.tree(depth: 2)))
        }
        return Tree(members: members)
    }
}

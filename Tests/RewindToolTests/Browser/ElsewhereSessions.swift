import Foundation
import RewindSession
import RewindTree
import Subprocess
import TestSupport

/// Sessions of stores that have nothing in common with the demo: other names, other roots, no durations, no screen.
enum ElsewhereSession: String, CaseIterable, Sendable {
    /// Redux Toolkit: a hundred slices, and types of three parts.
    case toolkit
    /// Entity adapters: `ids` beside `entities`.
    case entities
    /// RTK Query: requests that are pending, fulfilled, or rejected.
    case queries
    /// A Flux shop, whose actions have their members beside the type.
    case shop
    /// A root that is a number.
    case counter
    /// A root that is an array.
    case list
    /// Actions without states.
    case actions
    /// No action, only a first state.
    case empty
    /// A text of five megabytes, and an array of fifty thousand numbers.
    case large
    /// Fifteen branches, some of them with a bookmark.
    case branches

    /// An action, and the state after it.
    private typealias Step = (action: Tree, state: Tree)

    /// Writes `NAME.rewind`, by `rewind import` for all but the branches.
    func write(in folder: TemporaryFolder) async throws -> String {
        let file = "\(rawValue).rewind"
        if self == .branches {
            try Self.writeBranches(to: folder.file(file))
            return file
        }
        try folder.write(Data(exported.utf8), to: "\(rawValue).json")
        let imported = try await Tool.run("import", "\(rawValue).json", "-o", file, in: folder)
        guard imported.status == .exited(0) else { throw Refused(errors: imported.errors) }
        return file
    }

    struct Refused: Error {
        let errors: String
    }

    /// The text of an export of Redux DevTools.
    private var exported: String {
        switch self {
        case .toolkit: Self.lifted(from: Self.toolkitState(at: 0), Self.toolkitSteps)
        case .entities: Self.lifted(from: Self.entityState([]), Self.entitySteps)
        case .queries: Self.lifted(from: ["api": ["queries": [:]], "auth": ["user": .null]], Self.querySteps)
        case .shop: Self.lifted(from: Self.shopState(of: [], error: .null), Self.shopSteps)
        case .counter:
            Self.lifted(from: 0, (1...40).map { (["type": "counter/add", "payload": 19], .integer($0 * 19)) })
        case .list: Self.lifted(from: [], Self.listSteps)
        case .actions: Tree(elements: (1...30).map { Self.seek(to: $0 * 3) }).text
        case .empty: Self.lifted(from: ["cart": [], "user": ["name": "Ada"]], [])
        case .large:
            Self.lifted(from: Self.largeState(edits: 0), (1...4).map { (["type": "EDIT"], Self.largeState(edits: $0)) })
        case .branches: ""
        }
    }

    /// Lifts actions and states as Redux DevTools does.
    private static func lifted(from initial: Tree, _ steps: [Step]) -> String {
        let start: Int64 = 1_760_000_000_000
        let all: [Step] = [(["type": "@@INIT"] as Tree, initial)] + steps
        let lifted = all.enumerated().map { index, step in
            let action: Tree = [
                "type": "PERFORM_ACTION", "action": step.action, "timestamp": .integer(start + Int64(index * 1_370)),
            ]
            return ("\(index)", action)
        }
        let whole: Tree = [
            "actionsById": Tree(members: lifted), "nextActionId": .integer(Int64(all.count)),
            "stagedActionIds": Tree(elements: all.indices.map { .integer(Int64($0)) }), "skippedActionIds": [],
            "currentStateIndex": .integer(Int64(all.count - 1)),
            "computedStates": Tree(elements: all.map { ["state": $0.state] }),
        ]
        return whole.text
    }

    private static func seek(to position: Int) -> Tree {
        ["type": "player/seek", "position": .integer(Int64(position))]
    }

    // MARK: Redux Toolkit

    private static let phases = ["pending", "fulfilled", "rejected"]

    /// Returns the state after `count` actions: each changes one slice, every tenth one another.
    private static func toolkitState(at count: Int) -> Tree {
        Tree(
            members: (0..<100).map { slice in
                let times = (count + 99 - slice) / 100
                let status = times == 0 ? "idle" : phases[(slice + times) % 3]
                let total = slice == 99 ? count / 10 : times
                return (
                    "feature\(slice)UiStateContainer", ["status": .string(status), "requests": .integer(Int64(total))]
                )
            }
        )
    }

    private static let toolkitSteps = (1...120).map { count -> Step in
        let name = "feature\((count - 1) % 100)UiStateContainer/removeSelected\(count)/\(phases[count % 3])"
        return (["type": .string(name), "payload": ["id": .integer(Int64(count))]], toolkitState(at: count))
    }

    // MARK: Entity adapters

    private static func entityState(_ todos: [(id: String, text: String, isDone: Bool)]) -> Tree {
        let entities = todos.map { todo -> (String, Tree) in
            (todo.id, ["id": .string(todo.id), "text": .string(todo.text), "done": .bool(todo.isDone)])
        }
        let ids = Tree(elements: todos.map { .string($0.id) })
        return ["todos": ["ids": ids, "entities": Tree(members: entities)], "filter": "all"]
    }

    private static let entitySteps = {
        var todos: [(id: String, text: String, isDone: Bool)] = []
        return (1...24).map { count -> Step in
            let id = "t\(count)"
            switch count % 4 {
            case 3:
                todos[todos.count / 2].isDone.toggle()
                return (["type": "todos/toggled", "payload": .string(todos[todos.count / 2].id)], entityState(todos))
            case 0:
                let removed = todos.removeFirst()
                return (["type": "todos/removed", "payload": .string(removed.id)], entityState(todos))
            default:
                todos.append((id, ["Milk", "Bread", "Stamps", "Call Ann"][count % 4] + " \(count)", false))
                return (["type": "todos/added", "payload": ["id": .string(id), "text": "Milk"]], entityState(todos))
            }
        }
    }()

    // MARK: RTK Query

    private static let querySteps = (1...36).map { count -> Step in
        let (request, phase) = ((count + 2) / 3, count % 3 == 1 ? 0 : count % 3 == 2 || count % 9 == 0 ? 2 : 1)
        let key = "getPosts({\"page\":\(request)})"
        let data: Tree = phase == 1 ? [["id": .integer(Int64(request)), "title": "A post"]] : .null
        let query: Tree = [
            "status": .string(phases[phase]), "endpointName": "getPosts", "data": data,
            "error": phase == 2 ? ["status": 503, "data": "unavailable"] : .null,
        ]
        var action: [(String, Tree)] = [
            ("type", .string("api/executeQuery/\(phases[phase])")),
            ("meta", ["requestId": .string("r\(request)"), "arg": ["endpointName": "getPosts"]]),
        ]
        if phase == 1 { action.append(("payload", data)) }
        if phase == 2 { action.append(("error", ["message": "Rejected"])) }
        return (
            Tree(members: action),
            ["api": ["queries": Tree(members: [(key, query)])], "auth": ["user": ["name": "Ada"]]]
        )
    }

    // MARK: Flux

    private static func shopState(of lines: [(name: String, price: Double, count: Int64)], error: Tree) -> Tree {
        let items = lines.map { line -> Tree in
            [
                "sku": .string("A-\(line.name)"), "name": .string(line.name), "price": .double(line.price),
                "qty": .integer(line.count),
            ]
        }
        let total = lines.reduce(0) { $0 + $1.price * Double($1.count) }
        return ["cart": ["items": Tree(elements: items), "total": .double(total)], "error": error]
    }

    private static let shopSteps = {
        var lines: [(name: String, price: Double, count: Int64)] = []
        return (1...30).map { count -> Step in
            let name = ["Lamp", "Chair", "Desk", "Mug"][count % 4]
            if count % 10 == 9 {
                return (
                    ["type": "CHECKOUT_FAILED", "reason": "card declined"], shopState(of: lines, error: "card declined")
                )
            }
            if count % 7 == 0 {
                lines = []
                return (["type": "CLEAR_CART"], shopState(of: lines, error: .null))
            }
            if let line = lines.firstIndex(where: { $0.name == name }) {
                lines[line].count += 1
            } else {
                lines.insert((name, Double(count) + 0.95, 1), at: 0)
            }
            return (["type": "ADD_TO_CART", "sku": .string("A-\(name)"), "qty": 1], shopState(of: lines, error: .null))
        }
    }()

    // MARK: Other roots and sizes

    private static let listSteps = (1...30).map { count -> Step in
        let rows = (1...count).map { ["label": .string("Row \($0)"), "on": .bool($0 % count == 0)] as Tree }
        return (["type": "row.add", "payload": .string("Row \(count)")], Tree(elements: rows))
    }

    private static func largeState(edits: Int) -> Tree {
        var text = String(repeating: "The quick brown fox jumps over the lazy dog. ", count: 120_000)
        if edits > 0 {
            let place = text.index(text.startIndex, offsetBy: 2_500_000 + edits)
            text.insert(contentsOf: "CHANGED", at: place)
        }
        let numbers = (0..<50_000).filter { $0 >= edits || $0 == 0 }.map { Tree.integer(Int64($0)) }
        return ["document": ["text": .string(text)], "rows": Tree(elements: numbers)]
    }

    private static func writeBranches(to url: URL) throws {
        let writer = try SessionWriter(creating: url, facts: ["app": "Forks"], syncs: false)
        try writer.write { transaction in
            var states: [Tree] = [["game": ["score": 0, "level": 1]]]
            try transaction.setInitialState(states[0])
            for seq in 1...60 {
                let parent = seq > 15 && seq % 3 == 1 ? seq / 6 : seq - 1
                let state: Tree = ["game": ["score": .integer(Int64(seq * 10)), "level": .integer(Int64(parent))]]
                let at = 1_760_000_000_000_000 + Int64(seq) * 900_000
                let patch = state.patch(from: states[parent])
                try transaction.append(
                    ActionRecord(seq: seq, parent: parent, at: at, type: "Move", patch: patch),
                    state: state
                )
                states.append(state)
            }
        }
        try writer.close()
    }
}

import RewindReplay

/// The state of the re-run app: a list.
struct ListState: Codable, Equatable {
    var items: [Item] = []
    var selected: Int?
    var counts: [String: Int] = [:]
    var revision = 0
}

struct Item: Codable, Equatable, Identifiable {
    var id: Int
    var title: String
    var isDone = false
}

protocol ListAction {}

struct Insert: ListAction, Codable, Equatable {
    var item: Item
    var index: Int
}

struct Rename: ListAction, Codable, Equatable {
    var id: Int
    var title: String
}

enum Edit: ListAction, Codable, Equatable {
    case toggle(id: Int)
    case move(from: Int, to: Int)
    case clear
    case marking(Mark)
}

enum Mark: Codable, Equatable {
    case all
    case one(id: Int)
}

/// Cannot be re-run, as it is not `Codable`.
struct Select: ListAction {
    var id: Int?
}

/// The error of the reducer.
struct NoSuchItem: Error, CustomStringConvertible {
    var id: Int
    var description: String { "no item \(id)" }
}

@Sendable func listReducer(_ action: any ListAction, _ state: ListState?) throws -> ListState {
    var state = state ?? ListState()
    switch action {
    case let action as Insert:
        state.items.insert(action.item, at: min(action.index, state.items.count))
        state.counts["insert", default: 0] += 1
    case let action as Rename:
        guard let index = state.items.firstIndex(where: { $0.id == action.id }) else { throw NoSuchItem(id: action.id) }
        state.items[index].title = action.title
    case Edit.toggle(let id):
        for index in state.items.indices where state.items[index].id == id { state.items[index].isDone.toggle() }
    case Edit.move(let from, let to):
        guard !state.items.isEmpty else { return state }
        let item = state.items.remove(at: from % state.items.count)
        state.items.insert(item, at: to % (state.items.count + 1))
    case Edit.clear: state.items = state.items.filter { !$0.isDone }
    case Edit.marking(.all): for index in state.items.indices { state.items[index].isDone = true }
    case Edit.marking(.one(let id)):
        for index in state.items.indices where state.items[index].id == id { state.items[index].isDone = true }
    case let action as Select: state.selected = action.id
    default: break
    }
    state.revision += 1
    return state
}

let listApp = RegisteredApp(reducer: listReducer, actions: [Insert.self, Rename.self, Edit.self])

enum ListApp {
    /// Returns the app with a reducer that changes each state after the usual one.
    static func changed(
        _ change: @escaping @Sendable (any ListAction, ListState?, inout ListState) throws -> Void
    ) -> RegisteredApp {
        RegisteredApp(
            reducer: { (action: any ListAction, state: ListState?) throws -> ListState in
                var next = try listReducer(action, state)
                try change(action, state, &next)
                return next
            },
            actions: [Insert.self, Rename.self, Edit.self]
        )
    }
}

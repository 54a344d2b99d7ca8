@testable import RewindCommands

extension DebugSample {
    /// The app that made it, with one action type unregistered: `Loading`.
    static let app = RegisteredApp(
        reducer: { (action: any Change, state: State?) throws -> State in
            var state = state ?? State(n: 0, list: [], text: "start")
            action.change(&state)
            return state
        },
        actions: [Add.self, Rename.self, Count.self, Tick.self]
    )
}

private struct State: Codable {
    struct Element: Codable {
        var id: Int
    }

    var n: Int
    var list: [Element]
    var text: String
}

private protocol Change {
    func change(_ state: inout State)
}

private struct Add: Decodable, Change {
    let value: State.Element

    func change(_ state: inout State) { state.list.insert(value, at: 0) }
}

private struct Rename: Decodable, Change {
    let value: String

    func change(_ state: inout State) { state.text = value }
}

private struct Count: Decodable, Change {
    let value: Int

    func change(_ state: inout State) { state.n = value }
}

private struct Tick: Decodable, Change {
    func change(_ state: inout State) {}
}

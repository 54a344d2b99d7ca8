import RewindSession
import RewindTree
import TestSupport
import Testing
import RewindTimeline

/// Steps where all actions count.
private let all = UndoSteps(groupsSameChanges: true, joinsAnswers: true) { _ in true }
/// Steps where the app has said what the results are.
private let named = UndoSteps(groupsSameChanges: true) { $0 != "Results" && $0 != "Loading" }

@Suite("Steps of undo, where somebody types into a field,") struct TypingStepsTests {
    /// What an action carries, and what it leads to.
    private struct Action: Sendable {
        let type: String
        let payload: Tree
        let change: @Sendable (inout [String: Tree]) -> Void

        /// A letter in a search field, with the results at once if there are any.
        static func search(_ text: String, _ results: [Tree]? = nil) -> Action {
            Action(type: "Search", payload: ["text": .string(text)]) {
                $0["query"] = .string(text)
                if let results { $0["results"] = .array(ArrayNode(results)) }
            }
        }

        static func results(_ results: Tree...) -> Action {
            Action(type: "Results", payload: ["items": .array(ArrayNode(results))]) {
                $0["results"] = .array(ArrayNode(results))
            }
        }

        static func loading(_ isLoading: Bool) -> Action {
            Action(type: "Loading", payload: .bool(isLoading)) { $0["loading"] = .bool(isLoading) }
        }

        static let toggle = Action(type: "Toggle", payload: .null) { $0["filter"] = .bool($0["filter"] != .bool(true)) }
        static let clear = Action(type: "Clear", payload: .null) {
            $0["query"] = ""
            $0["results"] = []
        }

        /// Adds a line to a list, and to one long text.
        static func say(_ line: String) -> Action {
            Action(type: "Say", payload: ["line": .string(line)]) {
                guard case .array(let lines)? = $0["results"], case .string(let text)? = $0["query"] else { return }
                $0["results"] = .array(ArrayNode(lines.elements + [.string(line)]))
                $0["query"] = .string(text + line)
            }
        }

        /// Adds a line to a list, and notes it as the last one.
        static func add(_ line: String) -> Action {
            Action(type: "Add", payload: ["line": .string(line)]) {
                guard case .array(let lines)? = $0["results"] else { return }
                $0["results"] = .array(ArrayNode(lines.elements + [.string(line)]))
                $0["query"] = .string(line)
            }
        }
    }

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func timeline(_ actions: [Action]) throws -> Timeline {
        let writer = try SessionWriter(creating: folder.session(), facts: [:], syncs: false)
        try writer.write { transaction in
            var members: [String: Tree] = ["query": "", "results": [], "loading": false, "filter": false]
            func state() -> Tree { Tree(members: members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }) }
            try transaction.setInitialState(state())
            for (index, action) in actions.enumerated() {
                let before = state()
                action.change(&members)
                try transaction.append(
                    ActionRecord(
                        seq: index + 1,
                        parent: index,
                        at: 0,
                        type: action.type,
                        payload: action.payload,
                        patch: state().patch(from: before)
                    ),
                    state: state()
                )
            }
        }
        try writer.close()
        return try Timeline(opening: folder.session())
    }

    /// Where undo leads to, step by step, and redo from there.
    private func stops(_ actions: [Action], _ steps: UndoSteps) throws -> (undo: [Int], redo: [Int]) {
        let timeline = try timeline(actions)
        var (undo, redo) = ([actions.count], [0])
        while undo[undo.count - 1] > 0,
            let target = try? timeline.undoTarget(from: undo[undo.count - 1], steps: 1, counting: steps)
        {
            undo.append(target)
        }
        while let target = try? timeline.redoTarget(
            from: redo[redo.count - 1],
            toward: actions.count,
            steps: 1,
            counting: steps
        ) {
            redo.append(target)
        }
        return (undo, redo)
    }

    @Test(arguments: [all, named])
    func `are one, when its results change in the same action`(steps: UndoSteps) throws {
        let actions: [Action] = [
            .search("s", ["a", "b", "c"]), .search("sw", ["a"]), .search("swi", []), .search("sw", ["a"]),
            .search("swx"), .search("sw"), .toggle,
        ]
        let stops = try stops(actions, steps)
        #expect(stops.undo == [7, 6, 0])
        #expect(stops.redo == [0, 6, 7])
    }

    @Test(arguments: [all, named])
    func `are one, when its results come as actions of their own`(steps: UndoSteps) throws {
        let actions: [Action] = [
            .toggle, .search("s"), .loading(true), .search("sw"), .results("a", "b"), .loading(false), .search("swi"),
            .loading(true), .results("a"), .loading(false), .toggle, .toggle, .search("swif"), .results("b"),
        ]
        let stops = try stops(actions, steps)
        // What comes between two letters belongs to the typing, unless the app has said which actions are steps.
        #expect(stops.undo == (steps.joinsAnswers ? [14, 1, 0] : [14, 12, 10, 1, 0]))
        #expect(stops.redo == stops.undo.reversed())
    }

    @Test(arguments: [(all, [5, 4, 0]), (named, [5, 0])])
    func `are told apart by the app, where results come once`(steps: UndoSteps, expected: [Int]) throws {
        let stops = try stops([.search("s"), .search("sw"), .search("swi"), .search("swif"), .results("a")], steps)
        #expect(stops.undo == expected)
        #expect(stops.redo == expected.reversed())
    }

    @Test(arguments: [all, named]) func `end with what changes the text otherwise`(steps: UndoSteps)
        throws
    {
        let actions: [Action] = [
            .search("s"), .search("sw"), .clear, .search("s"), .search("so"), .search("kotlin", ["a"]),
            .search("kotlin!"),
        ]
        let stops = try stops(actions, steps)
        #expect(stops.undo == [7, 5, 3, 2, 0])
        #expect(stops.redo == stops.undo.reversed())
    }

    @Test(arguments: [all, named])
    func `are each its own, where a text grows by itself, or another one takes its place`(steps: UndoSteps) throws {
        let actions: [Action] = [.say("one"), .say("two"), .add("milk"), .add("bread"), .add("butter")]
        #expect(try stops(actions, steps).undo == [5, 4, 3, 2, 1, 0])
    }
}

import RewindTree

/// The state of a store that Redux DevTools instruments: its actions, in order, and the states that they led to.
package struct LiftedState: Sendable {
    /// An action with the data of its dispatch.
    package struct Action: Hashable, Sendable {
        /// The action itself, an object.
        package var value: Tree
        /// The time of the dispatch, in microseconds since 1970; nil if not recorded.
        package var at: Int64?
        /// The call stack of the dispatch, if it was recorded.
        package var stack: String?

        package init(_ value: Tree, at: Int64? = nil, stack: String? = nil) {
            self.value = value
            self.at = at
            self.stack = stack
        }
    }

    /// The result of an action.
    package struct Computed: Hashable, Sendable {
        /// The state after the action; nil if it is missing.
        package var state: Tree?
        /// The error that the reducer threw.
        package var error: String?

        package init(state: Tree?, error: String? = nil) {
            (self.state, self.error) = (state, error)
        }
    }

    /// The actions by id.
    package var actions: [Int: Action] = [:]
    /// The ids of the actions in the order in which they are applied.
    package var staged: [Int] = []
    /// The ids of the staged actions that are not applied.
    package var skipped: Set<Int> = []
    /// The result of each staged action; nil if it is missing.
    package var computed: [Computed?] = []
    /// The state before the first staged action; nil if it is missing.
    package var committedState: Tree?
    /// The index of the current state in `staged`.
    package var currentStateIndex = 0
    /// True if the index that was read is that of no staged action: a client that filters its actions leaves them out of
    /// `staged`, but not out of the index, and usually not out of those by id.
    package var isFiltered = false
    /// The index of the current state in `staged`, if the client filters its actions.
    package var filteredStateIndex = 0
    /// The number of actions before the first one that the client has.
    package var droppedCount = 0
    /// The id of the next action.
    package var nextActionId = 0
    package var isLocked = false
    package var isPaused = false
    /// The number of actions that are not staged.
    package var unstagedCount = 0
    /// What was replaced when it was read.
    package var repairs = JSONRepairs()

    /// The type of the action with id 0, which stands for the initial state.
    package static let initType = "@@INIT"

    package init() {}

    /// True if the first staged action stands for the initial state.
    package var beginsWithInit: Bool {
        staged.first.flatMap { actions[$0] }?.value.child("type") == .string(Self.initType)
    }

    /// The state before the first action that does not stand for the initial state; nil if it is missing.
    package var initialState: Tree? {
        let first = computed.first??.state
        if beginsWithInit { return first ?? committedState }
        // A skipped action repeats the state before it.
        return committedState ?? (staged.first.map(skipped.contains) == true ? first : nil)
    }
}

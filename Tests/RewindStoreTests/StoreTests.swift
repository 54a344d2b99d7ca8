import RewindStore
import Testing

@Suite struct StoreTests {
    @Test func `A given initial state is kept, and nothing is dispatched`() {
        let journal = Journal()
        let store = makeStore(Counter(value: 7), middleware: [logging("m", to: journal)])
        #expect(store.state.value == 7)
        #expect(journal.lines == [])
    }

    @Test func `Without a state, the middleware sees the init action while the state is missing`() {
        let journal = Journal()
        let middleware: Middleware<Counter> = { _, getState in
            { next in
                { action in
                    journal.lines.append("\(type(of: action as Any)) on \(getState()?.value.description ?? "nothing")")
                    next(action)
                    journal.lines.append("led to \(getState()?.value.description ?? "nothing")")
                }
            }
        }
        let store = makeStore(nil, middleware: [middleware])
        #expect(journal.lines == ["ReSwiftInit on nothing", "led to 0"])
        #expect(store.state == Counter())
    }

    @Test func `A dispatch reduces before it returns`() {
        let store = makeStore()
        store.dispatch(Add(amount: 2))
        store.dispatch(Rename(label: "two"))
        #expect(store.state == Counter(value: 2, label: "two"))
    }

    @Test func `The first middleware is the outermost`() {
        let journal = Journal()
        let store = makeStore(middleware: [logging("outer", to: journal), logging("inner", to: journal)])
        store.dispatch(Add(amount: 1))
        #expect(journal.lines == ["outer: Add", "inner: Add", "inner done", "outer done"])
    }

    @Test func `Middleware can be set later, and then sees the next dispatch`() {
        let journal = Journal()
        let store = makeStore()
        store.dispatch(Add(amount: 1))
        store.middleware.append(logging("late", to: journal))
        store.dispatch(Rename(label: "seen"))
        store.middleware = []
        store.dispatch(Add(amount: 1))
        #expect(journal.lines == ["late: Rename", "late done"])
        #expect(store.state == Counter(value: 2, label: "seen"))
    }

    @Test func `A middleware may drop, replace and dispatch actions, and dispatches through all of them`() {
        let journal = Journal()
        let doubling: Middleware<Counter> = { dispatch, _ in
            { next in
                { action in
                    switch action {
                    case is Rename: break
                    case let add as Add where add.amount == 1:
                        dispatch(Rename(label: "swallowed"))
                        next(Add(amount: 20))
                    default: next(action)
                    }
                }
            }
        }
        let store = makeStore(middleware: [logging("outer", to: journal), doubling])
        store.dispatch(Add(amount: 1))
        #expect(store.state == Counter(value: 20))
        #expect(journal.lines == ["outer: Add", "outer: Rename", "outer done", "outer done"])
    }

    @Test func `A dispatch inside newState is reduced and delivered before the outer one returns`() {
        let journal = Journal()
        let store = makeStore(middleware: [logging("m", to: journal)])
        let reacting = Spy<Counter>()
        let watching = Spy<Counter>()
        reacting.react = { [unowned store] state in
            journal.lines.append("told \(state.value)")
            if state.value == 1 { store.dispatch(Add(amount: 10)) }
        }
        store.subscribe(reacting)
        store.subscribe(watching)
        store.dispatch(Add(amount: 1))

        #expect(journal.lines == ["told 0", "m: Add", "told 1", "m: Add", "told 11", "m done", "m done"])
        #expect(reacting.seen.map(\.value) == [0, 1, 11])
        // As in ReSwift, the second subscriber does not receive the intermediate state, which is outdated by its turn.
        #expect(watching.seen.map(\.value) == [0, 11, 11])
    }

    @Test func `Before a nested dispatch, the innermost middleware sees the outer action's state`() {
        let journal = Journal()
        let innermost: Middleware<Counter> = { _, getState in
            { next in
                { action in
                    journal.lines.append("\(getState()?.value ?? -1)")
                    next(action)
                }
            }
        }
        let store = makeStore(middleware: [innermost])
        let spy = Spy<Counter>()
        spy.react = { [unowned store] state in if state.value == 1 { store.dispatch(Add(amount: 10)) } }
        store.subscribe(spy)
        store.dispatch(Add(amount: 1))
        #expect(journal.lines == ["0", "1"])
    }

    @Test func `A subclass can override dispatch, also for dispatches of middleware`() {
        let relaying: Middleware<Counter> = { dispatch, _ in
            { next in
                { action in
                    if action is Rename { dispatch(Add(amount: 1)) } else { next(action) }
                }
            }
        }
        let store = CountingStore(reducer: counterReducer, state: Counter(), middleware: [relaying])
        store.dispatch(Rename(label: "x"))
        #expect(store.dispatches == 2)
    }

    @Test func `A store is released even if its middleware and thunks keep its dispatch function`() {
        let keeper = Journal()
        var kept: [DispatchFunction] = []
        let keeping: Middleware<Counter> = { dispatch, _ in
            kept.append(dispatch)
            return { $0 }
        }
        weak var weakStore: Store<Counter>?
        do {
            let store = makeStore(middleware: [keeping, logging("m", to: keeper)])
            store.dispatch(Add(amount: 1))
            weakStore = store
        }
        #expect(weakStore == nil)
        kept.first?(Add(amount: 1))
        #expect(kept.count == 1)
        #expect(keeper.lines == ["m: Add", "m done"])
    }

    @Test func `Dispatching from a reducer ends the process`() async {
        await #expect(processExitsWith: .failure) {
            final class Holder { var store: Store<Counter>? }
            let holder = Holder()
            holder.store = Store<Counter>(
                reducer: { action, state in
                    if action is Add { holder.store?.dispatch(Rename(label: "from a reducer")) }
                    return state ?? Counter()
                },
                state: Counter()
            )
            holder.store?.dispatch(Add(amount: 1))
        }
    }

    @Test func `Reading the state of a store whose init action was dropped ends the process`() async {
        await #expect(processExitsWith: .failure) {
            let store = makeStore(nil, middleware: [{ _, _ in { _ in { _ in } } }])
            _ = store.state
        }
    }
}

private final class CountingStore: Store<Counter> {
    private(set) var dispatches = 0

    override func dispatch(_ action: any Action) {
        dispatches += 1
        super.dispatch(action)
    }
}

private func logging(_ name: String, to journal: Journal) -> Middleware<Counter> {
    { _, _ in
        { next in
            { action in
                journal.lines.append("\(name): \(type(of: action as Any))")
                next(action)
                journal.lines.append("\(name) done")
            }
        }
    }
}

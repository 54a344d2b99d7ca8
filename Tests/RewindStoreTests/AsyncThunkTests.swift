import RewindStore
import Testing

@MainActor @Suite struct AsyncThunkTests {
    @Test func `Awaiting a thunk waits for all actions that it dispatches`() async {
        let store = makeStore()
        let answer = Answer()
        let thunk = AsyncThunk<Counter> { dispatch, getState in
            dispatch(Rename(label: "asking"))
            let amount = await answer.value()
            dispatch(Add(amount: amount))
            dispatch(Rename(label: "got \(getState()?.value ?? 0)"))
        }
        let spy = Spy<String>()
        store.subscribe(spy) { $0.select(\.label) }
        await store.dispatch(thunk)
        #expect(store.state == Counter(value: 42, label: "got 42"))
        #expect(spy.seen == ["start", "asking", "got 42"])
    }

    @Test func `Other actions can be dispatched between the suspensions of a thunk`() async {
        let store = makeStore()
        let gate = AsyncStream<Void>.makeStream()
        let waiting = AsyncStream<Void>.makeStream()
        let thunk = AsyncThunk<Counter> { dispatch, getState in
            waiting.continuation.yield()
            for await _ in gate.stream { break }
            dispatch(Rename(label: "saw \(getState()?.value ?? 0)"))
        }
        let running = Task { await store.dispatch(thunk) }
        for await _ in waiting.stream { break }
        store.dispatch(Add(amount: 1))
        gate.continuation.yield()
        await running.value
        #expect(store.state.label == "saw 1")
    }

    @Test func `A thunk dispatches through the middleware, and its body stays on the caller's actor`() async {
        let journal = Journal()
        let logging: Middleware<Counter> = { _, _ in
            { next in
                { action in
                    MainActor.assertIsolated()
                    journal.lines.append("\(type(of: action as Any))")
                    next(action)
                }
            }
        }
        let store = makeStore(middleware: [logging])
        let answer = Answer()
        await store.dispatch(
            AsyncThunk<Counter> { dispatch, _ in
                let amount = await answer.value()
                dispatch(Add(amount: amount))
            }
        )
        #expect(journal.lines == ["Add"])
    }

    @Test func `A thunk can be dispatched inside another one`() async {
        let store = makeStore()
        let inner = AsyncThunk<Counter> { dispatch, _ in dispatch(Add(amount: 2)) }
        await store.dispatch(
            AsyncThunk<Counter> { dispatch, getState in
                await inner.run(dispatch: dispatch, getState: getState)
                await inner.run(dispatch: dispatch, getState: getState)
            }
        )
        #expect(store.state.value == 4)
    }

    @Test func `A thunk that outlives its store gets no state, and its dispatches are ignored`() async {
        var store: Store<Counter>? = makeStore()
        weak let weakStore = store
        var kept: (dispatch: DispatchFunction, getState: () -> Counter?)?
        await store?.dispatch(AsyncThunk<Counter> { dispatch, getState in kept = (dispatch, getState) })
        #expect(kept?.getState() == Counter())
        store = nil
        #expect(weakStore == nil)
        kept?.dispatch(Add(amount: 1))
        #expect(kept?.getState() == nil)
    }
}

private actor Answer {
    func value() -> Int { 42 }
}

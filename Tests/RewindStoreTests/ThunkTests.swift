import RewindStore
import Testing

@Suite struct ThunkTests {
    @Test func `A thunk runs in its middleware, reads and dispatches, and is not passed on`() {
        let journal = Journal()
        let logging: Middleware<Counter> = { _, _ in
            { next in
                { action in
                    journal.lines.append("\(type(of: action as Any))")
                    next(action)
                }
            }
        }
        let store = makeStore(Counter(value: 5), middleware: [createThunkMiddleware(), logging])
        store.dispatch(
            Thunk<Counter> { dispatch, getState in
                dispatch(Add(amount: getState()?.value ?? 0))
                dispatch(Rename(label: "\(getState()?.value ?? 0)"))
            }
        )
        #expect(store.state == Counter(value: 10, label: "10"))
        #expect(journal.lines == ["Add", "Rename"])
    }

    @Test func `A thunk can dispatch another one`() {
        let store = makeStore(middleware: [createThunkMiddleware()])
        let inner = Thunk<Counter> { dispatch, _ in dispatch(Add(amount: 4)) }
        store.dispatch(
            Thunk<Counter> { dispatch, _ in
                dispatch(inner)
                dispatch(inner)
            }
        )
        #expect(store.state.value == 8)
    }

    @Test func `A thunk of another state is passed on`() {
        let store = makeStore(middleware: [createThunkMiddleware()])
        let journal = Journal()
        store.dispatch(Thunk<String> { _, _ in journal.lines.append("ran") })
        #expect(journal.lines == [])
    }
}

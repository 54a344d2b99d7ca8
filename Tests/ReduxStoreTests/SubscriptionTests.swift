import ReduxStore
import Testing

@Suite struct SubscriptionTests {
    @Test func `Subscribing tells the current state at once, then every new one`() {
        let store = makeStore()
        let spy = Spy<Counter>()
        store.subscribe(spy)
        store.dispatch(Add(amount: 1))
        store.dispatch(Add(amount: 2))
        #expect(spy.seen.map(\.value) == [0, 1, 3])
    }

    @Test func `An equatable state is told only when it changed, unless the store was told otherwise`() {
        for (skips, expected) in [(true, [0]), (false, [0, 0])] {
            let store = makeStore(automaticallySkipsRepeats: skips)
            let spy = Spy<Counter>()
            store.subscribe(spy)
            store.dispatch(Add(amount: 0))
            #expect(spy.seen.map(\.value) == expected)
        }
    }

    @Test func `An equatable selection is told only when it changed, unless the store was told otherwise`() {
        for (skips, expected) in [(true, [0, 1]), (false, [0, 0, 1])] {
            let store = makeStore(automaticallySkipsRepeats: skips)
            let spy = Spy<Int>()
            store.subscribe(spy) { $0.select { $0.value } }
            store.dispatch(Rename(label: "other"))
            store.dispatch(Add(amount: 1))
            #expect(spy.seen == expected)
        }
    }

    @Test func `A selection that is not equatable is told every time`() {
        struct Opaque { var value: Int }
        let store = makeStore()
        let spy = Spy<Opaque>()
        store.subscribe(spy) { $0.select { Opaque(value: $0.value) } }
        store.dispatch(Rename(label: "other"))
        #expect(spy.seen.map(\.value) == [0, 0])
    }

    @Test func `A state that is not equatable is told every time`() {
        struct Opaque { var value: Int }
        let store = Store<Opaque>(reducer: { _, state in state ?? Opaque(value: 4) }, state: nil)
        let spy = Spy<Opaque>()
        store.subscribe(spy)
        store.dispatch(Add(amount: 1))
        #expect(spy.seen.map(\.value) == [4, 4])
    }

    @Test func `Key paths select, and selections nest`() {
        let store = makeStore(Counter(value: 1, label: "start"))
        let labels = Spy<String>()
        let lengths = Spy<Int>()
        store.subscribe(labels) { $0.select(\.label) }
        store.subscribe(lengths) { $0.select(\.label).select(\.count) }
        store.dispatch(Rename(label: "other"))
        store.dispatch(Rename(label: "longer"))
        #expect(labels.seen == ["start", "other", "longer"])
        #expect(lengths.seen == [5, 6])
    }

    @Test func `skipRepeats leaves out what the predicate calls a repeat`() {
        let store = makeStore()
        let spy = Spy<Int>()
        store.subscribe(spy) { $0.select(\.value).skipRepeats { $0 / 10 == $1 / 10 } }
        for amount in [3, 4, 5, 7, 1] { store.dispatch(Add(amount: amount)) }
        #expect(spy.seen == [0, 12, 20])
    }

    @Test func `skip(when:) leaves out, only(when:) lets through, and both let the first one through`() {
        let store = makeStore(Counter(value: 1))
        let skipping = Spy<Int>()
        let only = Spy<Int>()
        store.subscribe(skipping) { $0.select(\.value).skip { _, new in new.isMultiple(of: 2) } }
        store.subscribe(only) { $0.select(\.value).only { old, new in new > old + 1 } }
        for _ in 0..<3 { store.dispatch(Add(amount: 1)) }
        store.dispatch(Add(amount: 5))
        #expect(skipping.seen == [1, 3, 9])
        #expect(only.seen == [1, 9])
    }

    @Test func `Subscribing again replaces the first subscription`() {
        let store = makeStore()
        let spy = Spy<Int>()
        store.subscribe(spy) { $0.select(\.value) }
        store.subscribe(spy) { $0.select { -$0.value } }
        store.dispatch(Add(amount: 1))
        #expect(spy.seen == [0, 0, -1])
    }

    @Test func `The unsubscribed are told nothing any more, and may subscribe again`() {
        let store = makeStore()
        let spy = Spy<Counter>()
        store.subscribe(spy)
        store.unsubscribe(spy)
        store.unsubscribe(spy)
        store.dispatch(Add(amount: 1))
        #expect(spy.seen.map(\.value) == [0])
        store.subscribe(spy)
        #expect(spy.seen.map(\.value) == [0, 1])
    }

    @Test func `Unsubscribing itself inside newState is safe and leaves the others their turn`() {
        let store = makeStore()
        let leaving = Spy<Counter>()
        let staying = Spy<Counter>()
        leaving.react = { [unowned store, unowned leaving] state in
            if state.value == 1 { store.unsubscribe(leaving) }
        }
        store.subscribe(leaving)
        store.subscribe(staying)
        store.dispatch(Add(amount: 1))
        store.dispatch(Add(amount: 1))
        #expect(leaving.seen.map(\.value) == [0, 1])
        #expect(staying.seen.map(\.value) == [0, 1, 2])
    }

    @Test func `Unsubscribing another inside newState takes effect before its turn`() {
        let store = makeStore()
        let first = Spy<Counter>()
        let second = Spy<Counter>()
        first.react = { [unowned store, unowned second] state in
            if state.value == 1 { store.unsubscribe(second) }
        }
        store.subscribe(first)
        store.subscribe(second)
        store.dispatch(Add(amount: 1))
        #expect(second.seen.map(\.value) == [0])
    }

    @Test func `Subscribing inside newState tells the newcomer once`() {
        let store = makeStore()
        let host = Spy<Counter>()
        let newcomer = Spy<Counter>()
        host.react = { [unowned store, unowned newcomer] state in
            if state.value == 1 { store.subscribe(newcomer) }
        }
        store.subscribe(host)
        store.dispatch(Add(amount: 1))
        #expect(newcomer.seen.map(\.value) == [1])
        store.dispatch(Add(amount: 1))
        #expect(newcomer.seen.map(\.value) == [1, 2])
    }

    @Test func `The store does not keep its subscribers alive`() {
        let store = makeStore()
        let journal = Journal()
        weak var weakSpy: Spy<Counter>?
        do {
            let spy = Spy<Counter>()
            spy.react = { journal.lines.append("\($0.value)") }
            store.subscribe(spy)
            weakSpy = spy
        }
        #expect(weakSpy == nil)
        store.dispatch(Add(amount: 1))
        #expect(journal.lines == ["0"])
    }

    @MainActor @Test func `A subscriber may belong to the main actor`() {
        let store = makeStore()
        let screen = Screen()
        store.subscribe(screen) { $0.select(\.label) }
        store.dispatch(Rename(label: "shown"))
        store.unsubscribe(screen)
        store.dispatch(Rename(label: "not shown"))
        #expect(screen.text == "shown")
    }
}

@MainActor private final class Screen: @MainActor StoreSubscriber {
    private(set) var text = ""

    func newState(state: String) {
        text = state
    }
}

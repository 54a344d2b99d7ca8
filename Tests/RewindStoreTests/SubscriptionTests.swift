import RewindStore
import Testing

@Suite struct SubscriptionTests {
    @Test func `A subscriber gets the current state at once, then every new one`() {
        let store = makeStore()
        let spy = Spy<Counter>()
        store.subscribe(spy)
        store.dispatch(Add(amount: 1))
        store.dispatch(Add(amount: 2))
        #expect(spy.seen.map(\.value) == [0, 1, 3])
    }

    @Test func `Repeats of an equatable state are skipped, unless the store disables that`() {
        for (skips, expected) in [(true, [0]), (false, [0, 0])] {
            let store = makeStore(automaticallySkipsRepeats: skips)
            let spy = Spy<Counter>()
            store.subscribe(spy)
            store.dispatch(Add(amount: 0))
            #expect(spy.seen.map(\.value) == expected)
        }
    }

    @Test func `Repeats of an equatable selection are skipped, unless the store disables that`() {
        for (skips, expected) in [(true, [0, 1]), (false, [0, 0, 1])] {
            let store = makeStore(automaticallySkipsRepeats: skips)
            let spy = Spy<Int>()
            store.subscribe(spy) { $0.select { $0.value } }
            store.dispatch(Rename(label: "other"))
            store.dispatch(Add(amount: 1))
            #expect(spy.seen == expected)
        }
    }

    @Test func `Code that is generic over stores skips repeats of an equatable selection, too`() {
        func subscribe<S: StoreType<Counter>>(_ spy: Spy<Int>, to store: S) {
            store.subscribe(spy) { $0.select { $0.value } }
        }
        for (skips, expected) in [(true, [0, 1]), (false, [0, 0, 1])] {
            let store = makeStore(automaticallySkipsRepeats: skips)
            let (generic, existential) = (Spy<Int>(), Spy<Int>())
            subscribe(generic, to: store)
            (store as any StoreType<Counter>).subscribe(existential) { $0.select { $0.value } }
            store.dispatch(Rename(label: "other"))
            store.dispatch(Add(amount: 1))
            #expect(generic.seen == expected)
            #expect(existential.seen == expected)
        }
    }

    @Test func `A selection that is not equatable is delivered every time`() {
        struct Opaque { var value: Int }
        let store = makeStore()
        let spy = Spy<Opaque>()
        store.subscribe(spy) { $0.select { Opaque(value: $0.value) } }
        store.dispatch(Rename(label: "other"))
        #expect(spy.seen.map(\.value) == [0, 0])
    }

    @Test func `A state that is not equatable is delivered every time`() {
        struct Opaque { var value: Int }
        let store = Store<Opaque>(reducer: { _, state in state ?? Opaque(value: 4) }, state: nil)
        let spy = Spy<Opaque>()
        store.subscribe(spy)
        store.dispatch(Add(amount: 1))
        #expect(spy.seen.map(\.value) == [4, 4])
    }

    @Test func `The first value passes skip(when:) and only(when:), which then filter the others`() {
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

    @Test func `An unsubscribed subscriber gets no more states and can subscribe again`() {
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

    @Test func `A subscriber can unsubscribe inside newState, and the others are still notified`() {
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

    @Test func `Unsubscribing another subscriber inside newState takes effect before its turn`() {
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

    @Test func `A subscriber added inside newState is notified once`() {
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

    @Test func `Subscribers are notified in the order of their latest subscription`() {
        let store = makeStore()
        let journal = Journal()
        let spies = (0..<5).map { number in
            let spy = Spy<Counter>()
            spy.react = { _ in journal.lines.append("\(number)") }
            return spy
        }
        spies.forEach(store.subscribe)
        store.unsubscribe(spies[3])
        store.subscribe(spies[1])
        journal.lines = []
        store.dispatch(Add(amount: 1))
        #expect(journal.lines == ["0", "2", "4", "1"])
    }

    @Test(.timeLimit(.minutes(10))) func `Many subscriptions are as fast as few`() {
        let store = makeStore()
        var spies = (0..<40_000).map { _ in Spy<Int>() }
        for spy in spies { store.subscribe(spy) { $0.select(\.value) } }
        for spy in spies.prefix(20_000).reversed() { store.unsubscribe(spy) }
        spies.removeFirst(30_000)
        store.dispatch(Add(amount: 1))
        #expect(spies.allSatisfy { $0.seen == [0, 1] })
    }

    @Test func `Values captured by operators are released with the subscriber, even without a dispatch`() {
        let store = makeStore()
        let present = Census()
        for _ in 0..<1_000 {
            let citizen = Citizen(of: present)
            store.subscribe(Spy<Int>()) { $0.select { [citizen] in citizen.value(of: $0) } }
        }
        #expect(present.count <= 100)
        store.dispatch(Add(amount: 1))
        #expect(present.count == 0)
        let spy = Spy<Int>()
        let citizen = Citizen(of: present)
        store.subscribe(spy) { $0.select { [unowned citizen] in citizen.value(of: $0) } }
        store.unsubscribe(spy)
        #expect(present.count == 1)
    }

    @Test func `A subscriber and its captured values can unsubscribe while they are released`() {
        let store = makeStore()
        let staying = Spy<Counter>()
        do {
            let leaving = Leaving(store)
            store.subscribe(leaving)
            let captured = Leaving(store)
            store.subscribe(captured)
            store.subscribe(Spy<Int>()) { $0.select { [captured] in captured.told + $0.value } }
            let other = Spy<Int>()
            let alsoCaptured = Leaving(store)
            store.subscribe(other) { $0.select { [alsoCaptured] in alsoCaptured.told + $0.value } }
            store.unsubscribe(other)
        }
        store.subscribe(staying)
        for _ in 0..<3 { store.dispatch(Add(amount: 1)) }
        #expect(staying.seen.map(\.value).suffix(3) == [1, 2, 3])
    }

    @MainActor @Test func `A subscriber can be isolated to the main actor`() {
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

/// Counts live objects.
private final class Census {
    var count = 0
}

private final class Citizen {
    private let census: Census

    init(of census: Census) {
        self.census = census
        census.count += 1
    }

    deinit {
        census.count -= 1
    }

    func value(of state: Counter) -> Int {
        state.value
    }
}

/// Unsubscribes and dispatches while it is deallocated.
private final class Leaving: StoreSubscriber {
    private let store: Store<Counter>
    private(set) var told = 0

    init(_ store: Store<Counter>) {
        self.store = store
    }

    deinit {
        store.unsubscribe(self)
        store.dispatch(Add(amount: 0))
    }

    func newState(state: Counter) {
        told += 1
    }
}

import RewindStore
import Testing

@Suite struct SubscribingIdiomTests {
    private let store = Store<NewsState>(reducer: newsReducer, state: nil)

    @MainActor @Test func `A screen can subscribe when it appears and unsubscribe when it disappears`() {
        let store = Store<NewsState>(reducer: newsReducer, state: nil)
        let controller = CounterController(store: store)
        controller.viewWillAppear()
        store.dispatch(CounterIncrease())
        controller.viewWillDisappear()
        store.dispatch(CounterIncrease())
        #expect(controller.label == "1")
    }

    @Test func `A trailing closure can select`() {
        let spy = Spy<[String]>()
        store.subscribe(spy) { subscription in
            subscription.select { state in
                state.articles.titles
            }
        }
        store.dispatch(CounterIncrease())
        store.dispatch(SetTitles(titles: ["news"]))
        #expect(spy.seen == [["welcome"], ["news"]])
    }

    @Test func `A key path can select, and another one can continue it`() {
        let spy = Spy<Bool>()
        store.subscribe(spy) { $0.select(\.articles).select(\.isLoading) }
        store.dispatch(LoadingAction.started)
        store.dispatch(LoadingAction.finished)
        #expect(spy.seen == [false, true, false])
    }

    @Test func `A selected tuple can skip repeats by the == of tuples`() {
        let spy = Spy<(Int, String?)>()
        store.subscribe(spy) {
            $0.select { ($0.counter, $0.user?.name) }
                .skipRepeats { $0.0 == $1.0 && $0.1 == $1.1 }
        }
        store.dispatch(LoadingAction.started)
        store.dispatch(CounterIncrease())
        #expect(spy.seen.map(\.0) == [0, 1])
    }

    @Test func `A view state can be selected by its initializer`() {
        struct ViewState: Equatable {
            let caption: String
            init(_ state: NewsState) { caption = "\(state.articles.titles.count) articles" }
        }
        let spy = Spy<ViewState>()
        store.subscribe(spy) { $0.select(ViewState.init) }
        store.dispatch(SetTitles(titles: ["a", "b"]))
        store.dispatch(SetTitles(titles: ["c", "d"]))
        #expect(spy.seen.map(\.caption) == ["1 articles", "2 articles"])
    }

    @Test func `An optional selection can become nil`() {
        let spy = Spy<User?>()
        store.subscribe(spy) { $0.select { $0.user } }
        store.dispatch(SetUser(user: User(name: "ann")))
        store.dispatch(SetUser(user: nil))
        #expect(spy.seen == [nil, User(name: "ann"), nil])
    }

    @Test func `The repeats of a state or a selection can be skipped, with or without a predicate`() {
        let store = Store<NewsState>(reducer: newsReducer, state: nil, automaticallySkipsRepeats: false)
        let (states, selections, byName) = (Spy<NewsState>(), Spy<Int>(), Spy<NewsState>())
        store.subscribe(states) { $0.skipRepeats() }
        store.subscribe(selections) { $0.select { $0.counter }.skipRepeats() }
        store.subscribe(byName) { $0.skipRepeats { $0.user?.name == $1.user?.name } }
        store.dispatch(LoadingAction.started)
        store.dispatch(LoadingAction.started)
        store.dispatch(SetUser(user: User(name: "ann")))
        #expect(states.seen.count == 3)
        #expect(selections.seen == [0])
        #expect(byName.seen.count == 2)
    }

    @Test func `Filters with skip(when:) and only(when:) accept labeled and trailing closures`() {
        let (skipping, only) = (Spy<NewsState>(), Spy<NewsState>())
        store.subscribe(skipping) { $0.skip(when: { $0.counter == $1.counter }) }
        store.subscribe(only) { $0.only { $0.counter < $1.counter } }
        store.dispatch(LoadingAction.started)
        store.dispatch(CounterIncrease())
        #expect(skipping.seen.map(\.counter) == [0, 1])
        #expect(only.seen.map(\.counter) == [0, 1])
    }

    @Test func `A subscription with transform: nil receives every state, including repeats`() {
        let spy = Spy<NewsState>()
        store.subscribe(spy, transform: nil)
        store.dispatch(LoadingAction.finished)
        #expect(spy.seen.count == 2)
    }

    @Test func `A subscriber with transform: nil can receive a type that the state casts to`() {
        let (optional, other) = (Spy<NewsState?>(), Spy<String>())
        store.subscribe(optional, transform: nil)
        store.subscribe(other, transform: nil)
        store.dispatch(CounterIncrease())
        #expect(optional.seen.map { $0?.counter } == [0, 1])
        #expect(other.seen.isEmpty)
    }

    @Test func `A transform can be a function or be chosen at run time`() {
        let spy = Spy<Int>()
        func counter(of subscription: Subscription<NewsState>) -> Subscription<Int> { subscription.select(\.counter) }
        let negative: ((Subscription<NewsState>) -> Subscription<Int>)? = { $0.select { -$0.counter } }
        store.dispatch(CounterIncrease())
        store.subscribe(spy, transform: counter)
        store.subscribe(spy, transform: negative)
        #expect(spy.seen == [1, -1])
    }

    @Test func `An app's own operators can use Subscription(sink:) and observer`() {
        let (filtered, mapped, names, steps) = (Spy<Int>(), Spy<String>(), Spy<String>(), Spy<Int>())
        store.subscribe(filtered) { $0.select(\.counter).filter { $0.isMultiple(of: 2) } }
        store.subscribe(mapped) { $0.map { "\($0.counter)" } }
        store.subscribe(names) { $0.select { $0.user?.name }.skipNil() }
        store.subscribe(steps) { $0.select(\.counter).differences() }
        for _ in 0..<3 { store.dispatch(CounterIncrease()) }
        store.dispatch(SetUser(user: User(name: "ann")))
        store.dispatch(SetUser(user: nil))
        #expect(filtered.seen == [0, 2])
        #expect(mapped.seen == ["0", "1", "2", "3"])
        #expect(names.seen == ["ann"])
        #expect(steps.seen == [0, 1, 0])
    }

    @Test func `A test can feed a subscription directly`() {
        var pass: ((Int?, Int) -> Void)?
        let subscription = Subscription<Int> { sink in pass = sink }
        var told: [String] = []
        subscription.select { $0 * 2 }.skipRepeats().observer = { old, new in
            told.append("\(old.map(String.init) ?? "nil") \(new)")
        }
        pass?(nil, 1)
        pass?(1, 1)
        pass?(1, 2)
        #expect(told == ["nil 2", "2 4"])
    }

    @Test func `A block can subscribe, and subscribers of any kind can be unsubscribed together`() {
        var counters: [Int] = []
        let block = BlockSubscriber<Int> { counters.append($0) }
        let spy = Spy<NewsState>()
        store.subscribe(block) { $0.select { $0.counter } }
        store.subscribe(spy)
        store.dispatch(CounterIncrease())
        let subscribers: [any AnyStoreSubscriber] = [block, spy]
        subscribers.forEach(store.unsubscribe)
        store.dispatch(CounterIncrease())
        #expect(counters == [0, 1])
        #expect(spy.seen.count == 2)
    }

    @Test func `The screen in the documentation works`() {
        let screen = ArticlesScreen()
        screen.appear()
        #expect(screen.shown.map(\.titles) == [["welcome"]])
    }

    @Test func `An object can observe a derived state and unsubscribe when it is released`() {
        var titles: Derived<NewsState, Int>? = Derived(store: store) { $0.articles.titles.count }
        store.dispatch(SetTitles(titles: ["a", "b", "c"]))
        #expect(titles?.current == 3)
        weak let freed = titles
        titles = nil
        #expect(freed == nil)
        store.dispatch(SetTitles(titles: []))
    }
}

@MainActor private final class CounterController: @MainActor StoreSubscriber {
    typealias StoreSubscriberStateType = NewsState

    private let store: Store<NewsState>
    private(set) var label = ""

    init(store: Store<NewsState>) {
        self.store = store
    }

    func viewWillAppear() {
        store.subscribe(self)
    }

    func viewWillDisappear() {
        store.unsubscribe(self)
    }

    func newState(state: NewsState) {
        label = "\(state.counter)"
    }
}

private final class ArticlesScreen: StoreSubscriber {
    private(set) var shown: [ArticlesState] = []

    func appear() {
        let store = Store<NewsState>(reducer: newsReducer, state: nil, middleware: [createThunkMiddleware()])
        store.subscribe(self) { $0.select(\.articles) }
        store.dispatch(CounterIncrease())
    }

    func newState(state: ArticlesState) {
        shown.append(state)
    }
}

private final class BlockSubscriber<S>: StoreSubscriber {
    typealias StoreSubscriberStateType = S

    private let block: (S) -> Void

    init(block: @escaping (S) -> Void) {
        self.block = block
    }

    func newState(state: S) {
        block(state)
    }
}

private final class Derived<Original, Value: Equatable>: StoreSubscriber {
    private(set) var current: Value
    private let store: Store<Original>

    init(store: Store<Original>, transform: @escaping (Original) -> Value) {
        self.store = store
        current = transform(store.state)
        store.subscribe(self, transform: { $0.select(transform) })
    }

    deinit {
        store.unsubscribe(self)
    }

    func newState(state: Value) {
        current = state
    }
}

extension Subscription {
    func filter(_ isIncluded: @escaping (State) -> Bool) -> Subscription<State> {
        Subscription<State> { sink in
            self.observer = { oldState, newState in
                if isIncluded(newState) { sink(oldState, newState) }
            }
        }
    }
}

extension Subscription {
    fileprivate func map<Value>(_ transform: @escaping (State) -> Value) -> Subscription<Value> {
        Subscription<Value>(sink: { sink in
            self.observer = { sink($0.map(transform), transform($1)) }
        })
    }

    fileprivate func skipNil<Wrapped>() -> Subscription<Wrapped> where State == Wrapped? {
        Subscription<Wrapped> { sink in
            self.observer = { oldState, newState in
                if let newState { sink(oldState ?? nil, newState) }
            }
        }
    }
}

extension Subscription where State == Int {
    fileprivate func differences() -> Subscription<Int> {
        Subscription { sink in
            observer = { oldState, newState in sink(nil, newState - (oldState ?? newState)) }
        }.withRepeatsSkipped()
    }

    private func withRepeatsSkipped() -> Subscription<Int> {
        var last: Int?
        return Subscription { sink in
            observer = { _, newState in
                defer { last = newState }
                if newState != last { sink(last, newState) }
            }
        }
    }
}

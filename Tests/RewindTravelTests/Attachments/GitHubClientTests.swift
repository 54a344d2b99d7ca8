import Foundation
import Rewind
import RewindReplay
import RewindStore
import RewindTravel
import TestSupport
import Testing

/// The progress of a request.
private enum Request<Value: Codable & Equatable>: Codable, Equatable {
    case idle
    case loading
    case loaded(Value)
    case failed(String)
}

/// The state of a feature, which exists while the feature is open.
private protocol Feature: Codable, Equatable {
    static var name: String { get }
    init()
}

private struct Search: Feature {
    static let name = "search"
    var query = ""
    var repositories = Request<[String]>.idle
}

private struct Favorites: Feature {
    static let name = "favorites"
    var names: [String] = []
}

private var features: [any Feature.Type] { [Search.self, Favorites.self] }

/// The states of the open features, by their names.
private struct AppState: Codable {
    private var states: [String: any Feature] = [:]

    var open: [String] { states.keys.sorted() }

    subscript<State: Feature>(type: State.Type) -> State? {
        get { states[State.name] as? State }
        set { states[State.name] = newValue }
    }

    mutating func open(_ name: String) {
        if let type = features.first(where: { $0.name == name }) { states[name] = type.init() }
    }

    init() {}

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Name.self)
        for type in features where container.contains(Name(stringValue: type.name)) {
            states[type.name] = try container.decode(type, forKey: Name(stringValue: type.name))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        for (name, state) in states { try container.encode(state, forKey: Name(stringValue: name)) }
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

// MARK: Actions

private struct OpenFeature: Action, Codable { var name: String }
private struct CloseSearch: Action, Codable {}
private struct StartSearch: Action, Codable { var query: String }
private struct EndSearch: Action, Codable { var repositories: Request<[String]> }
private struct AddFavorite: Action, Codable { var name: String }

/// An action to dispatch later.
private struct Delayed: Action {
    let seconds: Int
    let action: any Action
}

@Sendable private func appReducer(action: any Action, state: AppState?) -> AppState {
    var state = state ?? AppState()
    switch action {
    case let action as OpenFeature: state.open(action.name)
    case is CloseSearch: state[Search.self] = nil
    case let action as StartSearch: state[Search.self] = Search(query: action.query, repositories: .loading)
    case let action as EndSearch: state[Search.self]?.repositories = action.repositories
    case let action as AddFavorite: state[Favorites.self]?.names.append(action.name)
    default: break
    }
    return state
}

// MARK: Middleware

/// A clock that the test advances.
private final class Clock {
    private var time = 0
    private var waiting: [(time: Int, work: () -> Void)] = []

    func wait(_ seconds: Int, _ work: @escaping () -> Void) {
        waiting.append((time + seconds, work))
    }

    func advance(_ seconds: Int) {
        time += seconds
        let due = waiting.filter { $0.time <= time }
        waiting.removeAll { $0.time <= time }
        for (_, work) in due { work() }
    }
}

private final class Log {
    var lines: [String] = []
}

@Suite struct GitHubClientTests {
    private let folder = TemporaryFolder()
    private let clock = Clock()
    private let log = Log()

    private var logging: Middleware<AppState> {
        { [log] _, _ in
            { next in
                { action in
                    log.lines.append("\(type(of: action))")
                    next(action)
                }
            }
        }
    }

    private var delay: Middleware<AppState> {
        { [clock] dispatch, _ in
            { next in
                { action in
                    guard let delayed = action as? Delayed else { return next(action) }
                    clock.wait(delayed.seconds) { dispatch(delayed.action) }
                }
            }
        }
    }

    /// Searches, in place of the network: the answer comes after two seconds.
    private func search(_ query: String, in store: Store<AppState>) {
        store.dispatch(StartSearch(query: query))
        let answer: Request<[String]> = query.isEmpty ? .failed("422") : .loaded(["\(query)-nio", "\(query)-syntax"])
        store.dispatch(Delayed(seconds: 2, action: EndSearch(repositories: answer)))
    }

    @Test func `A client with requests, delays and features that come and go is recorded, re-run, and travels`() throws
    {
        let file = folder.session()
        let recorder = try Recorder<AppState>(recordingTo: file)
        let store = Store<AppState>(
            reducer: recorder.travelingReducer(wrapping: appReducer),
            state: AppState(),
            middleware: [logging, delay, recorder.middleware()]
        )
        let travel = TimeTravel(recorder) { store.dispatch($0) }

        store.dispatch(OpenFeature(name: "search"))
        search("swift", in: store)
        #expect(store.state[Search.self]?.repositories == .loading)
        clock.advance(2)
        #expect(store.state[Search.self]?.repositories == .loaded(["swift-nio", "swift-syntax"]))
        store.dispatch(OpenFeature(name: "favorites"))
        store.dispatch(AddFavorite(name: "swift-nio"))
        store.dispatch(CloseSearch())
        #expect(store.state.open == ["favorites"])

        // The feature that was closed is open again, with its results.
        try travel.jump(to: 3)
        #expect(store.state.open == ["search"])
        #expect(store.state[Search.self]?.repositories == .loaded(["swift-nio", "swift-syntax"]))
        try travel.undo()
        #expect(store.state[Search.self] == Search(query: "swift", repositories: .loading))
        search("", in: store)
        clock.advance(2)
        #expect(store.state[Search.self]?.repositories == .failed("422"))
        recorder.close()

        let app = RegisteredApp(
            reducer: appReducer,
            actions: [OpenFeature.self, CloseSearch.self, StartSearch.self, EndSearch.self, AddFavorite.self]
        )
        let (types, parents) = try WholeApp.check(file, with: app)
        #expect(
            types == [
                "OpenFeature", "StartSearch", "EndSearch", "OpenFeature", "AddFavorite", "CloseSearch", "StartSearch",
                "EndSearch",
            ]
        )
        #expect(parents == [0, 1, 2, 3, 4, 5, 2, 7])
        // The delay is dispatched, but does not reach the recorder.
        #expect(log.lines.count { $0 == "Delayed" } == 2)
    }
}

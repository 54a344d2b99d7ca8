import Rewind
import RewindSession
import RewindTimeline
import RewindTree
import TestSupport
import Testing

private protocol ShopAction {}
private struct ProductsLoaded: ShopAction, Codable { var ids: [Int] }
private struct StockLoaded: ShopAction, Codable { var id: Int, count: Int }
private struct SearchTyped: ShopAction, Codable { var text: String }
private struct ResultsFound: ShopAction, Codable { var text: String }
private struct RequestFailed: ShopAction, Codable { var message: String }
private struct OfferTicked: ShopAction, Codable { var secondsLeft: Int }
private struct LoggedOut: ShopAction, Codable {}
private struct Refusal: Error, Codable { var status: Int }

@MainActor private final class Dispatcher {
    var handlers: [(any ShopAction) -> Void] = []
    var state: () -> Slices? = { nil }
    let recorder: Recorder<Slices>

    init(_ recorder: Recorder<Slices>) {
        self.recorder = recorder
    }

    func dispatch(_ action: any ShopAction) {
        recorder.recordDispatch(of: action, state: state) {
            for handler in handlers { handler(action) }
        }
    }
}

@MainActor private final class CatalogStore {
    var stock: [Int: Int] = [:]
    var results = ""

    init(_ dispatcher: Dispatcher) {
        dispatcher.handlers.append { [unowned self] action in
            if let action = action as? StockLoaded { stock[action.id] = action.count }
            if let action = action as? ResultsFound { results = action.text }
        }
    }
}

@MainActor private final class OfferStore {
    var secondsLeft: Int?

    init(_ dispatcher: Dispatcher) {
        dispatcher.handlers.append { [unowned self] action in
            if let action = action as? OfferTicked { secondsLeft = action.secondsLeft }
            if action is LoggedOut { secondsLeft = nil }
        }
    }
}

@MainActor private final class ActionCreators {
    let dispatcher: Dispatcher
    private var (searching, offer): (Task<Void, Never>?, Task<Void, Never>?)

    init(_ dispatcher: Dispatcher) {
        self.dispatcher = dispatcher
    }

    func openShop() -> Task<Void, Never> {
        perform { [self] in
            let ids = try await request("/products", [1, 2, 3])
            dispatcher.dispatch(ProductsLoaded(ids: ids))
            try await withThrowingTaskGroup(of: (Int, Int).self) { group in
                for id in ids { group.addTask { (id, try await self.request("/stock", 10 * id)) } }
                for try await (id, count) in group { dispatcher.dispatch(StockLoaded(id: id, count: count)) }
            }
        }
    }

    func type(_ text: String) -> Task<Void, Never> {
        dispatcher.dispatch(SearchTyped(text: text))
        searching?.cancel()
        let task = perform { [self] in
            try await Task.sleep(for: .milliseconds(20))
            dispatcher.dispatch(ResultsFound(text: try await request("/search", text)))
        }
        searching = task
        return task
    }

    func startOffer() -> Task<Void, Never> {
        let task = perform { [self] in
            for secondsLeft in [2, 1] {
                dispatcher.dispatch(OfferTicked(secondsLeft: secondsLeft))
                try await dispatcher.recorder.effect("timer") { try await Task.sleep(for: .seconds(60)) }
            }
        }
        offer = task
        return task
    }

    func logOut() {
        offer?.cancel()
        dispatcher.dispatch(LoggedOut())
    }

    private func request<Value: Sendable>(_ path: String, _ answer: Value) async throws -> Value {
        try await dispatcher.recorder.effect("GET \(path)", input: answer) {
            try await Task.sleep(for: .milliseconds(2))
            if answer as? String == "x" { throw Refusal(status: 503) }
            return answer
        }
    }

    private func perform(
        _ name: String = #function,
        _ work: @escaping @MainActor () async throws -> Void
    ) -> Task<Void, Never> {
        Task { [dispatcher] in
            // The error is dispatched in the flow, too.
            await dispatcher.recorder.flow(name) {
                do {
                    try await work()
                } catch is CancellationError {
                } catch {
                    dispatcher.dispatch(RequestFailed(message: "\(error)"))
                }
            }
        }
    }
}

@MainActor @Suite struct CausedFluxTests {
    private let folder = TemporaryFolder()

    @Test func `The actions of a Flux app have the action creators and requests as their causes`() async throws {
        let recorder = try Recorder<Slices>(recordingTo: folder.session())
        let dispatcher = Dispatcher(recorder)
        let (catalog, offer) = (CatalogStore(dispatcher), OfferStore(dispatcher))
        dispatcher.state = {
            ["stock": catalog.stock, "results": catalog.results, "secondsLeft": offer.secondsLeft ?? 0]
        }
        let creators = ActionCreators(dispatcher)
        await creators.openShop().value
        let canceled = creators.type("a")
        await creators.type("ab").value
        await canceled.value
        await creators.type("x").value
        let ticking = creators.startOffer()
        try await waitUntil { offer.secondsLeft == 2 }
        creators.logOut()
        await ticking.value
        recorder.close()

        let effects = try RecordedEffects(at: #require(recorder.url))
        let opening = ["ProductsLoaded"] + Array(repeating: "StockLoaded", count: 3)
        let searching = [
            "SearchTyped", "SearchTyped", "ResultsFound < type(_:)", "SearchTyped", "RequestFailed < type(_:)",
        ]
        let actions = opening.map { "\($0) < openShop()" } + searching + ["OfferTicked < startOffer()", "LoggedOut"]
        #expect(effects.chains == actions)
        let requests = effects.rows.filter { $0.effect.kind == .effect }
        #expect(
            requests.map { effects.name(of: $0.effect.cause) }
                == Array(repeating: "openShop()", count: 4) + ["type(_:)", "type(_:)", "startOffer()"]
        )
        #expect(requests.suffix(3).map(\.outcome?.status) == [.done, .failed, .canceled])
    }
}

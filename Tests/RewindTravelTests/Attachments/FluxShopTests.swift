import Foundation
import Rewind
import RewindReplay
import RewindSession
import RewindTravel
import RewindTree
import TestSupport
import Testing

/// Flux in the style of SwiftFlux: typed actions that make their payload, a dispatcher, and stores that register for
/// types.
private protocol Action {
    associatedtype Payload
    associatedtype Failure: Error
    func invoke(dispatcher: Dispatcher)
}

private class Dispatcher {
    private var handlers: [ObjectIdentifier: [(Any) -> Void]] = [:]

    func register<A: Action>(_ type: A.Type, handler: @escaping (Result<A.Payload, A.Failure>) -> Void) {
        handlers[ObjectIdentifier(type), default: []].append { result in
            if let result = result as? Result<A.Payload, A.Failure> { handler(result) }
        }
    }

    func dispatch<A: Action>(_ action: A, result: Result<A.Payload, A.Failure>) {
        for handler in handlers[ObjectIdentifier(A.self)] ?? [] { handler(result) }
    }
}

// MARK: The app

private struct SoldOut: Error {}

private struct AddToCart: Action, Codable {
    typealias Payload = String
    typealias Failure = SoldOut

    var article: String

    func invoke(dispatcher: Dispatcher) {
        dispatcher.dispatch(self, result: article == "tea" ? .failure(SoldOut()) : .success(article))
    }
}

private struct LogIn: Action, Codable {
    typealias Payload = String
    typealias Failure = Never

    var name: String

    func invoke(dispatcher: Dispatcher) { dispatcher.dispatch(self, result: .success(name)) }
}

private struct Cart: Codable, Equatable {
    var articles: [String] = []
    var failures = 0

    /// Changes the cart; `article` is nil if it was sold out.
    mutating func add(_ article: String?) {
        if let article { articles.append(article) } else { failures += 1 }
    }
}

private struct Account: Codable, Equatable {
    var name: String?

    mutating func logIn(_ name: String?) { self.name = name }
}

private final class CartStore {
    var state = Cart()

    init(_ dispatcher: Dispatcher) {
        dispatcher.register(AddToCart.self) { [unowned self] in state.add(try? $0.get()) }
    }
}

private final class AccountStore {
    var state = Account()

    init(_ dispatcher: Dispatcher) {
        dispatcher.register(LogIn.self) { [unowned self] in state.logIn($0.get()) }
        // A store may listen to any action.
        dispatcher.register(AddToCart.self) { [unowned self] _ in if state.name == nil { state.logIn("guest") } }
    }
}

// MARK: Rewind

private final class RecordingDispatcher: Dispatcher {
    let recorder: Recorder<Slices>
    var state: () -> Slices? = { nil }

    init(_ recorder: Recorder<Slices>) {
        self.recorder = recorder
    }

    override func dispatch<A: Action>(_ action: A, result: Result<A.Payload, A.Failure>) {
        recorder.recordDispatch(of: DispatchedAction(action, result: result), state: state) {
            super.dispatch(action, result: result)
        }
    }
}

/// The states of both stores, for a re-run.
private struct Shop: Codable {
    var cart: Cart
    var account: Account
}

@Sendable private func shopReducer(state: inout Shop, action: Any) {
    switch action {
    case let action as DispatchedAction<AddToCart, String>:
        state.cart.add(action.success)
        if state.account.name == nil { state.account.logIn("guest") }
    case let action as DispatchedAction<LogIn, String>: state.account.logIn(action.success)
    default: break
    }
}

@Suite struct FluxShopTests {
    @Test func `A Flux app with two stores is recorded, re-run, and travels`() throws {
        let folder = TemporaryFolder()
        let file = folder.session()
        let recorder = try Recorder<Slices>(recordingTo: file)
        let dispatcher = RecordingDispatcher(recorder)
        let (cartStore, accountStore) = (CartStore(dispatcher), AccountStore(dispatcher))
        dispatcher.state = { ["cart": cartStore.state, "account": accountStore.state] }
        let travel = TimeTravel(recorder) { restoration in
            if let cart = restoration.state["cart"] as? Cart { cartStore.state = cart }
            if let account = restoration.state["account"] as? Account { accountStore.state = account }
        }

        AddToCart(article: "cup").invoke(dispatcher: dispatcher)
        AddToCart(article: "tea").invoke(dispatcher: dispatcher)
        LogIn(name: "ada").invoke(dispatcher: dispatcher)
        AddToCart(article: "pot").invoke(dispatcher: dispatcher)
        #expect(cartStore.state == Cart(articles: ["cup", "pot"], failures: 1))
        #expect(accountStore.state == Account(name: "ada"))
        try travel.jump(to: 1)
        #expect(cartStore.state == Cart(articles: ["cup"]))
        #expect(accountStore.state == Account(name: "guest"))
        try travel.jump(to: 0)
        #expect(accountStore.state == Account(name: nil))
        try travel.redo(2)
        LogIn(name: "bob").invoke(dispatcher: dispatcher)
        #expect(cartStore.state == Cart(articles: ["cup"], failures: 1))
        #expect(accountStore.state == Account(name: "bob"))
        recorder.close()

        let app = RegisteredApp(
            reducer: shopReducer,
            actions: [DispatchedAction<AddToCart, String>.self, DispatchedAction<LogIn, String>.self]
        )
        let (types, parents) = try WholeApp.check(file, with: app)
        #expect(types == ["AddToCart", "AddToCart", "LogIn", "AddToCart", "LogIn"])
        #expect(parents == [0, 1, 2, 3, 2])
    }

    @Test func `Actions are recorded with their results, and a state that is not Codable is reflected`() throws {
        struct Visitor {
            var name = ""
            var logins = 0
        }
        let folder = TemporaryFolder()
        let recorder = try Recorder<Slices>(recordingTo: folder.session())
        let dispatcher = RecordingDispatcher(recorder)
        let cartStore = CartStore(dispatcher)
        var visitor = Visitor()
        dispatcher.register(LogIn.self) { visitor = Visitor(name: $0.get(), logins: visitor.logins + 1) }
        dispatcher.state = { ["cart": cartStore.state, "visitor": visitor] }
        for article in ["cup", "tea"] { AddToCart(article: article).invoke(dispatcher: dispatcher) }
        LogIn(name: "ada").invoke(dispatcher: dispatcher)
        recorder.close()

        let recording = try Recording(at: folder.session())
        let nobody: Tree = ["name": "", "logins": 0]
        try recording.expect([
            ["cart": ["articles": [], "failures": 0], "visitor": nobody],
            ["cart": ["articles": ["cup"], "failures": 0], "visitor": nobody],
            ["cart": ["articles": ["cup"], "failures": 1], "visitor": nobody],
            ["cart": ["articles": ["cup"], "failures": 1], "visitor": ["name": "ada", "logins": 1]],
        ])
        #expect(recording.records.map(\.type) == ["AddToCart", "AddToCart", "LogIn"])
        #expect(recording.records.allSatisfy { $0.coder == .codable })
        #expect(
            recording.records.map(\.payload) == [
                ["action": ["article": "cup"], "success": "cup"],
                ["action": ["article": "tea"], "failure": "SoldOut()"],
                ["action": ["name": "ada"], "success": "ada"],
            ]
        )
    }
}

import CSQLite
import Foundation
import Rewind
import RewindStore

/// Sessions of a shop with three planted bugs, each with a known cause.
///
/// - A coupon on an empty cart makes the total negative, in version 1.2 only.
/// - A token that is refreshed right after the app went to the background expires the account, from version 1.1 on.
/// - Removing an article from an empty cart ends the app, in version 1.2 only.
struct FleetLoad {
    struct State: Codable {
        struct Account: Codable {
            var name: String?
            var isExpired = false
        }

        struct Cart: Codable {
            var items = 0
            var total = 0
        }

        struct Network: Codable {
            var isLoading = false
            var error: String?
        }

        var articles = (0..<20).map(ArticleState.Article.init(number:))
        var account = Account()
        var cart = Cart()
        var network = Network()
        var screen = "home"
        var isInBackground = false
    }

    enum Bug: String, CaseIterable {
        case negativeTotal, expiredAccount, crash
    }

    struct Like: Action, Codable { var index: Int }
    struct Open: Action, Codable { var screen: String }
    struct StartLoading: Action, Codable {}
    struct FinishLoading: Action, Codable { var error: String? }
    struct SignIn: Action, Codable { var name: String }
    struct SignOut: Action, Codable {}
    struct AddToCart: Action, Codable { var price: Int }
    struct RemoveFromCart: Action, Codable {}
    struct ApplyCoupon: Action, Codable { var amount: Int }
    struct EnterBackground: Action, Codable {}
    struct EnterForeground: Action, Codable {}
    struct RefreshToken: Action, Codable {}

    static let versions = ["1.0", "1.1", "1.2", "1.3"]

    /// The bug that the session has; nil for most.
    let bug: Bug?
    let version: String
    private let number: Int
    private let count: Int

    /// Creates the load of a session; one in ten has a bug.
    init(number: Int, actions count: Int) {
        (self.number, self.count) = (number, count)
        bug = number % 10 == 0 ? Bug.allCases[number / 10 % 3] : nil
        version =
            bug == nil ? Self.versions[number % 4] : bug == .expiredAccount ? Self.versions[1 + number % 3] : "1.2"
    }

    /// Records the session into a file at `url`.
    func record(to url: URL) throws {
        var options = RecorderOptions()
        options.durability = .buffered
        options.app = "Shop"
        options.appVersion = version
        options.longestWait = .seconds(60)
        let recorder = try Recorder<State>(recordingTo: url, options: options)
        let store = Store(reducer: Self.reduce, state: State(), middleware: [recorder.middleware()])
        var random = Random(state: UInt64(number) + 1)
        let place = count / 2 + random.below(count / 4)
        for index in 0..<count {
            if index == place, let bug {
                for action in Self.cause(of: bug) { store.dispatch(action) }
                if bug == .crash { break }
                continue
            }
            store.dispatch(action(&random, store.state))
        }
        recorder.close()
        guard bug == .crash else { return }
        let connection = try SQLite.open(url)
        defer { sqlite3_close(connection) }
        try SQLite.execute("INSERT INTO session VALUES ('ended_by', 'crash')", in: connection)
    }

    private static func cause(of bug: Bug) -> [any Action] {
        switch bug {
        case .negativeTotal: [SignOut(), ApplyCoupon(amount: 5)]
        case .expiredAccount: [EnterBackground(), RefreshToken()]
        case .crash: [SignOut(), RemoveFromCart()]
        }
    }

    /// Returns an action that does not reach a bug. The same user signs in each time.
    private func action(_ random: inout Random, _ state: State) -> any Action {
        switch random.below(12) {
        case 0, 1: Like(index: random.below(20))
        case 2, 3, 4: Open(screen: ["home", "article", "search", "cart"][random.below(4)])
        case 5: StartLoading()
        case 6: FinishLoading(error: random.below(20) == 0 ? "timeout" : nil)
        case 7: SignIn(name: "user \(number % 1_000)")
        case 8: state.cart.items == 0 ? AddToCart(price: 3) : RemoveFromCart()
        case 9: state.cart.items == 0 ? AddToCart(price: 8) : ApplyCoupon(amount: 1)
        case 10: state.isInBackground ? EnterForeground() : EnterBackground()
        default: state.isInBackground ? EnterForeground() : RefreshToken()
        }
    }

    private static func reduce(_ action: any Action, _ state: State?) -> State {
        var state = state ?? State()
        switch action {
        case let action as Like: state.articles[action.index].likes += 1
        case let action as Open: state.screen = action.screen
        case is StartLoading: state.network.isLoading = true
        case let action as FinishLoading: state.network = State.Network(isLoading: false, error: action.error)
        case let action as SignIn: state.account.name = action.name
        case is SignOut:
            state.account.name = nil
            state.cart = State.Cart()
        case let action as AddToCart:
            state.cart.items += 1
            state.cart.total += action.price
        case is RemoveFromCart: state.cart = State.Cart(items: max(0, state.cart.items - 1), total: 0)
        case let action as ApplyCoupon:
            state.cart.total = state.cart.items == 0 ? -5 : max(0, state.cart.total - action.amount)
        case is EnterBackground: state.isInBackground = true
        case is EnterForeground: state.isInBackground = false
        case is RefreshToken: state.account.isExpired = state.account.isExpired || state.isInBackground
        default: break
        }
        return state
    }

    /// A linear congruential generator (Knuth, MMIX).
    private struct Random {
        var state: UInt64

        mutating func below(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(limit))
        }
    }
}

import Foundation
import TestSupport
import Testing

/// A state with everything that an incremental encoder might get wrong.
struct ChangingState: Codable {
    final class Counter: Codable {
        var value = 0
        var log: [String] = []
    }

    struct User: Codable {
        var id: Int
        var name: String
        var isAdmin: Bool
        var score: Double
        var location: String?
        var age: Int?
    }

    struct Article: Codable {
        var id: String
        var isPrivate: Bool
        var title: String
        var body: String
        var tags: [String]
        var user: User
        var stocks: Int32
        var flags: [Bool]
        var rating: Float?
        var screen: Screen?
    }

    struct Section: Codable {
        var title: String
        var articles: [Article]
    }

    struct Holder: Codable {
        var name: String
        var counter: Counter
    }

    enum Status: Codable {
        case idle
        case loading(since: Date)
        case failed(code: Int, message: String)
        indirect case nested(Status, [User])
    }

    struct Slice: Codable {
        var title = "home"
        var page = 1
        var sections: [Section] = []
        var status = Status.idle
        var selected: Article?
        var ids: Set<String> = []
        var url: URL?
        var data = Data()
    }

    var slice = Slice()
    var other = Slice()
    var articles: [Article] = []
    var table: [String: Article] = [:]
    var byPoint: [Point: [String]] = [:]
    var byColor: [Color: Int] = [:]
    var counter = Counter()
    var holders: [Holder] = []
    var counters: [String: Counter] = [:]
    var maybe: Counter?
    var numbers: [Int] = []
    var matrix: [[Double]] = []
    var optionals: [String?] = []
    var derived = [Derived(name: "a", size: 1)]
    var handmade = ByHand()
    var lists: [String: [Int]] = [:]
}

struct StateMaker {
    var random: SplitMix64

    mutating func text() -> String {
        let texts = ["", "a", "é", "e\u{301}", "a long body that is stored on the heap, and more", "日本語のテキスト、少し長め"]
        let text = texts[Int.random(in: 0..<texts.count, using: &random)]
        return random.chance(30) ? text + String(Int.random(in: 0..<100, using: &random)) : text
    }

    mutating func user() -> ChangingState.User {
        ChangingState.User(
            id: Int.random(in: 0..<10, using: &random),
            name: text(),
            isAdmin: Bool.random(using: &random),
            score: [0.0, -0.0, .nan, 1.5, .infinity][Int.random(in: 0..<5, using: &random)],
            location: random.chance(50) ? nil : text(),
            age: random.chance(50) ? nil : 3
        )
    }

    mutating func article() -> ChangingState.Article {
        ChangingState.Article(
            id: text(),
            isPrivate: Bool.random(using: &random),
            title: text(),
            body: text(),
            tags: (0..<Int.random(in: 0...20, using: &random)).map { _ in text() },
            user: user(),
            stocks: 3,
            flags: [true, false],
            rating: random.chance(50) ? nil : 0.1,
            screen: random.chance(50) ? nil : .article(id: text(), scroll: nil)
        )
    }

    mutating func change(_ article: inout ChangingState.Article) {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: article.isPrivate.toggle()
        case 1: article.title = text()
        case 2: article.body += "x"
        case 3: article.tags.append(text())
        case 4: article.user.name = text()
        case 5: article.user.location = random.chance(50) ? nil : text()
        case 6: article.stocks += 1
        default: article.screen = .modal(over: .home, .red)
        }
    }

    mutating func change(_ articles: inout [ChangingState.Article]) {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: articles.insert(article(), at: 0)
        case 1: articles.append(article())
        case 2 where !articles.isEmpty: articles.remove(at: Int.random(in: articles.indices, using: &random))
        case 3: articles.shuffle(using: &random)
        case 4: articles = Array(articles)
        case 5 where articles.count > 12: articles.removeAll()
        default:
            for _ in 0..<Int.random(in: 1...3, using: &random) where !articles.isEmpty {
                change(&articles[Int.random(in: articles.indices, using: &random)])
            }
        }
    }

    mutating func change(_ slice: inout ChangingState.Slice) {
        switch Int.random(in: 0..<9, using: &random) {
        case 0: slice.title = text()
        case 1: slice.page += 1
        case 2: slice.sections.append(ChangingState.Section(title: text(), articles: [article(), article()]))
        case 3 where !slice.sections.isEmpty:
            change(&slice.sections[Int.random(in: slice.sections.indices, using: &random)].articles)
        case 4: slice.status = .nested(.failed(code: 1, message: text()), [user()])
        case 5: slice.selected = random.chance(30) ? nil : article()
        case 6: slice.ids.formSymmetricDifference([text(), text()])
        case 7: slice.url = URL(string: "https://example.com/\(Int.random(in: 0..<100, using: &random))")
        default: slice.data.append(UInt8.random(in: 0...255, using: &random))
        }
    }

    mutating func change(_ state: inout ChangingState) {
        if random.chance(2) { state = ChangingState() }
        switch Int.random(in: 0..<24, using: &random) {
        case 0, 1: change(&state.slice)
        case 2: change(&state.other)
        case 3, 4, 5, 6: change(&state.articles)
        case 7: state.table[text()] = random.chance(30) ? nil : article()
        case 8:
            if let key = state.table.keys.sorted().randomElement(using: &random), var article = state.table[key] {
                change(&article)
                state.table[key] = article
            }
        case 9: state.byPoint[Point(x: Int.random(in: 0..<4, using: &random), y: 0), default: []].append(text())
        case 10: state.byColor[.red, default: 0] += 1
        case 11: state.counter.value += 1
        case 12: state.counter.log.append(text())
        case 13: state.holders.append(ChangingState.Holder(name: text(), counter: ChangingState.Counter()))
        case 14: state.holders.randomElement(using: &random)?.counter.value += 1
        case 15: state.holders.randomElement(using: &random)?.counter.log.append(text())
        case 16: state.counters[text()] = ChangingState.Counter()
        case 17: state.counters.values.randomElement(using: &random)?.value += 1
        case 18: state.maybe = random.chance(50) ? nil : state.counter
        case 19: state.numbers.append(Int.random(in: 0..<5, using: &random))
        case 20 where !state.numbers.isEmpty: state.numbers[Int.random(in: state.numbers.indices, using: &random)] += 1
        case 21: state.matrix.append((0..<Int.random(in: 0..<50, using: &random)).map { Double($0) })
        case 22: state.optionals.append(random.chance(50) ? nil : text())
        default:
            if random.chance(50) { state.derived[0].name += "x" } else { state.lists[text(), default: []].append(1) }
        }
    }
}

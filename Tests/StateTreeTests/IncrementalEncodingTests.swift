import Foundation
import TestSupport
import Testing

@testable import StateTree

/// A state with everything that an incremental encoder could get wrong.
private struct State: Codable {
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

private struct StateMaker {
    var random: SplitMix64

    mutating func text() -> String {
        let texts = ["", "a", "é", "e\u{301}", "a long body that is stored on the heap, and more", "日本語のテキスト、少し長め"]
        let text = texts[Int.random(in: 0..<texts.count, using: &random)]
        return random.chance(30) ? text + String(Int.random(in: 0..<100, using: &random)) : text
    }

    mutating func user() -> State.User {
        State.User(
            id: Int.random(in: 0..<10, using: &random),
            name: text(),
            isAdmin: Bool.random(using: &random),
            score: [0.0, -0.0, .nan, 1.5, .infinity][Int.random(in: 0..<5, using: &random)],
            location: random.chance(50) ? nil : text(),
            age: random.chance(50) ? nil : 3
        )
    }

    mutating func article() -> State.Article {
        State.Article(
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

    mutating func change(_ article: inout State.Article) {
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

    mutating func change(_ articles: inout [State.Article]) {
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

    mutating func change(_ slice: inout State.Slice) {
        switch Int.random(in: 0..<9, using: &random) {
        case 0: slice.title = text()
        case 1: slice.page += 1
        case 2: slice.sections.append(State.Section(title: text(), articles: [article(), article()]))
        case 3 where !slice.sections.isEmpty:
            change(&slice.sections[Int.random(in: slice.sections.indices, using: &random)].articles)
        case 4: slice.status = .nested(.failed(code: 1, message: text()), [user()])
        case 5: slice.selected = random.chance(30) ? nil : article()
        case 6: slice.ids.formSymmetricDifference([text(), text()])
        case 7: slice.url = URL(string: "https://example.com/\(Int.random(in: 0..<100, using: &random))")
        default: slice.data.append(UInt8.random(in: 0...255, using: &random))
        }
    }

    mutating func change(_ state: inout State) {
        if random.chance(2) { state = State() }
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
        case 13: state.holders.append(State.Holder(name: text(), counter: State.Counter()))
        case 14: state.holders.randomElement(using: &random)?.counter.value += 1
        case 15: state.holders.randomElement(using: &random)?.counter.log.append(text())
        case 16: state.counters[text()] = State.Counter()
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

@Suite struct IncrementalEncodingTests {
    @Test("the tree is that of a fresh encoder, whatever changed", arguments: 0..<30 as Range<UInt64>)
    func property(seed: UInt64) throws {
        var maker = StateMaker(random: SplitMix64(seed: seed))
        var state = State()
        var encoder = TreeEncoder()
        var last = try encoder.encode(state)
        for _ in 0..<150 {
            for _ in 0..<Int.random(in: 0...3, using: &maker.random) { maker.change(&state) }
            let tree = try encoder.encode(state)
            var fresh = TreeEncoder()
            let expected = try fresh.encode(state)
            #expect(tree == expected)
            guard tree == expected else { return }
            #expect(try last.applying(tree.patch(from: last)) == tree)
            last = tree
        }
    }

    private func articles(_ count: Int) -> [State.Article] {
        var maker = StateMaker(random: SplitMix64(seed: 1))
        return (0..<count).map { index in
            var article = maker.article()
            article.id = "id\(index)"
            return article
        }
    }

    private func elements(_ tree: Tree, _ pointer: Pointer = ["articles"]) throws -> [Tree] {
        guard case .array(let node) = try #require(tree[pointer]) else { return [] }
        return node.elements
    }

    @Test("a value that has not changed has the same nodes")
    func unchanged() throws {
        var state = State()
        state.articles = articles(10)
        var encoder = TreeEncoder()
        let first = try encoder.encode(state)
        #expect(try encoder.encode(state).isIdentical(to: first))
        state.counter.value += 1
        let second = try encoder.encode(state)
        #expect(!second.isIdentical(to: first))
        #expect(second[["counter", "value"]] == 1)
        for key in ["slice", "other", "articles", "numbers", "handmade"] {
            let old = try #require(first[[key]])
            #expect(try #require(second[[key]]).isIdentical(to: old), "\(key)")
        }
    }

    @Test("elements that are not changed keep their nodes when the array changes around them")
    func elements() throws {
        var state = State()
        state.articles = articles(100)
        var encoder = TreeEncoder()
        let before = try elements(try encoder.encode(state))

        state.articles[50].title = "changed"
        let changed = try elements(try encoder.encode(state))
        #expect(changed.indices.filter { !changed[$0].isIdentical(to: before[$0]) } == [50])
        let user = try #require(before[50][["user"]])
        #expect(try #require(changed[50][["user"]]).isIdentical(to: user), "what is inside is shared as well")

        state.articles.insert(articles(1)[0], at: 0)
        let inserted = try elements(try encoder.encode(state))
        #expect(inserted.dropFirst().elementsEqual(changed) { $0.isIdentical(to: $1) })

        var random = SplitMix64(seed: 3)
        state.articles.shuffle(using: &random)
        let shuffled = try elements(try encoder.encode(state))
        let ids = Dictionary(uniqueKeysWithValues: inserted.dropFirst().map { ($0[["id"]], $0) })
        for element in shuffled where element[["id"]] != inserted[0][["id"]] {
            #expect(try #require(ids[element[["id"]]]).isIdentical(to: element))
        }
    }

    @Test("the values of a dictionary that are not changed keep their nodes")
    func dictionaries() throws {
        var state = State()
        for article in articles(100) { state.table[article.id] = article }
        var encoder = TreeEncoder()
        let before = try #require(try encoder.encode(state)[["table"]])
        state.table["id7"]?.title = "changed"
        state.table["id9"] = nil
        state.table["new"] = articles(1)[0]
        let after = try #require(try encoder.encode(state)[["table"]])
        guard case .object(let old) = before, case .object(let new) = after else { return }
        #expect(new.keys.count == 100)
        let changed = zip(new.keys, new.values).filter { key, value in
            guard let value = old[key].map({ $0.isIdentical(to: value) }) else { return true }
            return !value
        }
        #expect(changed.map(\.0) == ["id7", "new"])
    }

    @Test("objects of one type share their keys")
    func keys() throws {
        var encoder = TreeEncoder()
        let nodes = try elements(try encoder.encode(articles(20).map { $0.user }), []).compactMap { tree in
            if case .object(let node) = tree { node } else { ObjectNode?.none }
        }
        let addresses = nodes.map { node in node.keys.withUnsafeBufferPointer { $0.baseAddress } }
        #expect(Set(addresses).count <= 4, "one for each combination of the two optionals")
    }

    @Test("an encode that fails does not spoil the next one")
    func failure() throws {
        struct Fragile: Codable {
            var numbers: [Int]
            var value: Wrapper
            struct Wrapper: Codable {
                var fails = false
                func encode(to encoder: any Encoder) throws {
                    var container = encoder.container(keyedBy: AnyKey.self)
                    _ = container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("a"))
                    if fails { throw CocoaError(.coderInvalidValue) }
                }
            }
        }
        var value = Fragile(numbers: Array(0..<100), value: .init())
        var encoder = TreeEncoder()
        let tree = try encoder.encode(value)
        value.value.fails = true
        value.numbers[3] = 0
        #expect(throws: CocoaError.self) { try encoder.encode(value) }
        value.value.fails = false
        value.numbers[3] = 3
        #expect(try encoder.encode(value) == tree)
    }

    @Test("one encoder takes values of different types")
    func types() throws {
        var encoder = TreeEncoder()
        for _ in 0..<3 {
            #expect(try encoder.encode(Array(0..<100)) == Tree(elements: (0..<100).map { .integer($0) }))
            #expect(
                try encoder.encode(Array(0..<100).map { UInt8($0) }) == Tree(elements: (0..<100).map { .integer($0) })
            )
            #expect(
                try encoder.encode((0..<100).map { Double($0) })
                    == Tree(elements: (0..<100).map { .double(Double($0)) })
            )
            #expect(try encoder.encode(["a": 1]) == ["a": 1])
            #expect(try encoder.encode(["a": "b"]) == ["a": "b"])
            #expect(try encoder.encode(Scalars()) == TreeEncoderCheck.fresh(Scalars()))
        }
    }

    @Test("an encoder that escapes is harmless")
    func escape() throws {
        final class Box { var encoder: (any Encoder)? }
        struct Escaping: Encodable {
            let box: Box
            func encode(to encoder: any Encoder) throws {
                box.encoder = encoder
                var container = encoder.singleValueContainer()
                try container.encode(1)
            }
        }
        let box = Box()
        var encoder = TreeEncoder()
        #expect(try encoder.encode([Escaping(box: box)]) == [1])
        var container = try #require(box.encoder).unkeyedContainer()
        try container.encode("late")
        #expect(try encoder.encode([[1, 2], [3]]) == [[1, 2], [3]])
    }
}

private enum TreeEncoderCheck {
    static func fresh(_ value: some Encodable) throws -> Tree {
        var encoder = TreeEncoder()
        return try encoder.encode(value)
    }
}

import Rewind
import RewindStore

// As in an app with the main actor as its default isolation: every type and its conformances are isolated to it.

struct Item: Codable, Identifiable {
    var id: Int
    var title: String
    var author = Author()
}

struct Author: Codable {
    var name = "qiita"
    var followers: [Int]? = [1]
}

/// A handwritten conformance, with a closure that is also isolated to the main actor.
struct Tags: Codable {
    var all: Set<String> = ["b"]

    init() {}

    init(from decoder: any Decoder) throws {
        all = Set(try decoder.singleValueContainer().decode([String].self).map { $0 })
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(all.sorted { $0 < $1 })
    }
}

enum Tab: String, Codable, Hashable {
    case home, stocks
}

/// A key with a custom `==`.
struct Day: Codable, Hashable {
    var number: Int

    static func == (left: Day, right: Day) -> Bool {
        [left].allSatisfy { $0.number == right.number }
    }

    func hash(into hasher: inout Hasher) {
        [number].forEach { hasher.combine($0) }
    }
}

enum Screen: Codable {
    case list
    case detail(Item)
}

struct Page<Element: Codable>: Codable {
    var elements: [Element] = []
    var next: Int?

    private enum CodingKeys: String, CodingKey {
        case elements = "items"
        case next
    }
}

struct AppState: Codable {
    var items = Page<Item>()
    var tags = Tags()
    var screen = Screen.list
    var visits: [Tab: Int] = [:]
    var days: [Day: Tags] = [:]
    var draft: Item?
    var error: String?
}

struct Load: Action, Codable {
    var items: [Item]
}

struct Tag: Action, Codable {
    var tags: Tags
}

enum Navigation: Action, Codable {
    case open(Item)
    case switchTo(Tab)
    case back
}

struct Fail: Action, Codable {}

struct Failure: Error {
    var code = 500
}

func reduce(_ action: any Action, _ state: AppState?) -> AppState {
    var state = state ?? AppState()
    switch action {
    case let load as Load:
        state.items.elements += load.items.map { $0 }
        state.items.next = state.items.elements.count
    case let tag as Tag:
        state.tags.all.formUnion(tag.tags.all)
        state.days[Day(number: tag.tags.all.count)] = tag.tags
    case .open(let item) as Navigation: state.screen = .detail(item)
    case .switchTo(let tab) as Navigation: state.visits[tab, default: 0] += 1
    case .back as Navigation:
        state.screen = .list
        state.draft = state.items.elements.last
    case is Fail: state.error = String(describing: Failure())
    default: break
    }
    return state
}

import RewindStore

/// A repeated change of a collection in a state.
enum ArticleLoad: String, CaseIterable {
    case field, insert, append, remove, sort, dictionary, set, nested

    struct Like: Action, Codable { var index: Int }
    struct Insert: Action, Codable { var number: Int }
    struct Append: Action, Codable { var page: Int }
    struct Remove: Action, Codable { var index: Int }
    struct Sort: Action, Codable { var byLikes: Bool }
    struct Follow: Action, Codable { var id: String }
    struct Stock: Action, Codable { var id: String }
    struct SetFontSize: Action, Codable { var size: Int }

    /// The description for the name of a figure.
    var text: String {
        switch self {
        case .field: "a field of one of N articles"
        case .insert: "insert at the head of N articles"
        case .append: "append 20 to N articles"
        case .remove: "remove one of N articles"
        case .sort: "sort N articles"
        case .dictionary: "a value of a dictionary of N"
        case .set: "an element of a set of N"
        case .nested: "a struct three deep, beside N articles"
        }
    }

    /// Returns the initial state.
    func state(size: Int) -> ArticleState {
        switch self {
        case .dictionary, .set: ArticleState(articles: 0, others: size)
        case .field, .insert, .append, .remove, .sort, .nested: ArticleState(articles: size)
        }
    }

    /// Returns the action with this number.
    func action(_ number: Int, size: Int) -> any Action {
        // Spread out, as successive changes are rarely near each other.
        let index = number &* 7919 % size
        return switch self {
        case .field: Like(index: index)
        case .insert: Insert(number: size + number)
        case .append: Append(page: number)
        case .remove: Remove(index: index)
        case .sort: Sort(byLikes: number % 2 == 0)
        case .dictionary: Follow(id: ArticleState.id(index))
        case .set: Stock(id: ArticleState.id(index))
        case .nested: SetFontSize(size: number)
        }
    }

    /// Returns the reducer. Arrays that grow stay below twice their initial size; those that shrink, above half of it.
    static func reducer(size: Int) -> (any Action, ArticleState?) -> ArticleState {
        let fresh = (size..<size + 20).map(ArticleState.Article.init(number:))
        let all = (0..<size).map(ArticleState.Article.init(number:))
        return { action, state in
            var state = state ?? ArticleState(articles: 0)
            switch action {
            case let action as Like: state.articles[action.index].likes += 1
            case let action as Insert:
                if state.articles.count >= 2 * size { state.articles.removeLast(size) }
                state.articles.insert(ArticleState.Article(number: action.number), at: 0)
            case let action as Append:
                if state.articles.count >= 2 * size { state.articles.removeLast(size) }
                for var article in fresh {
                    article.id += "-\(action.page)"
                    state.articles.append(article)
                }
            case let action as Remove:
                if state.articles.count <= size / 2 { state.articles = all }
                state.articles.remove(at: action.index % state.articles.count)
            case let action as Sort:
                state.articles.sort { action.byLikes ? $0.likes > $1.likes : $0.title < $1.title }
            case let action as Follow: state.authors[action.id]?.followers += 1
            case let action as Stock:
                if state.stocked.remove(action.id) == nil { state.stocked.insert(action.id) }
            case let action as SetFontSize: state.settings.reading.font.size = action.size
            default: break
            }
            return state
        }
    }
}

import ArticleClient
import Rewind
import RewindStore

/// A random walk through the article client, without a server: many small changes of a state with about 100 articles.
struct RandomUser {
    private static let articleCount = 100
    private static let pageSize = 20

    private let list = ArticleSource.home
    private let language: Language
    private let articles: [Article]
    private var random: SeededGenerator

    /// Prepares a walk; the same seed makes the same walk.
    init(articles: [Article], language: Language, seed: UInt64) {
        self.language = language
        random = SeededGenerator(state: seed)
        self.articles = (0..<Self.articleCount).compactMap { index in
            guard !articles.isEmpty else { return nil }
            var article = articles[index % articles.count]
            if index >= articles.count { article.id += "-\(index)" }
            return article
        }
    }

    /// Dispatches exactly `count` actions, including the store's initial one.
    ///
    /// - Throws: Any error of `progress`, which receives the number of remaining actions.
    consuming func walk(
        _ count: Int,
        recorder: Recorder<AppState>,
        progress: (_ left: Int) throws -> Void = { _ in }
    ) rethrows {
        let store = Store(reducer: appReducer, state: language.initialState, middleware: [recorder.middleware()])
        language.begin(store)
        var left = count - 1
        func take(_ actions: [any AppAction]) {
            for action in actions.prefix(left) { store.dispatch(action) }
            left -= min(left, actions.count)
        }
        take(loadList())
        while left > 0 {
            try progress(left)
            take(step(from: store.state))
        }
    }

    private func loadList() -> [any AppAction] {
        var actions: [any AppAction] = [list.refresh(true, 1)]
        for start in stride(from: 0, to: articles.count, by: Self.pageSize) {
            let page = Array(articles[start..<min(start + Self.pageSize, articles.count)])
            if start == 0 {
                actions += [
                    list.refresh(false, 1), list.result(.success(page)),
                ]
            } else {
                actions += [
                    list.showMoreLoading(true), list.showMoreLoading(false),
                    list.moreResult(.success(page)),
                ]
            }
        }
        return actions
    }

    private mutating func step(from state: AppState) -> [any AppAction] {
        switch state.navigation.top {
        case .home: random.chance(1, in: 4) ? failToRefresh(state) : openArticle()
        case .article: random.chance(1, in: 12) ? leaveArticle() : toggleStock(state)
        case .userArticleList, .userArticle: [PopScreenAction()]
        }
    }

    private mutating func openArticle() -> [any AppAction] {
        let article = articles[random.below(articles.count)]
        return [
            list.articleId(article.id), PushScreenAction(screen: .article),
            LoadingAction(isLoading: true), list.article(article),
            list.stockers([article.user]), LoadingAction(isLoading: false),
            LoadingAction(isLoading: true), list.fetchingStockStatus(true),
            LoadingAction(isLoading: false), list.fetchingStockStatus(false),
            list.hasStock(random.chance(1, in: 2)),
        ]
    }

    private func toggleStock(_ state: AppState) -> [any AppAction] {
        [
            LoadingAction(isLoading: true), LoadingAction(isLoading: false),
            list.hasStock(state.articleDetail.stockStatus != true),
        ]
    }

    private func leaveArticle() -> [any AppAction] {
        [PopScreenAction(), list.reset()]
    }

    private func failToRefresh(_ state: AppState) -> [any AppAction] {
        let page = state.home.pageNumber
        let failure = RequestFailure(.timedOut, in: language)
        return [
            LoadingAction(isLoading: true), list.refresh(true, 1),
            LoadingAction(isLoading: false), list.refresh(false, page),
            list.result(.failure(failure)),
        ]
    }
}

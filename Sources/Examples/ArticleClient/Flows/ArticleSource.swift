/// A list that shows articles and opens them, with its slices, its screen, and its actions. The flows are the same for
/// both lists.
package struct ArticleSource: Sendable {
    /// All articles.
    package static let home = ArticleSource(
        list: \.home,
        detail: \.articleDetail,
        listPointer: "/home",
        detailPointer: "/articleDetail",
        screen: .home,
        articleScreen: .article,
        refresh: HomeRefreshAction.init,
        result: HomeArticleResultAction.init,
        showMoreLoading: HomeShowMoreLoadingAction.init,
        moreResult: HomeMoreArticleResultAction.init,
        finish: HomeFinishMoreArticleAction.init,
        articleId: ArticleDetailIdAction.init,
        article: ArticleDetailAction.init,
        stockers: ArticleDetailStockersAction.init,
        hasStock: ArticleDetailHasStockAction.init,
        fetchingStockStatus: ArticleDetailFetchingStockStatusAction.init,
        error: ArticleDetailErrorAction.init,
        reset: ArticleDetailResetAction.init
    )
    /// One user's articles.
    package static let user = ArticleSource(
        list: \.userArticleList,
        detail: \.userArticleDetail,
        listPointer: "/userArticleList",
        detailPointer: "/userArticleDetail",
        screen: .userArticleList,
        articleScreen: .userArticle,
        refresh: UserArticleListRefreshAction.init,
        result: UserArticleResultAction.init,
        showMoreLoading: UserArticleListShowMoreLoadingAction.init,
        moreResult: UserMoreArticleResultAction.init,
        finish: UserFinishMoreArticleAction.init,
        articleId: UserArticleDetailIdAction.init,
        article: UserArticleDetailAction.init,
        stockers: UserArticleDetailStockersAction.init,
        hasStock: UserArticleDetailHasStockAction.init,
        fetchingStockStatus: UserArticleDetailFetchingStockStatusAction.init,
        error: UserArticleDetailErrorAction.init,
        reset: UserArticleDetailResetAction.init
    )

    /// The list's slice.
    let list: any KeyPath<AppState, ArticleListState> & Sendable
    /// The slice of the article opened from the list.
    let detail: any KeyPath<AppState, ArticleDetailState> & Sendable
    /// The pointer of the list's slice.
    let listPointer: String
    /// The pointer of the article's slice.
    let detailPointer: String
    /// The screen of the list.
    let screen: Screen
    /// The screen of the article opened from the list.
    let articleScreen: Screen
    /// The action for loading the list from its first page, with the page to load next.
    package let refresh: @Sendable (Bool, Int) -> any AppAction
    /// The action that stores the first page.
    package let result: @Sendable (RequestResult<[Article]>) -> any AppAction
    /// The action for loading the next page.
    package let showMoreLoading: @Sendable (Bool) -> any AppAction
    /// The action that stores the next page.
    package let moreResult: @Sendable (RequestResult<[Article]>) -> any AppAction
    /// The action for an empty page.
    package let finish: @Sendable (Bool) -> any AppAction
    /// The action that opens an article.
    package let articleId: @Sendable (String) -> any AppAction
    /// The action that stores the article.
    package let article: @Sendable (Article) -> any AppAction
    /// The action that stores the article's stockers.
    package let stockers: @Sendable ([User]) -> any AppAction
    /// The action that stores the stock status.
    package let hasStock: @Sendable (Bool?) -> any AppAction
    /// The action that sets whether the stock status is being loaded.
    package let fetchingStockStatus: @Sendable (Bool) -> any AppAction
    /// The action that stores an error.
    package let error: @Sendable (RequestFailure) -> any AppAction
    /// The action that leaves the article.
    package let reset: @Sendable () -> any AppAction
}

@testable import ArticleClient

extension AppReducerTests {
    static let listCases: [Case] = [
        Case(HomeRefreshAction(isRefresh: false, pageNumber: 9)) {
            $0.home.isRefresh = false
            $0.home.pageNumber = 9
        },
        Case(HomeArticleResultAction(result: .success([.sample("n")]))) {
            $0.home.articleList = [.sample("n")]
            $0.home.pageNumber = 4
            $0.home.errorMessage = nil
            $0.home.finishMoreUserArticle = false
        },
        Case(HomeArticleResultAction(result: .failure(.notFound))) { $0.home.errorMessage = "Not found" },
        Case(HomeShowMoreLoadingAction(showMoreLoading: false)) { $0.home.showMoreLoading = false },
        Case(HomeMoreArticleResultAction(result: .success([.sample("b"), .sample("n")]))) {
            $0.home.articleList = [.sample("a"), .sample("b"), .sample("n")]
            $0.home.pageNumber = 4
            $0.home.errorMessage = nil
        },
        Case(HomeMoreArticleResultAction(result: .failure(.notFound))) { $0.home.errorMessage = "Not found" },
        Case(HomeFinishMoreArticleAction(finish: false)) { $0.home.finishMoreUserArticle = false },
        Case(UserArticleListRefreshAction(isRefresh: false, pageNumber: 9)) {
            $0.userArticleList.isRefresh = false
            $0.userArticleList.pageNumber = 9
        },
        Case(UserArticleResultAction(result: .success([.sample("n")]))) {
            $0.userArticleList.articleList = [.sample("n")]
            $0.userArticleList.pageNumber = 4
            $0.userArticleList.errorMessage = nil
            $0.userArticleList.finishMoreUserArticle = false
        },
        Case(UserArticleResultAction(result: .failure(.notFound))) { $0.userArticleList.errorMessage = "Not found" },
        Case(UserArticleListShowMoreLoadingAction(showMoreLoading: false)) {
            $0.userArticleList.showMoreLoading = false
        },
        Case(UserMoreArticleResultAction(result: .success([.sample("b"), .sample("n")]))) {
            $0.userArticleList.articleList = [.sample("a"), .sample("b"), .sample("n")]
            $0.userArticleList.pageNumber = 4
            $0.userArticleList.errorMessage = nil
        },
        Case(UserMoreArticleResultAction(result: .failure(.notFound))) {
            $0.userArticleList.errorMessage = "Not found"
        },
        Case(UserFinishMoreArticleAction(finish: false)) { $0.userArticleList.finishMoreUserArticle = false },
        Case(UserArticleListUserIdAction(userId: "other")) { $0.userArticleList.userId = "other" },
        Case(UserResetArticleStateAction()) { $0.userArticleList = ArticleListState(title: "投稿一覧") },
    ]

    static let detailCases: [Case] = [
        Case(ArticleDetailIdAction(articleId: "z")) { $0.articleDetail.articleId = "z" },
        Case(ArticleDetailAction(article: .sample("z"))) { $0.articleDetail.articleDetail = .sample("z") },
        Case(ArticleDetailStockersAction(users: [.hanako])) { $0.articleDetail.stockUsers = [.hanako] },
        Case(ArticleDetailHasStockAction(hasStock: false)) { $0.articleDetail.stockStatus = false },
        Case(ArticleDetailHasStockAction(hasStock: nil)) { $0.articleDetail.stockStatus = nil },
        Case(ArticleDetailFetchingStockStatusAction(fetchingStockStatus: false)) {
            $0.articleDetail.fetchingStockStatus = false
        },
        Case(ArticleDetailErrorAction(error: .notFound)) { $0.articleDetail.error = .notFound },
        Case(ArticleDetailResetAction()) { $0.articleDetail = ArticleDetailState() },
        Case(UserArticleDetailIdAction(articleId: "z")) { $0.userArticleDetail.articleId = "z" },
        Case(UserArticleDetailAction(article: .sample("z"))) { $0.userArticleDetail.articleDetail = .sample("z") },
        Case(UserArticleDetailStockersAction(users: [.hanako])) { $0.userArticleDetail.stockUsers = [.hanako] },
        Case(UserArticleDetailHasStockAction(hasStock: false)) { $0.userArticleDetail.stockStatus = false },
        Case(UserArticleDetailHasStockAction(hasStock: nil)) { $0.userArticleDetail.stockStatus = nil },
        Case(UserArticleDetailFetchingStockStatusAction(fetchingStockStatus: false)) {
            $0.userArticleDetail.fetchingStockStatus = false
        },
        Case(UserArticleDetailErrorAction(error: .notFound)) { $0.userArticleDetail.error = .notFound },
        Case(UserArticleDetailResetAction()) { $0.userArticleDetail = ArticleDetailState() },
    ]

    static let otherCases: [Case] = [
        Case(LoadingAction(isLoading: false)) { $0.loading.isLoading = false },
        Case(PushScreenAction(screen: .userArticleList)) { $0.navigation.stack = [.home, .article, .userArticleList] },
        Case(PopScreenAction()) { $0.navigation.stack = [.home] },
    ]
}

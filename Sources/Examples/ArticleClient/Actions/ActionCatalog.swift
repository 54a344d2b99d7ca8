import RewindStore

/// The client's actions, for decoding and reducing recorded actions again.
package enum ActionCatalog {
    /// An action type that can be decoded from a recording.
    package typealias RecordedAction = Action & Codable & Sendable

    /// Every action type that reaches the client's reducers.
    package static let types: [any RecordedAction.Type] = [
        ReSwiftInit.self,
        LoadingAction.self,
        HomeRefreshAction.self,
        HomeArticleResultAction.self,
        HomeShowMoreLoadingAction.self,
        HomeMoreArticleResultAction.self,
        HomeFinishMoreArticleAction.self,
        UserArticleListUserIdAction.self,
        UserArticleListRefreshAction.self,
        UserArticleResultAction.self,
        UserArticleListShowMoreLoadingAction.self,
        UserMoreArticleResultAction.self,
        UserFinishMoreArticleAction.self,
        UserResetArticleStateAction.self,
        ArticleDetailIdAction.self,
        ArticleDetailAction.self,
        ArticleDetailStockersAction.self,
        ArticleDetailHasStockAction.self,
        ArticleDetailFetchingStockStatusAction.self,
        ArticleDetailErrorAction.self,
        ArticleDetailResetAction.self,
        UserArticleDetailIdAction.self,
        UserArticleDetailAction.self,
        UserArticleDetailStockersAction.self,
        UserArticleDetailHasStockAction.self,
        UserArticleDetailFetchingStockStatusAction.self,
        UserArticleDetailErrorAction.self,
        UserArticleDetailResetAction.self,
        PushScreenAction.self,
        PopScreenAction.self,
    ]
}

import Foundation
import ReduxStore

/// The client's actions by the name that a recording gives them, that of their type, so that a recorded action can be
/// made and reduced again.
package enum ActionCatalog {
    /// An action type that can be read from a recording.
    package typealias RecordedAction = Action & Codable & Sendable

    /// Every action type that reaches the client's reducers, by name.
    package static let types: [String: any RecordedAction.Type] = Dictionary(
        uniqueKeysWithValues: all.map { (String(describing: $0), $0) }
    )

    /// Makes the action of that name from its payload, or returns nil when there is no such action.
    ///
    /// - Throws: what the action's `init(from:)` throws.
    package static func action(named name: String, from decoder: any Decoder) throws -> (any RecordedAction)? {
        try types[name]?.init(from: decoder)
    }

    /// Makes the action of that name from the JSON of its payload, or returns nil when there is no such action.
    ///
    /// - Throws: `DecodingError` when the payload does not fit the action.
    package static func action(named name: String, json: Data) throws -> (any RecordedAction)? {
        guard let type = types[name] else { return nil }
        return try JSONDecoder().decode(type, from: json)
    }

    private static let all: [any RecordedAction.Type] = [
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

@testable import ArticleClient
import Foundation
import QiitaServer
import Rewind
import RewindStore

/// A bug of the article client: a tap in a user's list overwrites the id of the article that is open below.
enum BugSession {
    /// The client's reducer at the time of the recording: one detail slice receives the ids of both.
    static func reducer(action: any Action, state: AppState?) -> AppState {
        var next = appReducer(action: action, state: state)
        if let action = action as? UserArticleDetailIdAction { next.articleDetail.articleId = action.articleId }
        return next
    }

    /// The URL of the fixture.
    static let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Fixtures/sessions/wrong-article.rewind")

    /// Returns the reader's actions: opens an article, looks at another one of its author, goes back, and stocks it.
    static func actions() throws -> [any Action] {
        let articles = try QiitaServer.articles().filter { $0.body.utf8.count + $0.renderedBody.utf8.count < 4_000 }
        let first = articles[0]
        let his = articles.filter { $0.user.id == first.user.id }
        let other = his[1]
        return [
            ReSwiftInit(),
            LoadingAction(isLoading: true),
            HomeRefreshAction(isRefresh: true, pageNumber: 1),
            LoadingAction(isLoading: false),
            HomeRefreshAction(isRefresh: false, pageNumber: 1),
            HomeArticleResultAction(result: .success(Array(articles.prefix(6)))),

            ArticleDetailIdAction(articleId: first.id),
            PushScreenAction(screen: .article),
            LoadingAction(isLoading: true),
            ArticleDetailAction(article: first),
            ArticleDetailStockersAction(users: [other.user]),
            ArticleDetailHasStockAction(hasStock: false),
            LoadingAction(isLoading: false),

            UserArticleListUserIdAction(userId: first.user.id),
            PushScreenAction(screen: .userArticleList),
            LoadingAction(isLoading: true),
            UserArticleResultAction(result: .success(Array(his.prefix(3)))),
            LoadingAction(isLoading: false),

            UserArticleDetailIdAction(articleId: other.id),
            PushScreenAction(screen: .userArticle),
            LoadingAction(isLoading: true),
            UserArticleDetailAction(article: other),
            UserArticleDetailHasStockAction(hasStock: false),
            LoadingAction(isLoading: false),

            PopScreenAction(),
            UserArticleDetailResetAction(),
            PopScreenAction(),
            UserResetArticleStateAction(),

            ArticleDetailFetchingStockStatusAction(fetchingStockStatus: true),
            ArticleDetailHasStockAction(hasStock: true),
            ArticleDetailFetchingStockStatusAction(fetchingStockStatus: false),
        ]
    }

    /// Records the session, which is always the same, including the times, except for facts about the machine.
    static func record(to url: URL) throws {
        var options = RecorderOptions()
        options.app = "ArticleClient"
        options.appVersion = "1.4"
        // The articles are fictional.
        options.redaction = .none
        let clock = Clock()
        options.now = { clock.next() }
        let recorder = try Recorder<AppState>(recordingTo: url, options: options)
        var state: AppState?
        for action in try actions() {
            let next = reducer(action: action, state: state)
            recorder.record(action, resultingIn: next, took: .microseconds(12))
            state = next
        }
        recorder.close()
    }

    /// A clock that advances with each call.
    private final class Clock: @unchecked Sendable {
        // Safe because a lock guards the time.
        private let lock = NSLock()
        private var time: Int64 = 1_760_000_000_000_000

        func next() -> Int64 {
            lock.withLock {
                time += 250_000
                return time
            }
        }
    }
}

@testable import ArticleClient
import TestSupport

extension AppState {
    static func random(using random: inout SplitMix64) -> AppState {
        AppState(
            loading: LoadingState(isLoading: .random(using: &random)),
            home: .random(using: &random),
            userArticleList: .random(using: &random),
            articleDetail: .random(using: &random),
            userArticleDetail: .random(using: &random),
            navigation: NavigationState(
                stack: (0..<Int.random(in: 0...4, using: &random)).compactMap { _ in
                    Screen.allCases.randomElement(using: &random)
                }
            )
        )
    }
}

extension ArticleListState {
    fileprivate static func random(using random: inout SplitMix64) -> ArticleListState {
        ArticleListState(
            title: .random(using: &random),
            userId: Bool.random(using: &random) ? .random(using: &random) : nil,
            pageNumber: Int.random(in: .min ... .max, using: &random),
            articleList: Bool.random(using: &random)
                ? (0..<Int.random(in: 0...12, using: &random)).map { _ in .random(using: &random) } : nil,
            errorMessage: Bool.random(using: &random) ? .random(using: &random) : nil,
            isRefresh: .random(using: &random),
            showMoreLoading: .random(using: &random),
            finishMoreUserArticle: .random(using: &random)
        )
    }
}

extension ArticleDetailState {
    fileprivate static func random(using random: inout SplitMix64) -> ArticleDetailState {
        ArticleDetailState(
            articleId: Bool.random(using: &random) ? .random(using: &random) : nil,
            articleDetail: Bool.random(using: &random) ? .random(using: &random) : nil,
            fetchingStockStatus: .random(using: &random),
            stockStatus: Bool.random(using: &random) ? .random(using: &random) : nil,
            stockUsers: Bool.random(using: &random)
                ? (0..<Int.random(in: 0...5, using: &random)).map { _ in .random(using: &random) } : nil,
            error: Bool.random(using: &random)
                ? RequestFailure(message: .random(using: &random), type: .random(using: &random)) : nil
        )
    }
}

extension Article {
    fileprivate static func random(using random: inout SplitMix64) -> Article {
        Article(
            id: .random(using: &random),
            isPrivate: .random(using: &random),
            title: .random(using: &random),
            body: (0..<Int.random(in: 0...30, using: &random)).map { _ in String.random(using: &random) }
                .joined(separator: "\n"),
            tags: [Tag(name: .random(using: &random), versions: [.random(using: &random)])],
            user: .random(using: &random),
            createdAt: .random(using: &random),
            updatedAt: .random(using: &random)
        )
    }
}

extension User {
    fileprivate static func random(using random: inout SplitMix64) -> User {
        User(
            permanentId: Int.random(in: 0...9, using: &random),
            id: .random(using: &random),
            name: Bool.random(using: &random) ? .random(using: &random) : nil
        )
    }
}

extension String {
    fileprivate static func random(using random: inout SplitMix64) -> String {
        let alphabet: [Character] = [
            "a", "Z", " ", "\n", "\t", "é", "ー", "語", "（", "ｶ", "\u{3099}", "👩‍👩‍👧", "❤️", "\u{200D}", "\u{0}", "\r\n",
        ]
        return String(
            (0..<Int.random(in: 0...60, using: &random)).compactMap { _ in
                alphabet.randomElement(using: &random)
            }
        )
    }
}

import ArticleClient

/// A repository with fixed responses.
struct StubRepository: ArticleRepository {
    var page: RequestResult<[Article]> = .success([])
    var userPage: RequestResult<[Article]> = .success([])
    var article: RequestResult<Article> = .success(.sample("a"))
    var stockers: RequestResult<[User]> = .success([])
    var stocked: RequestResult<Bool> = .success(false)
    var setStockedFailure: RequestFailure?
    var willAnswer: @Sendable (_ request: String) async -> Void = { _ in }

    func articles(page number: Int) async -> RequestResult<[Article]> {
        await willAnswer("articles \(number)")
        return page
    }

    func articles(ofUser userId: String, page number: Int) async -> RequestResult<[Article]> {
        await willAnswer("articles of \(userId) \(number)")
        return userPage
    }

    func article(_ id: String) async -> RequestResult<Article> {
        await willAnswer("article \(id)")
        return article
    }

    func stockers(ofArticle id: String) async -> RequestResult<[User]> {
        await willAnswer("stockers \(id)")
        return stockers
    }

    func isStocked(article id: String) async -> RequestResult<Bool> {
        await willAnswer("is stocked \(id)")
        return stocked
    }

    func setStocked(_ isStocked: Bool, article id: String) async -> RequestResult<Bool> {
        await willAnswer("set stocked \(isStocked) \(id)")
        return setStockedFailure.map { .failure($0) } ?? .success(isStocked)
    }
}

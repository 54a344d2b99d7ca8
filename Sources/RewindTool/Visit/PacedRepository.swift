import ArticleClient

/// A repository that advances the clock of a visit by the response times of a remote server.
struct PacedRepository: ArticleRepository {
    let repository: any ArticleRepository
    let clock: VisitClock
    let order: RequestOrder

    func articles(page: Int) async -> RequestResult<[Article]> {
        await pacing(0.36 + 0.05 * Double(page)) { await repository.articles(page: page) }
    }

    func articles(ofUser userId: String, page: Int) async -> RequestResult<[Article]> {
        await pacing(0.29) { await repository.articles(ofUser: userId, page: page) }
    }

    func article(_ id: String) async -> RequestResult<Article> {
        order.articleBegan.open()
        let result = await repository.article(id)
        await order.stockersEnded.wait()
        return await pacing(0.24) { result }
    }

    // These requests run in parallel with the article's, and complete no later.
    func stockers(ofArticle id: String) async -> RequestResult<[User]> {
        await repository.stockers(ofArticle: id)
    }

    func isStocked(article id: String) async -> RequestResult<Bool> {
        await pacing(0.11) { await repository.isStocked(article: id) }
    }

    func setStocked(_ isStocked: Bool, article id: String) async -> RequestResult<Bool> {
        await pacing(0.17) { await repository.setStocked(isStocked, article: id) }
    }

    private func pacing<Value>(
        _ seconds: Double,
        _ request: () async -> RequestResult<Value>
    ) async -> RequestResult<Value> {
        let result = await request()
        clock.pass(seconds)
        return result
    }
}

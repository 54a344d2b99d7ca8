import ArticleClient

/// Gives the parallel requests for an article an order, so that each visit is recorded alike: the one for the stockers
/// begins after that for the article, and ends before it.
struct OrderedRepository: ArticleRepository {
    let repository: any ArticleRepository
    let order: RequestOrder

    func articles(page: Int) async -> RequestResult<[Article]> { await repository.articles(page: page) }

    func articles(ofUser userId: String, page: Int) async -> RequestResult<[Article]> {
        await repository.articles(ofUser: userId, page: page)
    }

    func article(_ id: String) async -> RequestResult<Article> { await repository.article(id) }

    func stockers(ofArticle id: String) async -> RequestResult<[User]> {
        await order.articleBegan.wait()
        let result = await repository.stockers(ofArticle: id)
        order.stockersEnded.open()
        return result
    }

    func isStocked(article id: String) async -> RequestResult<Bool> { await repository.isStocked(article: id) }

    func setStocked(_ isStocked: Bool, article id: String) async -> RequestResult<Bool> {
        await repository.setStocked(isStocked, article: id)
    }
}

/// The two points at which parallel requests wait for each other.
final class RequestOrder: Sendable {
    /// A gate that lets one through each time it is opened.
    final class Gate: Sendable {
        private let (stream, continuation) = AsyncStream.makeStream(of: Void.self)

        func open() {
            continuation.yield()
        }

        func wait() async {
            for await _ in stream { return }
        }
    }

    let articleBegan = Gate()
    let stockersEnded = Gate()
}

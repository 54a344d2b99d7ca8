/// The articles of Qiita, or of a server with the same API.
package struct QiitaArticleRepository: ArticleRepository {
    private let api: QiitaAPI

    /// Creates a repository that uses an API.
    package init(api: QiitaAPI) {
        self.api = api
    }

    package func articles(page: Int) async -> RequestResult<[Article]> {
        await RequestResult { () throws(ArticleClientError) in try await api.items(page: page) }
    }

    package func articles(ofUser userId: String, page: Int) async -> RequestResult<[Article]> {
        await RequestResult { () throws(ArticleClientError) in try await api.items(ofUser: userId, page: page) }
    }

    package func article(_ id: String) async -> RequestResult<Article> {
        await RequestResult { () throws(ArticleClientError) in try await api.item(id) }
    }

    package func stockers(ofArticle id: String) async -> RequestResult<[User]> {
        await RequestResult { () throws(ArticleClientError) in try await api.stockers(ofItem: id) }
    }

    package func isStocked(article id: String) async -> RequestResult<Bool> {
        await RequestResult { () throws(ArticleClientError) in try await api.isStocked(item: id) }
    }

    package func setStocked(_ isStocked: Bool, article id: String) async -> RequestResult<Bool> {
        await RequestResult { () throws(ArticleClientError) in
            if isStocked { try await api.stock(item: id) } else { try await api.unstock(item: id) }
            return isStocked
        }
    }
}

extension RequestResult {
    /// Runs `body` and keeps its result or error.
    fileprivate init(catching body: () async throws(ArticleClientError) -> Value) async {
        do {
            self = .success(try await body())
        } catch {
            self = .failure(RequestFailure(error))
        }
    }
}

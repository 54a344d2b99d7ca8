/// The articles of Qiita, or of a server with the same API.
package struct QiitaArticleRepository: ArticleRepository {
    private let api: QiitaAPI
    private let language: Language

    /// Creates a repository that uses an API, and whose messages are in a language.
    package init(api: QiitaAPI, language: Language = .japanese) {
        self.api = api
        self.language = language
    }

    package func articles(page: Int) async -> RequestResult<[Article]> {
        await result { () throws(ArticleClientError) in try await api.items(page: page) }
    }

    package func articles(ofUser userId: String, page: Int) async -> RequestResult<[Article]> {
        await result { () throws(ArticleClientError) in try await api.items(ofUser: userId, page: page) }
    }

    package func article(_ id: String) async -> RequestResult<Article> {
        await result { () throws(ArticleClientError) in try await api.item(id) }
    }

    package func stockers(ofArticle id: String) async -> RequestResult<[User]> {
        await result { () throws(ArticleClientError) in try await api.stockers(ofItem: id) }
    }

    package func isStocked(article id: String) async -> RequestResult<Bool> {
        await result { () throws(ArticleClientError) in try await api.isStocked(item: id) }
    }

    package func setStocked(_ isStocked: Bool, article id: String) async -> RequestResult<Bool> {
        await result { () throws(ArticleClientError) in
            if isStocked { try await api.stock(item: id) } else { try await api.unstock(item: id) }
            return isStocked
        }
    }

    /// Runs `body` and returns its result or error.
    private func result<Value>(
        of body: () async throws(ArticleClientError) -> Value
    ) async -> RequestResult<Value> {
        do {
            return .success(try await body())
        } catch {
            return .failure(RequestFailure(error, in: language))
        }
    }
}

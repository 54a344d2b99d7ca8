/// The changes that the actions of both lists make.
extension ArticleListState {
    /// Begins or ends loading from the first page.
    mutating func setRefresh(_ isRefresh: Bool, pageNumber: Int) {
        self.isRefresh = isRefresh
        self.pageNumber = pageNumber
    }

    /// Replaces the list with the first page. Unlike in the reference app, more pages can be loaded afterward.
    mutating func replace(with result: RequestResult<[Article]>) {
        switch result {
        case .success(let articles):
            articleList = articles
            pageNumber = nextPage
            errorMessage = nil
            finishMoreUserArticle = false
        case .failure(let failure):
            errorMessage = failure.message
        }
    }

    /// Appends the next page, without articles that the list already has: they move to a later page if others are
    /// published in between.
    ///
    /// - Complexity: O(*n*), where *n* is the number of articles.
    mutating func append(_ result: RequestResult<[Article]>) {
        switch result {
        case .success(let articles):
            var list = articleList ?? []
            var seen = Set(list.map(\.id))
            list.append(contentsOf: articles.filter { seen.insert($0.id).inserted })
            articleList = list
            pageNumber = nextPage
            errorMessage = nil
        case .failure(let failure):
            errorMessage = failure.message
        }
    }

    // Wraps instead of trapping, as a recording may hold any number.
    private var nextPage: Int { pageNumber &+ 1 }
}

/// What the actions of either list do to it.
extension ArticleListState {
    /// Begins or ends a load from the first page.
    mutating func setRefresh(_ isRefresh: Bool, pageNumber: Int) {
        self.isRefresh = isRefresh
        self.pageNumber = pageNumber
    }

    /// Replaces the list by the first page. Unlike in the reference, more can be asked for again after that.
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

    /// Appends the next page, without the articles that the list has already: they move to a later page when
    /// somebody publishes in between.
    ///
    /// - Complexity: O(*n*) in the number of articles.
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

    // Wraps rather than traps: a recording may hold any number.
    private var nextPage: Int { pageNumber &+ 1 }
}

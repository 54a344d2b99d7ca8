extension Screen {
    /// Returns the visible screen as lines of text, made from the state alone. Any state that can be decoded can be
    /// rendered.
    ///
    /// - Parameters:
    ///   - state: The state to show.
    ///   - columns: The width of the terminal; at least 20 columns are used.
    package static func render(_ state: AppState, columns: Int = 80) -> String {
        let width = max(20, columns)
        let isLoading = state.loading.isLoading
        func list(_ list: ArticleListState) -> [String] {
            ArticleListRows(list: list, isLoading: isLoading, width: width).lines
        }
        func detail(_ detail: ArticleDetailState) -> [String] {
            ArticleDetailRows(detail: detail, isLoading: isLoading, width: width).lines
        }
        let lines =
            switch state.navigation.top {
            case .home: list(state.home)
            case .article: detail(state.articleDetail)
            case .userArticleList: list(state.userArticleList)
            case .userArticle:
                ["< \(state.userArticleList.heading)".printable.clipped(to: width)] + detail(state.userArticleDetail)
            }
        return lines.map { $0.clipped(to: width).trimmedAtEnd }.joined(separator: "\n") + "\n"
    }
}

extension String {
    fileprivate var trimmedAtEnd: Substring {
        guard let last = lastIndex(where: { $0 != " " }) else { return "" }
        return self[...last]
    }
}

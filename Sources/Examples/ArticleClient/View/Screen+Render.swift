extension Screen {
    /// Returns the visible screen as lines of text, made from the state alone. Any state that can be decoded can be
    /// rendered.
    ///
    /// - Parameters:
    ///   - state: The state to show.
    ///   - columns: The width of the terminal; at least 20 columns are used.
    package static func render(_ state: AppState, columns: Int = 80) -> String {
        let width = max(20, columns)
        let lines =
            switch state.navigation.top {
            case .home: HomeView(state: state, width: width).lines
            case .article: ArticleView(state: state, width: width).lines
            case .userArticleList: UserArticleListView(state: state, width: width).lines
            case .userArticle: UserArticleView(state: state, width: width).lines
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

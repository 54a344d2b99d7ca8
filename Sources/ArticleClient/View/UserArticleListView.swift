/// The screen of a user's articles.
struct UserArticleListView {
    let state: AppState
    let width: Int

    /// The screen, a row each.
    var lines: [String] {
        ArticleListRows(list: list, heading: heading, isLoading: state.loading.isLoading, width: width).lines
    }

    private var list: ArticleListState { state.userArticleList }

    private var heading: String {
        guard let userId = list.userId else { return list.title }
        return "\(list.title)  @\(userId)"
    }
}

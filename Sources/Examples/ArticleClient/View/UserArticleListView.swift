/// The screen of articles by one user.
struct UserArticleListView {
    let state: AppState
    let width: Int

    /// The rows of the screen.
    var lines: [String] {
        ArticleListRows(list: list, heading: heading, isLoading: state.loading.isLoading, width: width).lines
    }

    private var list: ArticleListState { state.userArticleList }

    private var heading: String {
        guard let userId = list.userId else { return list.title }
        return "\(list.title)  @\(userId)"
    }
}

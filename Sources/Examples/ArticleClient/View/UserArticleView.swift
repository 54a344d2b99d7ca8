/// The screen of an article opened from a user's list.
struct UserArticleView {
    let state: AppState
    let width: Int

    /// The rows of the screen.
    var lines: [String] {
        [trail.printable.clipped(to: width)]
            + ArticleDetailRows(detail: state.userArticleDetail, isLoading: state.loading.isLoading, width: width).lines
    }

    private var trail: String {
        guard let userId = state.userArticleList.userId else { return "< \(state.userArticleList.title)" }
        return "< \(state.userArticleList.title)  @\(userId)"
    }
}

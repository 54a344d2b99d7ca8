/// The screen of an article opened from the list of all articles.
struct ArticleView {
    let state: AppState
    let width: Int

    /// The rows of the screen.
    var lines: [String] {
        ArticleDetailRows(detail: state.articleDetail, isLoading: state.loading.isLoading, width: width).lines
    }
}

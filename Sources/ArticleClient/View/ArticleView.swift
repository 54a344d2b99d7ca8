/// The screen of an article opened from everybody's.
struct ArticleView {
    let state: AppState
    let width: Int

    /// The screen, a row each.
    var lines: [String] {
        ArticleDetailRows(detail: state.articleDetail, isLoading: state.loading.isLoading, width: width).lines
    }
}

/// The screen of all articles.
struct HomeView {
    let state: AppState
    let width: Int

    /// The rows of the screen.
    var lines: [String] {
        ArticleListRows(list: state.home, heading: state.home.title, isLoading: state.loading.isLoading, width: width)
            .lines
    }
}

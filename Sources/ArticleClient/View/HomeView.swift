/// The screen of everybody's articles.
struct HomeView {
    let state: AppState
    let width: Int

    /// The screen, a row each.
    var lines: [String] {
        ArticleListRows(list: state.home, heading: state.home.title, isLoading: state.loading.isLoading, width: width)
            .lines
    }
}

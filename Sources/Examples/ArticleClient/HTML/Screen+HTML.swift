import RewindHTML

extension Screen {
    /// Returns the HTML of the visible screen, made from the state alone: the area below a phone's status bar. Any
    /// state that can be decoded can be drawn; the size is bounded.
    package static func html(_ state: AppState) -> ScreenHTML {
        let screen = state.navigation.top
        let isLoading = state.loading.isLoading
        let content =
            switch screen {
            case .home: ListHTML(list: state.home, source: .home, isLoading: isLoading).html
            case .userArticleList: ListHTML(list: state.userArticleList, source: .user, isLoading: isLoading).html
            case .article: ArticleHTML(detail: state.articleDetail, source: .home, isLoading: isLoading).html
            case .userArticle: ArticleHTML(detail: state.userArticleDetail, source: .user, isLoading: isLoading).html
            }
        let progress: ScreenHTML = isLoading ? "<div class=\"progress\"\(shows: "/loading/isLoading")></div>" : ""
        return """
            <style>\(ScreenHTML.style)</style>
            <main class="screen" lang="ja">
            \(NavigationBar(state: state).html)
            \(progress)
            <div class="content" data-screen="\(screen.rawValue)" data-scroll="" tabindex="0" role="region" \
            aria-label="\(screen.name)">
            \(content)
            </div>
            </main>

            """
    }

    /// The name of the screen in the client.
    var name: String {
        switch self {
        case .home: "ホーム"
        case .userArticleList: "投稿一覧"
        case .article, .userArticle: "記事"
        }
    }
}

import RewindHTML

extension Screen {
    /// Returns the HTML of the visible screen, made from the state alone: the area below a phone's status bar. Any
    /// state that can be decoded can be drawn; the size is bounded.
    package static func html(_ state: AppState) -> ScreenHTML {
        let screen = state.navigation.top
        let isLoading = state.loading.isLoading
        let language = state.language
        func list(_ list: ArticleListState, _ source: ArticleSource) -> ScreenHTML {
            ListHTML(list: list, source: source, isLoading: isLoading, language: language).html
        }
        func detail(_ detail: ArticleDetailState, _ source: ArticleSource) -> ScreenHTML {
            ArticleHTML(detail: detail, source: source, isLoading: isLoading, language: language).html
        }
        let content =
            switch screen {
            case .home: list(state.home, .home)
            case .userArticleList: list(state.userArticleList, .user)
            case .article: detail(state.articleDetail, .home)
            case .userArticle: detail(state.userArticleDetail, .user)
            }
        let progress: ScreenHTML = isLoading ? "<div class=\"progress\"\(shows: "/loading/isLoading")></div>" : ""
        return """
            <style>\(ScreenHTML.style)</style>
            <main class="screen" lang="\(language.rawValue)">
            \(NavigationBar(state: state).html)
            \(progress)
            <div class="content" data-screen="\(screen.rawValue)" data-scroll="" tabindex="0" role="region" \
            aria-label="\(screen.name(in: language))">
            \(content)
            </div>
            </main>

            """
    }

    /// Returns the name of the screen in the client.
    func name(in language: Language) -> String {
        switch self {
        case .home: ArticleListState.home(in: language).title
        case .userArticleList: ArticleListState.userArticleList(in: language).title
        case .article, .userArticle: language.text("Article", ja: "記事")
        }
    }
}

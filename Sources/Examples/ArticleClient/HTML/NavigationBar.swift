import RewindHTML

/// The bar at the top of a screen: back button, title and reload button.
struct NavigationBar {
    let state: AppState

    var html: ScreenHTML {
        "<header class=\"bar\">\(back)\(title)\(reload)</header>"
    }

    private var stack: [Screen] { state.navigation.stack }

    private var back: ScreenHTML {
        guard state.navigation.canGoBack else { return "<span></span>" }
        let below = stack.dropLast()
        return """
            <div class="back"\(shows: "/navigation/stack/\(below.count)")\(tap: .back)>\
            <svg viewBox="0 0 11 19" aria-hidden="true"><path d="M9 2 2 9.5 9 17"/></svg>\
            <span>\(below.last?.name(in: state.language) ?? "")</span></div>
            """
    }

    private var title: ScreenHTML {
        switch state.navigation.top {
        // A list with articles shows a large title above its first article instead.
        case .home where state.home.articleList?.isEmpty == false: "<span></span>"
        case .home: "<b\(shows: "/home/title")>\(state.home.title, upTo: 60)</b>"
        case .userArticleList: "<b\(shows: "/userArticleList/title")>\(state.userArticleList.title, upTo: 60)</b>"
        case .article, .userArticle:
            "<b\(shows: "/navigation/stack")>\(state.navigation.top.name(in: state.language))</b>"
        }
    }

    private var reload: ScreenHTML {
        switch state.navigation.top {
        case .article, .userArticle: "<span></span>"
        case .home, .userArticleList:
            """
            <div class="reload"\(tap: .refresh) aria-label="\(state.language.text("Reload", ja: "更新"))">\
            <svg viewBox="0 0 20 20" aria-hidden="true">\
            <path d="M16.5 10a6.5 6.5 0 1 1-2-4.7M15 1.8v4h-4"/></svg></div>
            """
        }
    }
}

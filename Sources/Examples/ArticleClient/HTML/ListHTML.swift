import RewindHTML

/// The part below the bar that both list screens share.
struct ListHTML {
    /// The maximum number of articles drawn; the others are counted.
    private static let longest = 200

    let list: ArticleListState
    let source: ArticleSource
    let isLoading: Bool
    let language: Language

    var html: ScreenHTML {
        guard let articles = list.articleList else { return withoutArticles }
        guard !articles.isEmpty else {
            return head + (error ?? nothing(language.text("No articles", ja: "記事はありません"), pointer + "/articleList"))
        }
        let cells = articles.prefix(Self.longest).enumerated().map { index, article in
            cell(article, pointer + "/articleList/\(index)")
        }
        return """
            \(head)\(refreshing)\(list.hasFailedToShowMore ? nil : banner)<div class="cells">
            \(cells)</div>\(left(articles.count - cells.count))\(end)
            """
    }

    private var pointer: String { source.listPointer }

    private var withoutArticles: ScreenHTML {
        if let error { return error }
        if list.isRefresh || isLoading {
            let pointer = list.isRefresh ? pointer + "/isRefresh" : "/loading/isLoading"
            return .waiting(language.text("Loading…", ja: "読み込み中…"), for: pointer)
        }
        return nothing(language.text("No articles yet", ja: "まだ記事がありません"), pointer)
    }

    private func nothing(_ text: String, _ pointer: String) -> ScreenHTML {
        """
        <div class="notice"\(shows: pointer)><b>\(text)</b>\
        \(language.text("Reload to list them here", ja: "更新すると、ここに並びます"))\
        <div class="key"\(tap: .refresh)>\(language.text("Reload", ja: "更新"))</div></div>
        """
    }

    private var error: ScreenHTML? {
        list.errorMessage.map { .failure(failed, $0, at: pointer + "/errorMessage", in: language) }
    }

    private var failed: String { language.text("Could not be loaded", ja: "読み込めませんでした") }

    /// The error above or below a list that has articles.
    private var banner: ScreenHTML? {
        list.errorMessage.map { message in
            """
            <div class="banner"\(shows: pointer + "/errorMessage")><span><b>\(failed)</b>\
            \(message, upTo: 400)</span><div class="key"\(tap: .retry)>\(ScreenHTML.retry(in: language))</div></div>
            """
        }
    }

    private var head: ScreenHTML {
        let user = list.articleList?.first?.user
        if source.screen == .home {
            return user == nil ? "" : "<h1\(shows: "/home/title")>\(list.title, upTo: 60)</h1>"
        }
        guard let user else {
            return list.userId.map { "<h1\(shows: pointer + "/userId")>@\($0, upTo: 60)</h1>" } ?? ""
        }
        return profile(of: user, pointer + "/articleList/0/user")
    }

    private func profile(of user: User, _ pointer: String) -> ScreenHTML {
        let description = user.description.flatMap { $0.split(whereSeparator: \.isNewline).first }.map { line in
            "<small\(shows: pointer + "/description")>\(String(line), upTo: 120)</small>" as ScreenHTML
        }
        return """
            <div class="profile"\(shows: pointer)>\(ScreenHTML.avatar(of: user, at: pointer))<div>\
            \(ScreenHTML.name(of: user, at: pointer))<small><span\(shows: pointer + "/id")>@\(user.id, upTo: 60)</span> · \
            <span\(shows: pointer + "/items_count")>\(language.text("Posts", ja: "投稿")) \(user.itemsCount)</span> · \
            <span\(shows: pointer + "/followers_count")>\(language.text("Followers", ja: "フォロワー")) \
            \(user.followersCount)</span></small>\
            \(description)</div></div>
            """
    }

    private var refreshing: ScreenHTML? {
        list.isRefresh ? .more(language.text("Reloading…", ja: "更新中…"), for: pointer + "/isRefresh") : nil
    }

    private func cell(_ article: Article, _ pointer: String) -> ScreenHTML {
        let tags = article.tags.prefix(3).enumerated().map { index, tag -> ScreenHTML in
            "<span\(shows: pointer + "/tags/\(index)/name")>\(tag.name, upTo: 40)</span>"
        }
        let label = language.text("Private", ja: "限定共有")
        return """
            <div class="cell"\(shows: pointer)\(tap: .open(articleId: article.id))>\
            \(ScreenHTML.avatar(of: article.user, at: pointer + "/user"))<div><div class="by">\
            \(ScreenHTML.name(of: article.user, at: pointer + "/user"))\
            \(ScreenHTML.day(article.createdAt, at: pointer + "/created_at"))\
            \(article.isPrivate ? "<i\(shows: pointer + "/private")>\(label)</i>" : nil)</div>\
            <div class="title"\(shows: pointer + "/title")>\(article.title, upTo: 300)</div>\
            <div class="tags">\(tags)</div></div></div>

            """
    }

    private func left(_ count: Int) -> ScreenHTML? {
        let text = language.text("… \(count) more", ja: "… ほか \(count) 件")
        return count > 0 ? "<div class=\"end\"\(shows: pointer + "/articleList")>\(text)</div>" : nil
    }

    private var end: ScreenHTML {
        if list.showMoreLoading {
            return .more(language.text("Loading more…", ja: "さらに読み込み中…"), for: pointer + "/showMoreLoading")
        }
        if list.hasFailedToShowMore, let banner { return banner }
        if list.finishMoreUserArticle {
            let text = language.text("That is all", ja: "すべて表示しました")
            return "<div class=\"end\"\(shows: pointer + "/finishMoreUserArticle")>\(text)</div>"
        }
        let text = language.text("Show more", ja: "もっと見る")
        return "<div class=\"end key\"\(shows: pointer + "/pageNumber")\(tap: .more)>\(text)</div>"
    }
}

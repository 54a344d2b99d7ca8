@testable import ArticleClient
import RewindHTML
import Testing

@Suite struct HTMLScreenTests {
    @Test func `An empty list has a button`() {
        #expect(
            html(AppState()) == """
                <main class="screen" lang="ja">
                <header class="bar"><span></span><b data-p="/home/title">ホーム</b><div class="reload" role="button" \
                tabindex="0" data-tap="refresh" aria-label="更新"><svg viewBox="0 0 20 20" aria-hidden="true">\
                <path d="M16.5 10a6.5 6.5 0 1 1-2-4.7M15 1.8v4h-4"/></svg></div></header>

                <div class="content" data-screen="home" data-scroll="" tabindex="0" role="region" aria-label="ホーム">
                <div class="notice" data-p="/home"><b>まだ記事がありません</b>更新すると、ここに並びます<div class="key" \
                role="button" tabindex="0" data-tap="refresh">更新</div></div>
                </div>
                </main>

                """
        )
    }

    @Test func `A list whose first page is being loaded has a notice`() {
        let state = AppState(
            loading: LoadingState(isLoading: true),
            home: ArticleListState(title: "ホーム", isRefresh: true)
        )
        #expect(
            content(state) == """
                <div class="notice" data-p="/home/isRefresh"><i class="spinner"></i>読み込み中…</div>
                """
        )
        #expect(html(state).contains("\n<div class=\"progress\" data-p=\"/loading/isLoading\"></div>\n"))
    }

    @Test func `Each article of a list can be opened`() {
        let list = ArticleListState(
            title: "ホーム",
            pageNumber: 2,
            articleList: [.sample("a", title: "A & B", user: .taro)]
        )
        #expect(
            content(AppState(home: list)) == """
                <h1 data-p="/home/title">ホーム</h1><div class="cells">
                <div class="cell" data-p="/home/articleList/0" role="button" tabindex="0" data-tap="open/a">\
                <i class="avatar c1" aria-hidden="true" data-p="/home/articleList/0/user">T</i><div><div class="by">\
                <b data-p="/home/articleList/0/user/id">taro</b>\
                <span data-p="/home/articleList/0/created_at">2026/03/01</span></div>\
                <div class="title" data-p="/home/articleList/0/title">A &amp; B</div>\
                <div class="tags"><span data-p="/home/articleList/0/tags/0/name">Swift</span>\
                <span data-p="/home/articleList/0/tags/1/name">iOS</span></div></div></div>
                </div><div class="end key" data-p="/home/pageNumber" role="button" tabindex="0" data-tap="more">もっと見る</div>
                """
        )
    }

    @Test(arguments: [
        (
            ArticleListState(title: "", articleList: [.sample("a")], showMoreLoading: true),
            """
            <div class="end" data-p="/home/showMoreLoading"><i class="spinner"></i>さらに読み込み中…</div>
            """
        ),
        (
            ArticleListState(title: "", articleList: [.sample("a")], finishMoreUserArticle: true),
            """
            <div class="end" data-p="/home/finishMoreUserArticle">すべて表示しました</div>
            """
        ),
        (
            ArticleListState(title: "", pageNumber: 2, articleList: [.sample("a")], errorMessage: "No <answer>"),
            """
            <div class="banner" data-p="/home/errorMessage"><span><b>読み込めませんでした</b>No &lt;answer&gt;</span>\
            <div class="key" role="button" tabindex="0" data-tap="retry">再試行</div></div>
            """
        ),
    ])
    func `The end of a list has its status`(list: ArticleListState, end: String) {
        #expect(content(AppState(home: list)).hasSuffix("</div>\n</div>" + end))
    }

    @Test func `A list stays visible during a refresh and after a failed one`() throws {
        var list = ArticleListState(title: "", pageNumber: 1, articleList: [.sample("a")], isRefresh: true)
        let refreshing = content(AppState(home: list))
        #expect(
            refreshing.contains(
                "</h1><div class=\"end\" data-p=\"/home/isRefresh\"><i class=\"spinner\"></i>更新中…</div>"
            )
        )
        list.isRefresh = false
        list.errorMessage = "No answer"
        let failed = content(AppState(home: list))
        #expect(failed.contains("</h1><div class=\"banner\" data-p=\"/home/errorMessage\">"))
        #expect(failed.contains("data-tap=\"open/a\""))
        #expect(try Markup(failed).elements.count { $0.attributes["data-tap"] == "retry" } == 1)
    }

    @Test func `A list that could not be loaded has the reason`() {
        let list = ArticleListState(title: "ホーム", errorMessage: "通信処理でエラーが発生しました")
        #expect(
            content(AppState(home: list)) == """
                <div class="notice" data-p="/home/errorMessage"><i class="mark" aria-hidden="true">!</i>\
                <b>読み込めませんでした</b><span>通信処理でエラーが発生しました</span>\
                <div class="key" role="button" tabindex="0" data-tap="retry">再試行</div></div>
                """
        )
    }

    @Test func `A user's list begins with the user and a way back`() {
        let list = ArticleListState(title: "投稿一覧", userId: "hanako_swift", articleList: [.sample("b")])
        let state = AppState(userArticleList: list, navigation: NavigationState(stack: [.home, .userArticleList]))
        #expect(
            content(state).hasPrefix(
                """
                <div class="profile" data-p="/userArticleList/articleList/0/user"><i class="avatar c3" \
                aria-hidden="true" data-p="/userArticleList/articleList/0/user">は</i><div>\
                <b data-p="/userArticleList/articleList/0/user/name">はなこ</b><small>\
                <span data-p="/userArticleList/articleList/0/user/id">@hanako_swift</span> · \
                <span data-p="/userArticleList/articleList/0/user/items_count">投稿 3</span> · \
                <span data-p="/userArticleList/articleList/0/user/followers_count">フォロワー 2</span></small>\
                <small data-p="/userArticleList/articleList/0/user/description">iOS</small></div></div>
                """
            )
        )
        #expect(
            html(state).contains(
                """
                <div class="back" data-p="/navigation/stack/1" role="button" tabindex="0" data-tap="back">\
                <svg viewBox="0 0 11 19" aria-hidden="true"><path d="M9 2 2 9.5 9 17"/></svg><span>ホーム</span></div>\
                <b data-p="/userArticleList/title">投稿一覧</b>
                """
            )
        )
    }

    @Test func `An article has its author, tags, stock status and text`() {
        let detail = ArticleDetailState(
            articleId: "a",
            articleDetail: .sample("a", title: "状態を記録する", body: "# 見出し\n本文", user: .taro),
            stockStatus: true,
            stockUsers: [.hanako]
        )
        #expect(
            content(AppState(articleDetail: detail, navigation: NavigationState(stack: [.home, .article]))) == """
                <article>
                <h1 data-p="/articleDetail/articleDetail/title">状態を記録する</h1>
                <div class="author" data-p="/articleDetail/articleDetail/user" role="button" tabindex="0" \
                data-tap="user/taro"><i class="avatar c1" aria-hidden="true" \
                data-p="/articleDetail/articleDetail/user">T</i><div>\
                <b data-p="/articleDetail/articleDetail/user/id">taro</b><small>\
                <span data-p="/articleDetail/articleDetail/user/id">@taro</span> · \
                <span data-p="/articleDetail/articleDetail/updated_at">2026/03/04</span></small></div></div>
                <div class="tags"><span data-p="/articleDetail/articleDetail/tags/0"># Swift 6.3</span>\
                <span data-p="/articleDetail/articleDetail/tags/1"># iOS</span></div>
                <div class="stock"><div class="key on" data-p="/articleDetail/stockStatus" role="button" tabindex="0" \
                data-tap="stock" aria-pressed="true"><svg viewBox="0 0 16 16" aria-hidden="true">\
                <path d="M3.5 2h9v12L8 11l-4.5 3z"/></svg>ストック済み</div><div class="stockers" \
                data-p="/articleDetail/stockUsers"><i class="avatar c3" aria-hidden="true" \
                data-p="/articleDetail/stockUsers/0">は</i><span>1人</span></div></div>
                <div class="text" data-p="/articleDetail/articleDetail/body">
                <h2>見出し</h2>
                <p>本文</p>
                </div>
                </article>
                """
        )
    }

    @Test(arguments: [
        (true, false, Bool?.none, "key busy", "確認中…"), (false, true, nil, "key busy", "確認中…"),
        (false, false, nil, "key off", "ストックする"), (false, false, false, "key off", "ストックする"),
        (false, true, false, "key off busy", "ストックする"), (false, false, true, "key on", "ストック済み"),
        (false, true, true, "key on busy", "ストック済み"),
    ])
    func `The stock status is shown and can be changed while nothing is being loaded`(
        isFetching: Bool,
        isLoading: Bool,
        status: Bool?,
        kind: String,
        label: String
    ) throws {
        let detail = ArticleDetailState(
            articleId: "a",
            articleDetail: .sample("a"),
            fetchingStockStatus: isFetching,
            stockStatus: status
        )
        let html = content(
            AppState(
                loading: LoadingState(isLoading: isLoading),
                articleDetail: detail,
                navigation: NavigationState(stack: [.home, .article])
            )
        )
        let key = try #require(try Markup(html).elements.first { $0.attributes["class"] == kind })
        #expect(html.contains("\(label)</div>"))
        #expect(key.attributes["data-tap"] == (isFetching || isLoading ? nil : "stock"))
    }

    @Test func `An article of a user that could not be loaded can be requested again`() {
        let state = AppState(
            userArticleDetail: ArticleDetailState(articleId: "c686", error: .notFound),
            navigation: NavigationState(stack: [.home, .userArticleList, .userArticle])
        )
        #expect(
            content(state) == """
                <div class="notice" data-p="/userArticleDetail/error">\
                <i class="mark" aria-hidden="true">!</i><b>記事を開けませんでした</b><span>Not found</span>\
                <div class="key" role="button" tabindex="0" data-tap="retry">再試行</div></div>
                """
        )
    }

    /// Returns the page without its style.
    private func html(_ state: AppState) -> String {
        let markup = Screen.html(state).markup
        return markup.firstRange(of: "</style>\n").map { String(markup[$0.upperBound...]) } ?? ""
    }

    /// Returns the part below the bar.
    private func content(_ state: AppState) -> String {
        let html = html(state)
        guard let start = html.firstMatch(of: /<div class="content".*>\n/),
            let end = html.firstRange(of: "\n</div>\n</main>")
        else { return html }
        return String(html[start.range.upperBound..<end.lowerBound])
    }
}

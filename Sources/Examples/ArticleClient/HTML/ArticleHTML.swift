import RewindHTML

/// The part below the bar that both article screens share.
struct ArticleHTML {
    let detail: ArticleDetailState
    let source: ArticleSource
    let isLoading: Bool
    let language: Language

    var html: ScreenHTML {
        guard let article = detail.articleDetail else { return error ?? withoutArticle }
        return """
            \(error)<article>
            <h1\(shows: pointer + "/articleDetail/title")>\(article.title, upTo: 600)</h1>
            \(author(of: article))
            <div class="tags">\(tags(of: article))</div>
            <div class="stock">\(stock)\(stockers)</div>
            <div class="text"\(shows: pointer + "/articleDetail/body")>
            \(MarkdownHTML.html(article.body, in: language))</div>
            </article>
            """
    }

    private var pointer: String { source.detailPointer }

    private var error: ScreenHTML? {
        detail.error.map { error in
            .failure(
                language.text("The article could not be opened", ja: "記事を開けませんでした"),
                error.message,
                at: pointer + "/error",
                canRetry: detail.articleId != nil,
                in: language
            )
        }
    }

    private var withoutArticle: ScreenHTML {
        if isLoading {
            return .waiting(language.text("Loading the article…", ja: "記事を読み込み中…"), for: "/loading/isLoading")
        }
        let text = language.text("No article yet", ja: "まだ記事がありません")
        return "<div class=\"notice\"\(shows: pointer)><b>\(text)</b></div>"
    }

    private func author(of article: Article) -> ScreenHTML {
        let (user, at) = (article.user, pointer + "/articleDetail")
        let tap: Tap? = source.screen == .home ? .user(userId: user.id) : nil
        return """
            <div class="author"\(shows: at + "/user")\(tap: tap)>\(ScreenHTML.avatar(of: user, at: at + "/user"))<div>\
            \(ScreenHTML.name(of: user, at: at + "/user"))<small>\
            <span\(shows: at + "/user/id")>@\(user.id, upTo: 60)</span> · \
            \(ScreenHTML.day(article.updatedAt, at: at + "/updated_at"))</small></div></div>
            """
    }

    private func tags(of article: Article) -> [ScreenHTML] {
        article.tags.prefix(20).enumerated().map { index, tag in
            let name = ([tag.name] + tag.versions.prefix(3)).joined(separator: " ")
            return "<span\(shows: pointer + "/articleDetail/tags/\(index)")># \(name, upTo: 60)</span>"
        }
    }

    private var stock: ScreenHTML {
        let checking = language.text("Checking…", ja: "確認中…")
        if detail.fetchingStockStatus {
            return "<div class=\"key busy\"\(shows: pointer + "/fetchingStockStatus")>\(checking)</div>"
        }
        if isLoading, detail.stockStatus == nil {
            return "<div class=\"key busy\"\(shows: "/loading/isLoading")>\(checking)</div>"
        }
        let isStocked = detail.stockStatus == true
        let label =
            isStocked ? language.text("Stocked", ja: "ストック済み") : language.text("Stock", ja: "ストックする")
        let at = detail.stockStatus == nil ? pointer : pointer + "/stockStatus"
        // While a request is in progress, the button is disabled, so that responses cannot overtake each other.
        let use: ScreenHTML =
            isLoading ? " aria-disabled=\"true\"" : "\(tap: .stock) aria-pressed=\"\(isStocked)\""
        return """
            <div class="key \(isStocked ? "on" : "off")\(isLoading ? " busy" : "")"\(shows: at)\(use)>\
            <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M3.5 2h9v12L8 11l-4.5 3z"/></svg>\
            \(label)</div>
            """
    }

    private var stockers: ScreenHTML? {
        detail.stockUsers.map { users in
            let avatars = users.prefix(4).enumerated().map { index, user in
                ScreenHTML.avatar(of: user, at: pointer + "/stockUsers/\(index)")
            }
            let count = language.text("\(users.count) user\(users.count == 1 ? "" : "s")", ja: "\(users.count)人")
            return """
                <div class="stockers"\(shows: pointer + "/stockUsers")>\(avatars)<span>\(count)</span></div>
                """
        }
    }
}

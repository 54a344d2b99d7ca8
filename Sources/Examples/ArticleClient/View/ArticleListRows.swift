/// The part that both list screens share.
struct ArticleListRows {
    let list: ArticleListState
    let isLoading: Bool
    let width: Int

    /// The rows of the screen.
    var lines: [String] {
        let rule = String(repeating: "─", count: width)
        return [list.heading.printable.justified(with: summary, to: width), rule] + rows + [rule] + footer
    }

    private var articles: [Article] { list.articleList ?? [] }

    private var summary: String {
        guard list.articleList != nil else { return "" }
        return "\(articles.count) article\(articles.count == 1 ? "" : "s") · next page \(list.pageNumber)"
    }

    private var rows: [String] {
        guard articles.isEmpty else {
            return articles.enumerated().flatMap { index, article in rows(of: article, number: index + 1) }
        }
        if list.articleList != nil { return ["No articles."] }
        return [list.isRefresh || isLoading ? "Loading …" : "Nothing loaded yet."]
    }

    private func rows(of article: Article, number: Int) -> [String] {
        let margin = String(articles.count).count + 2
        let label = String(number)
        let indent = String(repeating: " ", count: margin)
        let padding = String(repeating: " ", count: margin - 2 - label.count)
        let title = (article.isPrivate ? "[private] " : "") + article.title
        return [
            padding + label + "  "
                + title.printable.justified(with: "@\(article.user.id)".printable, to: width - margin),
            indent
                + article.tagLine.justified(with: String(article.createdAt.prefix(10)).printable, to: width - margin),
        ]
    }

    private var footer: [String] {
        var footer: [String] = []
        if let message = list.errorMessage {
            footer += "Error: \(message)".printable.wrapped(to: width)
        }
        if list.showMoreLoading {
            footer.append("Loading page \(list.pageNumber) …")
        } else if list.isRefresh, list.articleList != nil {
            footer.append("Refreshing …")
        } else if list.finishMoreUserArticle {
            footer.append("Finished: no more articles.")
        } else if !articles.isEmpty {
            footer.append("More: page \(list.pageNumber).")
        }
        return footer
    }
}

extension ArticleListState {
    /// The title, with the author if the articles are those of one user.
    var heading: String { userId.map { "\(title)  @\($0)" } ?? title }
}

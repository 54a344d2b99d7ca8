/// The part that both article screens share.
struct ArticleDetailRows {
    /// The maximum number of rows of text.
    private static let bodyLimit = 20

    let detail: ArticleDetailState
    let isLoading: Bool
    let width: Int

    /// The rows of the screen.
    var lines: [String] {
        let rule = String(repeating: "─", count: width)
        return head + [rule] + body + error
    }

    private var head: [String] {
        guard let article = detail.articleDetail else {
            return [(detail.articleId.map { "Article \($0)" } ?? "No article").printable.clipped(to: width)]
        }
        return article.title.printable.wrapped(to: width)
            + [
                article.author.printable.justified(with: article.dates.printable, to: width),
                article.tagLine.clipped(to: width),
                stock.justified(with: stockers, to: width),
            ]
    }

    private var stock: String {
        if detail.fetchingStockStatus { return "Stocked: checking …" }
        return switch detail.stockStatus {
        case true?: "Stocked: yes"
        case false?: "Stocked: no"
        case nil: "Stocked: unknown"
        }
    }

    private var stockers: String {
        guard let users = detail.stockUsers else { return "" }
        let names = users.prefix(3).map { "@\($0.id)".printable }.joined(separator: ", ")
        let others = users.count > 3 ? ", …" : ""
        return "by \(users.count)" + (users.isEmpty ? "" : ": \(names)\(others)")
    }

    private var body: [String] {
        guard let article = detail.articleDetail else {
            if detail.error != nil { return [] }
            return [isLoading ? "Loading …" : "Nothing loaded yet."]
        }
        let rows = article.body.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .flatMap { String($0).printable.wrapped(to: width) }
        let hidden = rows.count - Self.bodyLimit
        guard hidden > 0 else { return rows }
        return rows.prefix(Self.bodyLimit) + ["… \(hidden) more line\(hidden == 1 ? "" : "s")"]
    }

    private var error: [String] {
        guard let error = detail.error else { return [] }
        return "Error: \(error.message) (\(error.type))".printable.wrapped(to: width)
    }
}

extension Article {
    fileprivate var author: String {
        guard let name = user.name, !name.isEmpty else { return "@\(user.id)" }
        return "@\(user.id) (\(name))"
    }

    fileprivate var dates: String {
        let (created, updated) = (createdAt.prefix(10), updatedAt.prefix(10))
        return created == updated ? String(created) : "\(created), updated \(updated)"
    }
}

extension Article {
    /// The names of the tags, with their versions.
    var tagLine: String {
        tags.map { ([$0.name] + $0.versions).joined(separator: " ") }.joined(separator: ", ").printable
    }
}

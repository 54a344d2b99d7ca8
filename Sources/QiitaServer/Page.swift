#if os(macOS) || os(Linux)

/// Which part of a list a request asks for: <https://qiita.com/api/v2/docs#ページネーション>.
struct Page: Equatable {
    /// The page's number, 1 to 100.
    let number: Int
    /// How many elements a page has, 1 to 100.
    let size: Int

    /// Reads the two parameters, by default page 1 of 20; nil when one is no number or out of range.
    init?(number: Substring?, size: Substring?) {
        guard let number = number.map({ Int($0) }) ?? 1, let size = size.map({ Int($0) }) ?? 20,
            1...100 ~= number, 1...100 ~= size
        else { return nil }
        self.number = number
        self.size = size
    }

    /// The part of a list that is on this page.
    func slice<Element>(of list: [Element]) -> ArraySlice<Element> {
        list.dropFirst((number - 1) * size).prefix(size)
    }

    /// The `Link` header (RFC 8288) of a list with so many elements: first, prev, next and last, where they exist.
    func link(to url: String, total: Int) -> String {
        let last = max(1, (total + size - 1) / size)
        var targets = [("first", 1)]
        if number > 1 { targets.append(("prev", number - 1)) }
        if number < last { targets.append(("next", number + 1)) }
        targets.append(("last", last))
        return targets.map { "<\(url)?page=\($1)&per_page=\(size)>; rel=\"\($0)\"" }.joined(separator: ", ")
    }
}

#endif

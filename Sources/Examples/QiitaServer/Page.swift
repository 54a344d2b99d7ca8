/// The part of a list that a request asks for: <https://qiita.com/api/v2/docs#ページネーション>.
struct Page: Equatable {
    /// The number of the page, 1 to 100.
    let number: Int
    /// The number of elements in a page, 1 to 100.
    let size: Int

    /// Parses the two parameters, by default page 1 of 20 elements; nil if one is not a number or out of range.
    init?(number: String?, size: String?) {
        guard let number = number.map({ Int($0) }) ?? 1, let size = size.map({ Int($0) }) ?? 20,
            1...100 ~= number, 1...100 ~= size
        else { return nil }
        self.number = number
        self.size = size
    }

    /// Returns the elements of a list on this page.
    func slice<Element>(of list: [Element]) -> ArraySlice<Element> {
        list.dropFirst((number - 1) * size).prefix(size)
    }

    /// Returns the `Link` header (RFC 8288) for a list of `total` elements: first, prev, next and last, if they exist.
    func link(to url: String, total: Int) -> String {
        let last = max(1, (total + size - 1) / size)
        var targets = [("first", 1)]
        if number > 1 { targets.append(("prev", number - 1)) }
        if number < last { targets.append(("next", number + 1)) }
        targets.append(("last", last))
        return targets.map { "<\(url)?page=\($1)&per_page=\(size)>; rel=\"\($0)\"" }.joined(separator: ", ")
    }
}

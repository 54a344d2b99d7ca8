/// The chains of causes, by their names from the root. Equal chains have equal numbers.
///
/// A name that repeats its cause's counts once: a dispatch that is first a flow and then an action has two.
struct CausePaths {
    private struct Link: Hashable {
        let outer: Int
        let name: String
    }

    /// The number of the chain without links.
    static let root = 0

    private var numbers: [Link: Int] = [:]
    private var links: [Link] = [Link(outer: 0, name: "")]

    /// Returns the chain with one more link.
    mutating func path(_ name: String, in outer: Int) -> Int {
        if outer != Self.root, links[outer].name == name { return outer }
        let link = Link(outer: outer, name: name)
        if let number = numbers[link] { return number }
        links.append(link)
        numbers[link] = links.count - 1
        return links.count - 1
    }

    /// Returns the names in a chain, the root last.
    func names(of path: Int) -> [String] {
        var names: [String] = []
        var next = path
        while next != Self.root {
            names.append(links[next].name)
            next = links[next].outer
        }
        return names
    }
}

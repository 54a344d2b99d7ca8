/// The path to a value during a comparison: operations share most of their paths, and many paths are never used.
final class DraftPath {
    enum Component {
        case key(String)
        case index(Int)

        fileprivate var token: String {
            switch self {
            case .key(let key): key
            case .index(let index): String(index)
            }
        }

        /// The approximate number of bytes of its text, including the slash.
        var size: Int {
            switch self {
            case .key(let key): key.utf8.count + 1
            case .index(let index) where index < 10: 2
            case .index(let index): 1 + Component.index(index / 10).size
            }
        }
    }

    static var root: DraftPath { DraftPath() }

    let parent: DraftPath?
    private let component: Component?

    private init() {
        parent = nil
        component = nil
    }

    init(_ parent: DraftPath?, _ component: Component) {
        self.parent = parent
        self.component = component
    }

    /// - Complexity: O(tokens).
    var pointer: Pointer {
        var tokens: [String] = []
        var path: DraftPath? = self
        while let current = path {
            if let component = current.component { tokens.append(component.token) }
            path = current.parent
        }
        return Pointer(tokens.reversed())
    }
}

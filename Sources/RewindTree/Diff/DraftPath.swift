/// The way to a value while a patch is made: many operations share most of theirs, and many come to nothing.
final class DraftPath {
    enum Step {
        case key(String)
        case index(Int)

        fileprivate var token: String {
            switch self {
            case .key(let key): key
            case .index(let index): String(index)
            }
        }

        /// About how many bytes it takes as text, with its slash.
        var size: Int {
            switch self {
            case .key(let key): key.utf8.count + 1
            case .index(let index) where index < 10: 2
            case .index(let index): 1 + Step.index(index / 10).size
            }
        }
    }

    static var root: DraftPath { DraftPath() }

    let parent: DraftPath?
    private let step: Step?

    private init() {
        parent = nil
        step = nil
    }

    init(_ parent: DraftPath?, _ step: Step) {
        self.parent = parent
        self.step = step
    }

    /// - Complexity: O(tokens).
    var pointer: Pointer {
        var tokens: [String] = []
        var path: DraftPath? = self
        while let current = path {
            if let step = current.step { tokens.append(step.token) }
            path = current.parent
        }
        return Pointer(tokens.reversed())
    }
}

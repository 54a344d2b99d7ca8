import RewindTimeline
import RewindTree

/// An action in the list.
struct RowAnswer: Encodable {
    /// The first change of an action.
    struct Touched: Encodable {
        let pointer: String
        let op: String
        var value: BriefValue?
        /// The number of other changes.
        var more: Int?
        /// The number of elements added to one array.
        var items: Int?
    }

    /// A marker for an action that represents actions without rows.
    struct Gap: Encodable {
        /// The number of those actions, if known.
        let actions: Int64?
    }

    let seq: Int
    let parent: Int
    let at: Int64
    let type: String
    let status: String
    let duration: Int64?
    let after: Int64?
    let trouble: String?
    let slices: [Int]
    let touched: Touched?
    /// True if the effect was not written, and was recovered by re-running the action.
    let recovered: Bool?
    let gap: Gap?
}

extension RowAnswer.Touched {
    /// The maximum number of elements added to one array that are not summarized.
    private static let fewItems = 2

    /// Summarizes the operations; nil if the list is empty.
    init?(_ operations: [Patch.Operation], value: (Patch.Operation) throws -> Tree?) rethrows {
        guard let first = operations.first else { return nil }
        let array = first.path.parent
        let items = operations.filter { operation in
            guard case .add(let pointer, _) = operation, pointer.parent == array, let token = pointer.tokens.last else {
                return false
            }
            return Pointer.index(of: token) != nil || token == "-"
        }.count
        if items > Self.fewItems, let array {
            self.init(pointer: array.description, op: "add", items: items)
            more = operations.count > items ? operations.count - items : nil
            return
        }
        self.init(pointer: first.path.description, op: first.name)
        if case .remove = first {} else { self.value = BriefValue(try value(first)) }
        more = operations.count > 1 ? operations.count - 1 : nil
    }
}

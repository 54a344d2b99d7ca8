import RewindTimeline
import RewindTree

/// An action in the list.
struct RowAnswer: Encodable {
    /// A change, or several of one kind to the elements of an array.
    struct Touched: Encodable {
        let pointer: String
        let op: String
        var value: BriefValue?
        /// The number of elements of the array at `pointer` that were added, removed, or moved; nil for other changes.
        var items: Int?
        /// The next changes.
        var others: [Touched]?
        /// The number of changes after these.
        var more: Int?
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
    /// The payload, in place of the changes if these are unknown.
    let payload: Touched?
    /// True if the effect was not written, and was recovered by re-running the action.
    let recovered: Bool?
    let gap: Gap?
}

extension RowAnswer.Touched {
    /// The maximum number of changes in a row.
    private static let most = 3

    /// Summarizes the operations; nil if the list is empty.
    ///
    /// - Parameter value: Returns the value that an operation writes or removes.
    init?(_ operations: [Patch.Operation], value: (Patch.Operation) throws -> Tree?) rethrows {
        var changes: [(pointer: Pointer, first: Patch.Operation, items: Int?)] = []
        var more = 0
        for operation in operations {
            let array = Self.array(changedBy: operation)
            let pointer = array ?? operation.path
            let known = changes.firstIndex {
                $0.items != nil && $0.pointer == pointer && $0.first.name == operation.name
            }
            if let known, array != nil {
                changes[known].items = (changes[known].items ?? 0) + 1
            } else if changes.count < Self.most {
                changes.append((pointer, operation, array.map { _ in 1 }))
            } else {
                more += 1
            }
        }
        var all: [Self] = []
        for (pointer, first, items) in changes {
            var change = Self(pointer: pointer.description, op: first.name, items: items)
            // The indices of later operations count after the earlier ones.
            let isFirst = !changes.prefix(all.count).contains { $0.pointer == pointer }
            switch first {
            case .remove where items != 1 || !isFirst, .move, .copy, .test: break
            case .add, .replace, .remove: change.value = BriefValue(try value(first))
            }
            all.append(change)
        }
        self.init(all, more: more)
    }

    /// Keeps the first changes together; nil if there are none.
    private init?(_ changes: [Self], more: Int) {
        guard var first = changes.first else { return nil }
        first.others = changes.count > 1 ? Array(changes.dropFirst()) : nil
        first.more = more > 0 ? more : nil
        self = first
    }

    /// Summarizes the members of a payload other than the type, which a JavaScript action has there; nil if there are none.
    init?(payload: Tree?) {
        guard case .object(let members)? = payload else {
            guard let payload else { return nil }
            self.init(pointer: "", op: "payload", value: BriefValue(payload))
            return
        }
        let others = zip(members.keys, members.values).filter { $0.0 != "type" }
        let shown = others.prefix(Self.most)
            .map { Self(pointer: Pointer([$0]).description, op: "payload", value: BriefValue($1)) }
        self.init(shown, more: others.count - shown.count)
    }

    /// Returns the array whose elements an operation adds, removes, or moves; nil for other operations.
    private static func array(changedBy operation: Patch.Operation) -> Pointer? {
        guard let token = operation.path.tokens.last, Pointer.index(of: token) != nil || token == "-" else {
            return nil
        }
        switch operation {
        case .add, .remove, .move: return operation.path.parent
        case .replace, .copy, .test: return nil
        }
    }
}

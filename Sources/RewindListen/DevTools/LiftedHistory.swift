#if os(macOS) || os(Linux)

import RewindTree

/// The history of a store with Redux DevTools, as its STATE message contains it.
struct LiftedHistory {
    /// An action with its result.
    struct Entry {
        let id: Int
        let action: Tree
        /// The time of the action, in microseconds since 1970.
        let at: Int64?
        let state: Tree?
        let error: String?
        let isSkipped: Bool
    }

    /// The state before the first action.
    let base: Tree?
    let baseID: Int?
    /// The time at which the store was created; nil if the app does not send it.
    let createdAt: Int64?
    let entries: [Entry]
    /// The index of the entry whose state the store has; -1 for the base.
    let pointer: Int
    let isLocked: Bool

    /// Reads a lifted state; nil if it is none.
    init?(_ tree: Tree) {
        guard case .array(let staged)? = tree.child("stagedActionIds"), case .object(let actions)? = tree.child("actionsById")
        else { return nil }
        let ids = staged.compactMap(\.int)
        guard ids.count == staged.count, !ids.isEmpty else { return nil }
        let states = tree.child("computedStates")
        var skipped: Set<Int> = []
        if case .array(let node)? = tree.child("skippedActionIds") { skipped = Set(node.compactMap(\.int)) }
        let entries = ids.enumerated().map { index, id in
            let lifted = actions[String(id)] ?? .null
            let computed = states?.child(String(index)) ?? .null
            return Entry(
                id: id,
                action: lifted.child("action") ?? lifted,
                at: lifted.child("timestamp").flatMap(Self.microseconds),
                state: computed.child("state"),
                error: computed.child("error").flatMap { $0 == .null ? nil : $0.string ?? $0.text },
                isSkipped: skipped.contains(id)
            )
        }
        let hasInit = ids[0] == 0
        base = hasInit ? entries[0].state ?? tree.child("committedState") : tree.child("committedState")
        baseID = hasInit ? 0 : nil
        createdAt = hasInit ? entries[0].at : nil
        self.entries = Array(entries.dropFirst(hasInit ? 1 : 0))
        let index = min(max(0, tree.child("currentStateIndex")?.int ?? ids.count - 1), ids.count - 1)
        pointer = index - (hasInit ? 1 : 0)
        isLocked = tree.child("isLocked") == true
    }

    /// Returns a time in microseconds since 1970. The clients send milliseconds since then, and old ones in Swift
    /// seconds since 2001.
    static func microseconds(_ time: Tree) -> Int64? {
        let number: Double
        switch time {
        case .integer(let value): number = Double(value)
        case .double(let value): number = value
        default: return nil
        }
        let seconds = abs(number) < 1e10 ? number + 978_307_200 : number / 1_000
        return Int64(exactly: (seconds * 1_000_000).rounded())
    }
}

#endif

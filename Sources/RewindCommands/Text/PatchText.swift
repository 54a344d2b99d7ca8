import RewindTree

/// One-line texts for patches.
enum PatchText {
    /// Returns an action's effect on one line, with at most `limit` changes.
    static func summary(of patch: Patch?, limit: Int = 3) -> String {
        guard let patch else { return "(effect unknown)" }
        guard !patch.isEmpty else { return "(no change)" }
        let groups = groups(of: patch)
        let parts = groups.prefix(limit).map { $0.text() }
        return parts.joined(separator: ", ") + (groups.count > limit ? ", … \(groups.count - limit) more" : "")
    }

    /// Returns an action's effect on a line of `cells` cells: as many changes as fit, and the number of the others.
    static func summary(of patch: Patch?, cells: Int) -> String {
        guard let patch, !patch.isEmpty else { return Cells.cut(summary(of: patch), to: cells) }
        let groups = groups(of: patch)
        let most = groups.prefix(mostTold)
        for count in stride(from: most.count, to: 0, by: -1) {
            let more = groups.count > count ? ", … \(groups.count - count) more" : ""
            let text = most.prefix(count).map { $0.text() }.joined(separator: ", ") + more
            // The value of a single change may take the whole line.
            if count == 1, more.isEmpty {
                let whole = groups[0].text(limit: max(cells - 8, 24))
                if Cells.count(whole) <= cells { return whole }
            }
            if Cells.count(text) <= cells { return text }
        }
        let more = groups.count > 1 ? " … \(groups.count - 1) more" : ""
        let available = cells - Cells.count(more)
        guard let first = groups.first else { return "" }
        let (text, end) = available >= least ? (available, more) : (cells, "")
        let whole = first.text()
        return Cells.cut(Cells.count(whole) <= text ? whole : first.text(isShort: true), to: text) + end
    }

    /// The greatest number of changes on one line.
    private static let mostTold = 8
    /// The minimum width of a readable change, in cells.
    private static let least = 16

    private static func groups(of patch: Patch) -> [OperationGroup] {
        var groups: [OperationGroup] = []
        for operation in patch.operations {
            if case .test = operation { continue }
            if let joined = groups.last?.joined(with: operation) {
                groups[groups.count - 1] = joined
            } else {
                groups.append(OperationGroup(operation: operation))
            }
        }
        return groups
    }
}

/// An operation, or several that add or remove elements of an array one after the other.
private struct OperationGroup {
    let operation: Patch.Operation
    /// The indices of several elements.
    var indices: ClosedRange<Int>?

    func joined(with next: Patch.Operation) -> OperationGroup? {
        guard operation.path.parent == next.path.parent, let index = next.path.tokens.last.flatMap(Pointer.index),
            let indices = indices ?? operation.path.tokens.last.flatMap(Pointer.index).map({ $0...$0 })
        else { return nil }
        // Additions go up; removals come from the end, so that no index shifts.
        switch (operation, next) {
        case (.add, .add) where indices.upperBound + 1 == index:
            return OperationGroup(operation: operation, indices: indices.lowerBound...index)
        case (.remove, .remove) where indices.lowerBound - 1 == index:
            return OperationGroup(operation: operation, indices: index...indices.upperBound)
        default: return nil
        }
    }

    /// - Parameter isShort: True to show only the last token of a pointer.
    func text(limit: Int = 32, isShort: Bool = false) -> String {
        let sign =
            switch operation {
            case .add, .copy: "+"
            case .remove: "-"
            case .replace, .move, .test: ""
            }
        if let indices, let array = operation.path.parent {
            let range = "\(indices.lowerBound)…\(indices.upperBound)"
            return "\(sign)\(name(of: array, isShort))/\(range) \(BriefText.count(indices.count, "item"))"
        }
        let name = name(of: operation.path, isShort)
        switch operation {
        case .remove: return sign + name
        case .move(let source, _): return "\(self.name(of: source, isShort)) → \(name)"
        case .add, .copy, .replace, .test: return "\(sign)\(name) \(BriefText.text(of: operation.value, limit: limit))"
        }
    }

    private func name(of pointer: Pointer, _ isShort: Bool) -> String {
        guard isShort, pointer.tokens.count > 1 else {
            return TerminalText.line(pointer.name())
        }
        let count = pointer.tokens.last.flatMap(Pointer.index) == nil ? 1 : 2
        return "…" + TerminalText.line(Pointer(Array(pointer.tokens.suffix(count))).description)
    }
}

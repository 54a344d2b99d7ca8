import RewindTree

/// The actions at which the value of an expression can change, in either direction.
///
/// Every action is a candidate, unless the expression depends only on values in states: then the change index finds the
/// few actions that may have changed one of them.
struct Candidates {
    private static let firstWindow = 256
    private static let largestWindow = 65_536

    private let contexts: EvaluationContexts
    private let looksBack: Bool
    private let onEvaluation: (Int) throws -> Void
    /// True if only actions that may have changed a value at one of the pointers are candidates.
    private let isIndexed: Bool
    private var pointers: Set<Pointer> = []
    /// The candidates in a range, in order.
    private var window: (range: ClosedRange<Int>, seqs: [Int])?
    private var windowSize = Self.firstWindow

    /// Creates the candidates; `onEvaluation` receives the seq that the search has reached.
    init(for condition: Condition, _ contexts: EvaluationContexts, onEvaluation: @escaping (Int) throws -> Void) {
        self.contexts = contexts
        self.onEvaluation = onEvaluation
        looksBack = condition.looksBack
        // After an action on a pruned state, a known value can return without a patch that contains it.
        isIndexed = condition.dependsOnStatesAlone && !contexts.lineage.hasOrphans
    }

    /// Records that the expression read these values.
    ///
    /// While none of them changes, the evaluation takes the same path and reads no other values.
    mutating func add(_ readings: [EvaluationContext.Reading]) {
        guard isIndexed else { return }
        let count = pointers.count
        pointers.formUnion(readings.map(\.pointer))
        if pointers.count > count { window = nil }
    }

    /// Returns the first candidate after `seq`; nil if none exists.
    ///
    /// - Throws: `SessionError`, or an error of `onEvaluation`.
    mutating func next(after seq: Int) throws -> Int? {
        guard seq < contexts.timeline.last else { return nil }
        guard isIndexed else { return try every(seq + 1) }
        let last = contexts.timeline.last
        var start = seq + 1
        while start <= last {
            let window = try window(at: start) { start...min(last, start + $0 - 1) }
            let index = window.seqs.partitioningIndex { $0 >= start }
            if index < window.seqs.count { return window.seqs[index] }
            start = window.range.upperBound + 1
        }
        return nil
    }

    /// Returns the last candidate up to `seq`; nil if none exists.
    ///
    /// - Throws: `SessionError`, or an error of `onEvaluation`.
    mutating func previous(through seq: Int) throws -> Int? {
        let first = contexts.timeline.first + 1
        guard seq >= first else { return nil }
        guard isIndexed else { return try every(seq) }
        var end = seq
        while end >= first {
            let window = try window(at: end) { max(first, end - $0 + 1)...end }
            let index = window.seqs.partitioningIndex { $0 > end }
            if index > 0 { return window.seqs[index - 1] }
            end = window.range.lowerBound - 1
        }
        return nil
    }

    private func every(_ seq: Int) throws -> Int {
        try onEvaluation(seq)
        return seq
    }

    /// Returns the window that contains `seq`: the current one, or a new, larger one.
    private mutating func window(
        at seq: Int,
        _ range: (Int) -> ClosedRange<Int>
    ) throws -> (range: ClosedRange<Int>, seqs: [Int]) {
        if let window, window.range.contains(seq) { return window }
        try onEvaluation(seq)
        let range = range(windowSize)
        windowSize = min(windowSize * 2, Self.largestWindow)
        let found = (range: range, seqs: try candidates(in: range))
        window = found
        return found
    }

    private func candidates(in range: ClosedRange<Int>) throws -> [Int] {
        var seqs = Set(contexts.lineage.branches(in: range).map(\.seq))
        // `was` also differs at the action after a change.
        let start = looksBack ? max(contexts.timeline.first + 1, range.lowerBound - 1) : range.lowerBound
        for seq in try contexts.timeline.changeIndex().seqs(changing: pointers, in: start...range.upperBound) {
            if seq >= range.lowerBound { seqs.insert(seq) }
            if looksBack, seq < range.upperBound { seqs.insert(seq + 1) }
        }
        return seqs.sorted()
    }
}

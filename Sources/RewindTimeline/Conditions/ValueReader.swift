import RewindTree

/// Reads the values for expressions, efficiently both at random and from one action to the next in either direction.
final class ValueReader {
    /// The maximum distance between two seqs that count as read in sequence.
    private static let nearness = 2
    /// The number of sequential reads after which the values of many actions are read at once.
    private static let sequentialReads = 8
    /// The number of actions that are read at once.
    private static let largestPage = 4_096
    /// The maximum number of pointers whose values are kept; an expression can create an unlimited number.
    private static let maximumPages = 16

    private let timeline: Timeline
    /// The values that were read at once, by pointer.
    private var pages: [Pointer: (seqs: ClosedRange<Int>, values: [Tree?])] = [:]
    private var pageSize = 64
    /// The last seq read, and the number of sequential reads up to it.
    private var recent: (seq: Int, reads: Int)?
    private var payload: (seq: Int, tree: Tree?)?

    init(_ timeline: Timeline) {
        self.timeline = timeline
    }

    /// Returns the value at `pointer` right after action `seq`; nil if there is no value or the state was pruned.
    ///
    /// - Throws: `SessionError`.
    func value(_ pointer: Pointer, at seq: Int) throws -> Tree? {
        let before = recent
        var reads = before?.reads ?? 0
        if let before, before.seq != seq { reads = abs(before.seq - seq) <= Self.nearness ? reads + 1 : 0 }
        recent = (seq, reads)
        if let page = pages[pointer], page.seqs.contains(seq) { return page.values[seq - page.seqs.lowerBound] }
        if reads >= Self.sequentialReads, let before {
            // The neighbors are for expressions that also read the state before.
            let ahead = seq < before.seq ? Self.nearness : pageSize
            let behind = seq < before.seq ? pageSize : Self.nearness
            let seqs = max(timeline.first, seq - behind)...min(timeline.last, seq + ahead)
            // Damage elsewhere in the page is not an error.
            if let values = try? timeline.values(at: seqs, pointer) {
                if pages.count >= Self.maximumPages { pages = [:] }
                pages[pointer] = (seqs, values)
                pageSize = min(pageSize * 2, Self.largestPage)
                return values[seq - seqs.lowerBound]
            }
            pageSize = 1
        }
        return try Timeline.unlessPruned { try timeline.value(at: seq, pointer) } ?? nil
    }

    /// Returns the payload of action `seq`.
    ///
    /// - Throws: `SessionError`.
    func payload(of seq: Int) throws -> Tree? {
        if let payload, payload.seq == seq { return payload.tree }
        let tree = try timeline.session.payload(of: seq)
        payload = (seq, tree)
        return tree
    }
}

import RewindTimeline

/// The order of the actions in a what-if.
struct WhatIfPlan {
    /// A step of the plan.
    enum Part {
        case recorded(Int, WhatIf.Edit?)
        case skipped(Int)
        case inserted(WhatIf.Insertion)

        /// The seq of the action in the recording; nil for a new one.
        var seq: Int? {
            switch self {
            case .recorded(let seq, _), .skipped(let seq): seq
            case .inserted: nil
            }
        }
    }

    private let path: SeqPath
    private let skipped: Set<Int>
    private let insertions: [Int: [WhatIf.Insertion]]
    private let edits: [Int: WhatIf.Edit]
    private let moved: Set<Int>
    private let arrivals: [Int: [Int]]

    /// Creates the changed order of the actions that lead to `end`.
    ///
    /// - Throws: `ReplayError` if the changes contradict each other or the recording; `TimelineError`, `SessionError`.
    init(_ whatIf: WhatIf, to end: Int, in timeline: Timeline) throws {
        path = try timeline.path(from: timeline.first, to: end)
        skipped = whatIf.skipped
        insertions = Dictionary(grouping: whatIf.insertions, by: \.after)
        edits = Dictionary(whatIf.edits.map { ($0.seq, $0) }) { $1 }
        moved = Set(whatIf.moves.map(\.seq))
        arrivals = Dictionary(grouping: whatIf.moves, by: \.after).mapValues { $0.map(\.seq) }
        let changed = whatIf.skipped.sorted() + whatIf.edits.map(\.seq) + whatIf.moves.map(\.seq)
        var known: Set<Int> = []
        for seq in changed {
            guard seq > timeline.first else { throw ReplayError.notAnActionAt(seq: seq) }
            guard known.insert(seq).inserted else { throw ReplayError.contradiction(seq: seq) }
        }
        for seq in changed + whatIf.insertions.map(\.after) + whatIf.moves.map(\.after) {
            guard try timeline.isAncestor(seq, of: end) else { throw ReplayError.notOnPath(seq: seq, end: end) }
        }
        let targets = Dictionary(whatIf.moves.map { ($0.seq, $0.after) }) { $1 }
        for seq in moved.sorted() {
            var (target, moves) = (seq, 0)
            while let next = targets[target] {
                moves += 1
                guard next != seq, moves <= targets.count else { throw ReplayError.contradiction(seq: seq) }
                target = next
            }
        }
    }

    /// Calls `body` with each step, in order.
    func forEach(_ body: (Part) throws -> Void) throws {
        for index in 0..<path.count {
            let seq = path[index]
            guard !moved.contains(seq) else { continue }
            try play(seq, isFirst: index == 0, body)
        }
    }

    /// Visits an action and the actions inserted or moved after it.
    private func play(_ seq: Int, isFirst: Bool, _ body: (Part) throws -> Void) throws {
        if !isFirst { try body(skipped.contains(seq) ? .skipped(seq) : .recorded(seq, edits[seq])) }
        for insertion in insertions[seq] ?? [] { try body(.inserted(insertion)) }
        for arrival in arrivals[seq] ?? [] { try play(arrival, isFirst: false, body) }
    }
}

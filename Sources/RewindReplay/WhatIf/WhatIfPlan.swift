import RewindTimeline

/// The order of the actions in a what-if.
struct WhatIfPlan {
    /// A step of the plan.
    enum Part {
        case recorded(Int, WhatIf.Edit?)
        case skipped(Int)
        /// The action runs at another place.
        case moved(Int)
        case inserted(WhatIf.Insertion)
    }

    /// The place of a recorded state or action.
    struct Place {
        let seq: Int
        /// The action of the recording; nil for the first state.
        let own: Part?
        /// The actions inserted or moved after it.
        var added: [Part] = []
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
        for seq in changed where seq <= timeline.first { throw ReplayError.notAnActionAt(seq: seq) }
        // A moved action can be edited, too.
        for others in [whatIf.edits.map(\.seq), whatIf.moves.map(\.seq)] {
            var known = whatIf.skipped
            for seq in others where !known.insert(seq).inserted { throw ReplayError.contradiction(seq: seq) }
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

    /// Calls `body` with each place, in order.
    func forEach(_ body: (Place) throws -> Void) throws {
        for index in 0..<path.count {
            let seq = path[index]
            guard !moved.contains(seq) else {
                try body(Place(seq: seq, own: .moved(seq)))
                continue
            }
            var place = Place(seq: seq, own: index == 0 ? nil : skipped.contains(seq) ? .skipped(seq) : recorded(seq))
            addFollowers(of: seq, to: &place.added)
            try body(place)
        }
    }

    private func recorded(_ seq: Int) -> Part { .recorded(seq, edits[seq]) }

    /// Adds the actions inserted or moved after an action, each with its own followers.
    private func addFollowers(of seq: Int, to parts: inout [Part]) {
        for insertion in insertions[seq] ?? [] { parts.append(.inserted(insertion)) }
        for arrival in arrivals[seq] ?? [] {
            parts.append(recorded(arrival))
            addFollowers(of: arrival, to: &parts)
        }
    }
}

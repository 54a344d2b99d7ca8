import Foundation
import RewindSession
import RewindTimeline
import RewindTree
import RewindUpkeep

/// Every question that the reading core answers.
enum Questions {
    private static let pointers: [Pointer] = [
        .root, ["articleDetail"], ["articleDetail", "articleId"], ["navigation", "stack", "1"], ["no", "such"],
    ]
    private static let references = [
        "start", "end", "cursor", "-1", "end~2", "cursor+1", "end~10s", "start+5ms", "@Pop*", ":a", "12:00",
        "2026-11-22T03:59:06.95Z", "2026-11-22",
    ]
    private static let conditions = [
        "at('/articleDetail/stockStatus') IS NOT NULL", "at('/navigation/stack/1') > was('/navigation/stack/1')",
        "seq > 5 AND type LIKE 'P%'",
        "payload('/id') = 'a' OR at('/loading/isLoading') = 1", "length(at('')) > 100",
    ]

    /// Asks all of them about the session at `url`. Returns true if its check found nothing.
    static func ask(_ url: URL) -> Bool {
        _ = try? SessionSummary(of: url)
        _ = try? SessionMonitor(of: url).recorder()
        guard let timeline = try? Timeline(opening: url) else { return false }
        defer { timeline.session.close() }
        let seqs = Array(
            Set([
                timeline.first, timeline.first + 1, timeline.first + 7, timeline.last - 1, timeline.last, -1,
                SessionFormat.largestSeq + 1,
            ])
        ).sorted()
        askLog(timeline.session, seqs)
        askStates(timeline, seqs)
        askBranches(timeline, seqs)
        askValues(timeline, seqs)
        askConditions(timeline)
        return check(timeline, seqs)
    }

    private static func askLog(_ session: SessionReader, _ seqs: [Int]) {
        _ = try? session.facts()
        _ = try? session.longestTypeName()
        _ = try? session.typeNames()
        _ = try? session.bookmarks()
        _ = try? session.ending()
        _ = try? SessionLosses(of: session)
        _ = try? SessionSizes(of: session)
        try? session.forEachName { _ in }
        try? session.forEachIndexedPointer(limit: 20) { _ in }
        for order in [false, true] { try? session.forEachAction(ActionFilter(isReversed: order)) { _ in true } }
        var filter = ActionFilter(typeGlob: "*e*", limit: 3)
        for outcome in ActionOutcome.allCases {
            filter.outcome = outcome
            try? session.forEachAction(filter) { _ in true }
        }
        _ = try? session.containsMasks()
        try? session.forEachEffectResult { id, result in
            _ = try? result.get()
            _ = try? session.effect(id)
            return true
        }
        for seq in seqs {
            for cause in [CauseReference.effect(seq), .action(seq)] {
                _ = try? session.actions(causedBy: cause)
                _ = try? session.effects(causedBy: cause)
            }
            _ = try? session.action(seq)
            _ = try? session.caption(seq)
            _ = try? session.children(of: seq)
            _ = try? session.patch(seq)
            _ = try? session.snapshotLength(seq)
        }
        try? session.forEachRow([.patch]) { row in
            _ = try row.forEachPath { _, _ in }
            return true
        }
        for pattern in [TextPattern("a"), (try? RegularExpression("[0-9]+e")).map(TextPattern.init)].compactMap({ $0 })
        {
            try? session.forEachFind(of: pattern) { _ in true }
        }
    }

    private static func askStates(_ timeline: Timeline, _ seqs: [Int]) {
        var states: [Tree] = []
        for seq in seqs {
            if let state = try? timeline.state(at: seq) { states.append(state) }
            _ = try? timeline.parent(of: seq)
            _ = try? timeline.unknownEffects(around: seq)
            _ = try? timeline.lastKnownState(through: seq)
            _ = try? timeline.gap(endingWith: seq)
        }
        for (old, new) in zip(states, states.dropFirst()) {
            let patch = new.patch(from: old)
            require((try? old.applying(patch)) == new, "The difference of two states does not lead to the second")
            _ = StateDifference(from: old, to: new)
        }
        if var cursor = try? StateCursor(timeline.session) {
            while let transition = try? cursor.next() { _ = transition }
        }
    }

    private static func askBranches(_ timeline: Timeline, _ seqs: [Int]) {
        _ = try? timeline.cursor()
        _ = try? timeline.tip()
        for limit in [1, 4, BranchLayout.Column.max] { _ = try? timeline.layout(limit: limit) }
        let steps = UndoSteps(isUndoable: { $0.contains("e") }, groupBy: \.type)
        for seq in seqs {
            _ = try? timeline.tip(movingTo: seq)
            _ = try? timeline.newestEnd(from: seq)
            _ = try? timeline.undoTarget(from: seq, steps: 2, counting: steps)
            _ = try? timeline.redoTarget(from: seq, toward: timeline.last, steps: 2, counting: steps)
            _ = try? timeline.isAncestor(seq, of: timeline.last)
            guard let path = try? timeline.path(from: timeline.first, to: seq) else { continue }
            var bisection = Bisection(path)
            for _ in 0..<70 {
                guard case .test(let seq) = bisection.status else { break }
                bisection.record(seq % 3 == 0 ? .skip : seq % 2 == 0 ? .good : .bad)
            }
        }
        for text in references {
            guard let reference = try? PointInTime(parsing: text) else { continue }
            _ = try? timeline.seq(of: reference)
        }
        for text in ["start..end", "-3..", "..cursor", "2026-11-22..12:00"] {
            guard let range = try? ReferenceRange(parsing: text) else { continue }
            _ = try? timeline.seqs(of: range)
            _ = try? timeline.actions(of: range)
        }
    }

    private static func askValues(_ timeline: Timeline, _ seqs: [Int]) {
        for pointer in pointers {
            for seq in seqs {
                let value = try? timeline.value(at: seq, pointer)
                if let state = try? timeline.state(at: seq), let value {
                    require(value == state[pointer], "Another value at \(pointer) than in the state at \(seq)")
                }
                _ = try? timeline.blame(pointer, at: seq)
                _ = try? timeline.nextWrite(of: pointer, after: seq, toward: timeline.last)
            }
            for latestFirst in [false, true] {
                try? timeline.forEachWrite(of: pointer, through: timeline.last, latestFirst: latestFirst) { _ in true }
            }
            _ = try? timeline.seq(withValueAt: pointer)
            _ = try? timeline.difference(from: timeline.first, to: timeline.last, at: pointer)
            _ = try? timeline.patch(from: timeline.last, to: timeline.first, at: pointer)
            _ = try? timeline.seqs(touching: pointer, in: timeline.first...timeline.last)
        }
        try? timeline.forEachAction(ActionFilter(isReversed: true, limit: 5), touching: ["navigation"]) { _ in true }
        if let other = try? Timeline(opening: timeline.session.url) {
            _ = try? Comparison(of: timeline, with: other)
            _ = try? ActionAlignment(of: timeline, with: other, from: timeline.first + 1)
            other.session.close()
        }
    }

    private static func askConditions(_ timeline: Timeline) {
        for text in conditions {
            guard let condition = try? Condition(text, bounds: SQLBounds(seconds: 2)) else { continue }
            _ = try? timeline.firstMatch(where: condition, from: timeline.first)
            _ = try? timeline.firstMatch(where: condition, from: timeline.last, isReversed: true)
            _ = try? timeline.holds(condition, at: timeline.last)
        }
        let sql = "SELECT *, state(seq, '/navigation') FROM log ORDER BY type"
        guard let query = try? SessionQuery(sql, of: timeline.session, bounds: SQLBounds(seconds: 2)) else { return }
        while let row = try? query.next() { _ = row }
    }

    private static func check(_ timeline: Timeline, _ seqs: [Int]) -> Bool {
        guard let report = try? SessionCheck.run(timeline.session), report.findings.isEmpty else { return false }
        for seq in seqs where (timeline.first...timeline.last).contains(seq) {
            do {
                _ = try timeline.state(at: seq)
            } catch is SessionError {
                require(false, "The check finds nothing, and the state at \(seq) cannot be read")
            } catch {
                // The state before a branch may have been pruned.
            }
        }
        return true
    }
}

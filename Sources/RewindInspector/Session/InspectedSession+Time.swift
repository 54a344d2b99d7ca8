#if os(macOS) || os(Linux)

import Foundation
import RewindSession
import RewindTimeline
import RewindTree

extension InspectedSession {
    /// The maximum number of writes to return.
    private static let mostWrites = 2_000
    /// The time limit for all evaluations of an expression, in seconds.
    private static let longestEvaluation = 10.0

    func blame(_ pointer: Pointer, at seq: Int, tip: Int?) throws -> BlameAnswer {
        try check(seq)
        let timeline = try timeline()
        let tip = try end(tip, through: seq)
        var writes: [Write] = []
        try timeline.forEachWrite(of: pointer, through: seq, latestFirst: true) { write in
            writes.append(write)
            return writes.count < 2
        }
        return BlameAnswer(
            value: ValueAnswer(try timeline.value(at: seq, pointer), limit: ValueAnswer.longText),
            write: try writes.first.map { try answer($0) },
            before: writes.dropFirst().first.flatMap { $0.cause == .action ? $0.seq : nil },
            after: try timeline.nextWrite(of: pointer, after: seq, toward: tip)
        )
    }

    /// Returns the writes of a value around an action, latest first.
    ///
    /// - Parameters:
    ///   - seq: The action; by default `tip`.
    ///   - count: The maximum number of writes up to the action.
    ///   - later: The maximum number of writes after it.
    ///   - start: The first action whose write is returned.
    func history(
        _ pointer: Pointer,
        around seq: Int?,
        tip: Int,
        count: Int,
        later: Int,
        from start: Int?
    ) throws -> HistoryAnswer {
        try check(tip)
        let seq = seq ?? tip
        try check(seq)
        let timeline = try timeline()
        let (older, newer) = (max(0, min(count, Self.mostWrites)), max(0, min(later, Self.mostWrites)))
        var writes: [Write] = []
        if newer > 0 {
            try timeline.forEachWrite(of: pointer, after: seq, toward: end(tip, through: seq)) { write in
                writes.append(write)
                return writes.count <= newer
            }
        }
        let hasNewer = writes.count > newer
        let after = Array(writes.prefix(newer).reversed())
        writes = []
        if older > 0 {
            try timeline.forEachWrite(of: pointer, from: start, through: seq, latestFirst: true) { write in
                writes.append(write)
                return writes.count <= older
            }
        }
        return HistoryAnswer(
            writes: try (after + writes.prefix(older)).map { try answer($0) },
            kind: SeriesKind(of: (after + writes).map(\.new)),
            more: writes.count > older,
            newer: hasNewer
        )
    }

    /// Returns the end of a path through an action: `tip` if it follows the action, otherwise the action.
    private func end(_ tip: Int?, through seq: Int) throws -> Int {
        let timeline = try timeline()
        guard let tip, tip <= timeline.last, try timeline.isAncestor(seq, of: tip) else { return seq }
        return tip
    }

    private func answer(_ write: Write) throws -> WriteAnswer {
        let row = write.cause == .action ? try row(write.seq) : nil
        let cause =
            switch write.cause {
            case .action: "action"
            case .firstState: "firstState"
            case .pruned: "pruned"
            }
        return WriteAnswer(
            seq: write.seq,
            cause: cause,
            pointer: write.pointer.description,
            type: row?.type,
            slices: row?.slices,
            at: row?.at,
            old: ValueAnswer(write.old),
            new: ValueAnswer(write.new),
            members: Self.changedMembers(from: write.old, to: write.new),
            unknownBefore: write.gap?.count
        )
    }

    /// Returns the first few members that differ between two objects, or between two arrays of the same length.
    private static func changedMembers(from old: Tree?, to new: Tree?) -> [String]? {
        if case .array(let before)? = old, case .array(let after)? = new, before.count == after.count {
            let pairs = zip(before, after).enumerated().lazy
            let changed = pairs.filter { !$0.element.0.isIdentical(to: $0.element.1) && $0.element.0 != $0.element.1 }
            return changed.prefix(WriteAnswer.mostMembers).map { String($0.offset) }
        }
        guard case .object(let before)? = old, case .object(let after)? = new else { return nil }
        var names: [String] = []
        for (key, value) in zip(after.keys, after.values) where names.count < WriteAnswer.mostMembers {
            let isSame = old?.child(key).map { $0.isIdentical(to: value) || $0 == value } ?? false
            if !isSame { names.append(key) }
        }
        for key in before.keys where names.count < WriteAnswer.mostMembers && new?.child(key) == nil {
            names.append(key)
        }
        return names
    }

    /// Returns the values at a pointer along the path to `tip`, between two depths.
    func series(_ pointer: Pointer, tip: Int, from: Int?, to: Int?, points: Int) throws -> SeriesAnswer {
        let timeline = try timeline()
        let (path, depths, limit) = try part(to: tip, from, to, points)
        let first = path[depths.lowerBound]
        var seqs: [(depth: Int, seq: Int)] = [(depths.lowerBound, first)]
        for (part, depth) in path.parts(in: depths) {
            for seq in try timeline.candidates(changing: pointer, in: part) where seq > first {
                seqs.append((depth + seq - part.lowerBound, seq))
            }
        }
        let isExact = seqs.count <= limit
        let sampled = isExact ? seqs : (0..<limit).map { seqs[$0 * (seqs.count - 1) / (limit - 1)] }
        var values: [(depth: Int, value: Tree?)] = []
        for (depth, seq) in sampled {
            let value = try timeline.value(at: seq, pointer)
            if values.isEmpty || values[values.count - 1].value != value { values.append((depth, value)) }
        }
        return SeriesAnswer(values, exact: isExact)
    }

    /// Returns the values of an expression along the path to `tip`, between two depths.
    ///
    /// - Throws: `TimelineError.malformedExpression` also if all evaluations take too long, and `CancellationError`.
    func series(
        of expression: String,
        tip: Int,
        from: Int?,
        to: Int?,
        points: Int,
        shouldContinue: @escaping @Sendable () -> Bool
    ) throws -> SeriesAnswer {
        let (path, depths, limit) = try part(to: tip, from, to, points)
        let start = ContinuousClock.now
        let (values, isExact) = try timeline().values(
            of: try condition(expression),
            along: path,
            at: depths,
            limit: limit,
            onProgress: {
                if !shouldContinue() { throw CancellationError() }
                if start.duration(to: .now) > .seconds(Self.longestEvaluation) {
                    throw TimelineError.malformedExpression(.tookTooLong(seconds: Self.longestEvaluation))
                }
            }
        )
        return SeriesAnswer(values.map { ($0.index, Tree(expressionValue: $0.value)) }, exact: isExact)
    }

    /// Returns the path to `tip`, the indices on it between two depths, and the maximum number of points.
    private func part(
        to tip: Int,
        _ from: Int?,
        _ to: Int?,
        _ points: Int
    ) throws -> (path: SeqPath, depths: ClosedRange<Int>, limit: Int) {
        try check(tip)
        let timeline = try timeline()
        let path = try timeline.path(from: timeline.first, to: tip)
        let start = max(0, min(from ?? 0, path.count - 1))
        let end = max(start, min(to ?? path.count - 1, path.count - 1))
        return (path, start...end, max(2, min(points, 2_000)))
    }

    func timeline(
        _ kind: TimeAxis.Kind,
        from: Double?,
        to: Double?,
        columnCount: Int,
        filter: ListFilter
    ) throws -> TimelineAnswer? {
        guard let axis = axis(kind), let columns else { return nil }
        return TimelineAnswer(
            axis,
            columns,
            from: from,
            to: to,
            columnCount: max(1, min(columnCount, 4_000)),
            mask: filter.isEmpty ? nil : try mask(filter),
            isFolded: filter.foldsNoise ? columns.types.map(app.presentation.isNoise) : []
        )
    }

    func place(_ kind: TimeAxis.Kind, of seq: Int) -> PlaceAnswer? {
        guard let axis = axis(kind), let columns else { return nil }
        return PlaceAnswer(x: axis.place(of: seq, in: columns))
    }

    // MARK: Search

    func search(
        _ text: String,
        in range: (from: Int?, to: Int?),
        count: Int,
        shouldContinue: @Sendable () -> Bool
    ) throws -> SearchAnswer {
        guard !text.isEmpty else { return SearchAnswer(hits: [], more: false) }
        let timeline = try timeline()
        let session = timeline.session
        let start = range.from ?? timeline.first
        let limit = max(1, min(count, 200))
        var hits: [SearchAnswer.Hit] = []
        var last = -1
        try session.forEachFind(
            of: TextPattern(text),
            in: start...max(start, range.to ?? timeline.last),
            progress: { _ in if !shouldContinue() { throw CancellationError() } },
            { find in
                // One line for each action, with its first find.
                guard find.seq != last else { return true }
                last = find.seq
                guard hits.count < limit else {
                    hits.append(.init(seq: find.seq, type: nil, slices: [], place: "", pointer: "", text: ""))
                    return false
                }
                hits.append(try hit(find, text))
                return true
            }
        )
        return SearchAnswer(hits: Array(hits.prefix(limit)), more: hits.count > limit)
    }

    private func hit(_ find: TextFind, _ text: String) throws -> SearchAnswer.Hit {
        let place =
            switch find.part {
            case .type: "type"
            case .payload: "payload"
            case .error, .origin: "error"
            case .patch, .state: "value"
            }
        let isAction = find.seq > (try timeline().first)
        let row = isAction ? try row(find.seq) : nil
        return .init(
            seq: find.seq,
            type: row?.type,
            slices: row?.slices ?? [],
            place: place,
            pointer: find.pointer.description,
            text: Self.excerpt(of: find.value, around: text)
        )
    }

    private static func excerpt(of value: Tree, around text: String) -> String {
        let whole = value.string ?? value.text
        let (before, length) = (20, 120)
        guard let range = whole.range(of: text, options: .caseInsensitive) else { return String(whole.prefix(length)) }
        let start = whole.index(range.lowerBound, offsetBy: -before, limitedBy: whole.startIndex) ?? whole.startIndex
        return (start > whole.startIndex ? "…" : "") + whole[start...].prefix(length)
    }

    func watch(_ expression: String, from seq: Int, isReversed: Bool, shouldContinue: @escaping @Sendable () -> Bool)
        throws
        -> SeqAnswer
    {
        try check(seq)
        let match = try timeline().firstMatch(
            where: try condition(expression),
            from: seq,
            isReversed: isReversed,
            onEvaluation: { _ in if !shouldContinue() { throw CancellationError() } }
        )
        return SeqAnswer(seq: match?.seq)
    }
}

#endif

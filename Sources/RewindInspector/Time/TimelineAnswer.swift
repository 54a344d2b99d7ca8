import RewindSession
import RewindTree

/// The part of the timeline between two positions on its axis.
struct TimelineAnswer: Encodable {
    /// An action, or all actions of a run in one column.
    struct Bar: Encodable {
        let x: Double
        let seq: Int
        /// The number of the slice; -1 for the whole state, -2 for no change.
        let slice: Int
        /// In nanoseconds, or the number of changes.
        let duration: Float
        let flags: Int
        let run: Int
        var count = 1
        /// Of a column: pairs of a slice and its number of actions.
        var shares: [Int] = []
        /// Of a column: the number of actions in trouble.
        var troubles = 0

        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            try container.encode((x * 1_000).rounded() / 1_000)
            try container.encode(seq)
            try container.encode(slice)
            try container.encode(Int(duration))
            try container.encode(flags)
            try container.encode(run)
            try container.encode(count)
            guard !shares.isEmpty else { return }
            try container.encode(shares)
            try container.encode(troubles)
        }
    }

    /// The rate of actions in a part of the axis.
    struct Rate: Encodable {
        let x, width, perSecond: Double
        /// The part of each slice.
        let parts: [Pair<Double>]

        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            try container.encode(x)
            try container.encode(width)
            try container.encode((perSecond * 100).rounded() / 100)
            try container.encode(parts)
        }
    }

    struct Tick: Encodable {
        let x: Double
        let text: String
    }

    let total, from, to: Double
    /// True if the bars have the numbers of changes, as no duration was measured.
    let changes: Bool?
    let bars: [Bar]
    let summed: Bool
    let rate: [Rate]
    let pauses: [TimeAxis.Pause]
    let ticks: [Tick]

    /// Creates the part of the timeline between two positions, by default the ends of the axis.
    ///
    /// - Parameters:
    ///   - columnCount: The number of columns that can be drawn.
    ///   - mask: The actions that the filter includes; nil for all.
    ///   - isFolded: Whether a type is minor, by type number; empty if minor actions are not folded. In columns, they
    ///     are excluded.
    /// - Complexity: Linear in the actions between the positions.
    init(
        _ axis: TimeAxis,
        _ columns: ActionColumns,
        from: Double?,
        to: Double?,
        columnCount: Int,
        mask: FilterMask?,
        isFolded: [Bool] = []
    ) {
        total = axis.total
        changes = columns.hasDurations ? nil : true
        let start = max(0, from ?? 0)
        let end = max(start, min(axis.total, to ?? axis.total))
        (self.from, self.to) = (start, end)
        let parts = columns.runs.enumerated()
            .map { ($0.offset, axis.indices(of: $0.element, from: start, to: end, in: columns)) }
            .filter { !$0.1.isEmpty }
        summed = parts.reduce(0) { $0 + $1.1.count } > columnCount
        let width = max((end - start) / Double(max(1, columnCount)), 1e-9)
        var bars: [Bar] = []
        var column = ColumnSum()
        for (number, indices) in parts {
            let run = columns.runs[number]
            var position = -1
            for index in indices {
                let x = axis.place(at: index, of: run, in: columns)
                let own = columns.flags[index]
                let isMinor =
                    summed && !isFolded.isEmpty && isFolded[Int(columns.typeNumbers[index])]
                    && own.isDisjoint(with: .trouble)
                let bar = Bar(
                    x: x,
                    seq: columns.firstSeq + index,
                    slice: columns.firstSlice(at: index),
                    duration: columns.hasDurations ? columns.durations[index] : Float(columns.changes[index]),
                    flags: Self.flags(of: own, isOut: isMinor || mask.map { !$0.isIn[index] } ?? false),
                    run: number
                )
                guard summed else {
                    bars.append(bar)
                    continue
                }
                let next = Int((x - start) / width)
                if next != position, let sum = column.take() { bars.append(sum) }
                position = next
                column.add(bar)
            }
            if let sum = column.take() { bars.append(sum) }
        }
        self.bars = bars
        rate = Self.rate(axis, columns)
        let visible = axis.pauses.filter { $0.x >= start && $0.x <= end }
        pauses = visible.sorted { $0.after > $1.after }.prefix(60).sorted { $0.x < $1.x }
        ticks = Self.ticks(axis, columns, from: start, to: end, parts.first?.1)
    }

    private static func flags(of flags: ActionColumns.Flags, isOut: Bool) -> Int {
        (flags.isDisjoint(with: [.failed, .error]) ? 0 : 1) + (flags.contains(.crash) ? 2 : 0) + (isOut ? 4 : 0)
            + (flags.contains(.unknown) ? 8 : 0) + (flags.contains(.gap) ? 16 : 0)
    }

    private static func rate(_ axis: TimeAxis, _ columns: ActionColumns) -> [Rate] {
        let bins = 64
        let width = axis.total / Double(bins)
        return (0..<bins).compactMap { bin in
            let x = Double(bin) * width
            let end = bin == bins - 1 ? axis.total : x + width
            let parts = columns.runs.map { axis.indices(of: $0, from: x, to: end.nextDown, in: columns) }
                .filter { !$0.isEmpty }
            let actions = parts.reduce(0) { $0 + $1.count }
            guard actions > 0 else { return nil }
            let seconds = parts.reduce(0.000_4) { sum, indices in
                let (first, last) = (indices.lowerBound, indices.upperBound - 1)
                let before = first > 0 ? columns.times[first - 1] : columns.times[first]
                // After an undo, an action may be a long time after the one recorded before it.
                return sum + Double(max(0, columns.times[last].subtractingClamped(before))) / 1_000_000
            }
            var counts: [Int: Int] = [:]
            // The shares are estimated from a sample if there are many actions.
            for indices in parts {
                for index in stride(from: indices.lowerBound, to: indices.upperBound, by: max(1, actions / 500)) {
                    counts[columns.firstSlice(at: index), default: 0] += 1
                }
            }
            let sum = Double(counts.values.reduce(0, +))
            return Rate(
                x: x,
                width: width,
                perSecond: Double(actions) / seconds,
                parts: counts.sorted { $0.key < $1.key }.map {
                    Pair(number: $0.key, value: (Double($0.value) / sum * 1_000).rounded() / 1_000)
                }
            )
        }
    }

    /// Returns the times of day on the axis of time.
    private static func ticks(
        _ axis: TimeAxis,
        _ columns: ActionColumns,
        from: Double,
        to: Double,
        _ indices: Range<Int>?
    ) -> [Tick] {
        let wanted = 16.0
        guard axis.kind == .time, let indices, !indices.isEmpty else { return [] }
        var ticks: [Tick] = []
        var index = indices.lowerBound
        while index < indices.upperBound {
            let x = axis.place(of: columns.firstSeq + index, in: columns)
            ticks.append(Tick(x: x, text: String(columns.times[index])))
            let next = x + (to - from) / wanted
            let rest = indices.clamped(to: index + 1..<max(index + 1, indices.upperBound))
            index = rest.partitioningIndex { axis.place(of: columns.firstSeq + $0, in: columns) >= next }
        }
        return ticks
    }
}

/// The sum of the actions of a column. Excluded ones are only counted, unless all are.
private struct ColumnSum {
    private var first: TimelineAnswer.Bar?
    private var count = 0
    private var duration: Float = -1
    private var flags = 0
    private var troubles = 0
    /// The number of actions for each slice, from -2 on.
    private var counts = [Int](repeating: 0, count: ActionColumns.maximumSlices + 2)
    private var isOut = false

    private static let out = 4

    mutating func add(_ bar: TimelineAnswer.Bar) {
        count += 1
        let isExcluded = bar.flags & Self.out != 0
        if first == nil || (isOut && !isExcluded) {
            if first != nil { clear() }
            (first, isOut) = (first ?? bar, isExcluded)
        } else if isExcluded, !isOut {
            return
        }
        duration = max(duration, bar.duration)
        flags |= bar.flags
        if bar.flags & 3 != 0 { troubles += 1 }
        counts[bar.slice + 2] += 1
    }

    /// Returns the sum, and starts the next one; nil if there are no actions.
    mutating func take() -> TimelineAnswer.Bar? {
        guard let first else { return nil }
        let shares = counts.indices.filter { counts[$0] > 0 }
        defer {
            clear()
            (self.first, count) = (nil, 0)
        }
        return TimelineAnswer.Bar(
            x: first.x,
            seq: first.seq,
            slice: (shares.max { counts[$0] < counts[$1] } ?? 0) - 2,
            duration: duration,
            flags: flags,
            run: first.run,
            count: count,
            shares: shares.flatMap { [$0 - 2, counts[$0]] },
            troubles: troubles
        )
    }

    private mutating func clear() {
        for index in counts.indices where counts[index] > 0 { counts[index] = 0 }
        (duration, flags, troubles) = (-1, 0, 0)
    }
}

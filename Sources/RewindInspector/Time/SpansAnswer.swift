import RewindSession
import RewindTree

/// The effects and notes between two positions on the axis of the timeline.
struct SpansAnswer: Encodable {
    /// An effect with enough room to be drawn.
    struct Span: Encodable {
        let id: Int
        let x, end: Double
        let row: Int
        let status: Status
        /// True for the app's own code.
        let isFlow: Bool
        let name: Int
        /// The time from its beginning to its end, in microseconds; -1 if it is open.
        let took: Int64
        let began: Int
        let ended: Int

        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            for number in [x, end] { try container.encode((number * 1_000).rounded() / 1_000) }
            for number in [id, row, status.rawValue, isFlow ? 1 : 0, name, Int(took), began, ended] {
                try container.encode(number)
            }
        }
    }

    enum Status: Int {
        case open, done, failed, canceled
    }

    /// The other effects that began in one column.
    struct Column: Encodable {
        let x: Double
        /// The first one; the first that failed, if one did.
        var id: Int
        /// The last action before it.
        var seq: Int
        /// The number of effects by nesting; the last one stands for all deeper ones.
        var counts = [Int](repeating: 0, count: 4)
        var failed = 0
        var canceled = 0
        var open = 0

        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            try container.encode((x * 1_000).rounded() / 1_000)
            try container.encode(id)
            try container.encode(seq)
            try container.encode(counts)
            for number in [failed, canceled, open] { try container.encode(number) }
        }
    }

    /// A note, or several of them close to each other.
    struct Note: Encodable {
        let x: Double
        let id, seq: Int
        let name: String
        let isScreenshot: Bool
        var count = 1
    }

    /// The width of a column in those of the request.
    private static let columnWidth = 2.0
    /// The width of an effect that is drawn by itself if there are many.
    private static let leastWidth = 16.0
    /// The distance of two notes.
    private static let noteWidth = 9.0
    /// The maximum number of rows.
    private static let mostRows = 24

    let from, to: Double
    /// The number of rows of `spans`.
    let rows: Int
    let spans: [Span]
    /// The names to which spans refer.
    let names: [String]
    let columns: [Column]
    /// The width of a column on the axis.
    let width: Double
    let notes: [Note]

    /// Creates the part between two positions, by default the ends of the axis.
    ///
    /// Of many effects, the shorter ones are counted by column.
    ///
    /// - Parameter columnCount: The number of columns that can be drawn.
    /// - Complexity: Linear in the effects.
    init(
        _ effects: EffectColumns,
        _ axis: TimeAxis,
        _ columns: ActionColumns,
        from: Double?,
        to: Double?,
        columnCount: Int
    ) {
        let start = max(0, from ?? 0)
        let end = max(start, min(axis.total, to ?? axis.total))
        (self.from, self.to) = (start, end)
        let unit = max((end - start) / Double(columnCount), 1e-9)
        width = unit * Self.columnWidth
        var seen: [(index: Int, x: Double, end: Double)] = []
        var notes: [Note] = []
        for (index, effect) in effects.effects.enumerated() {
            let x = axis.place(after: effect.seq, at: effect.at, in: columns)
            guard x <= end else { continue }
            guard effect.kind.ends else {
                if x >= start { Self.add(effect, at: x, named: effects.names, to: &notes, unit * Self.noteWidth) }
                continue
            }
            let last = effect.end.map { max(x, axis.place(after: $0.seq, at: $0.at, in: columns)) } ?? axis.total
            if last >= start { seen.append((index, x, last)) }
        }
        self.notes = notes
        let shown = Self.longest(of: seen.map { $0.end - $0.x }, columnCount, least: unit * Self.leastWidth)
        var usedRows = Set<Int32>()
        for (offset, each) in seen.enumerated() where shown(offset) {
            usedRows.insert(effects.effects[each.index].row)
        }
        let rowNumbers = Dictionary(
            uniqueKeysWithValues: usedRows.sorted().enumerated().map { ($1, min($0, Self.mostRows - 1)) }
        )
        rows = min(usedRows.count, Self.mostRows)
        var spans: [Span] = []
        var sums: [Int: Column] = [:]
        var names = NameNumbers()
        for (offset, each) in seen.enumerated() {
            let effect = effects.effects[each.index]
            if shown(offset) {
                spans.append(
                    Span(
                        id: effect.id,
                        x: each.x,
                        end: each.end,
                        row: rowNumbers[effect.row] ?? 0,
                        status: Status(effect),
                        isFlow: effect.kind == .flow,
                        name: names.number(of: effect.name),
                        took: effect.took ?? -1,
                        began: effect.seq,
                        ended: effect.end?.seq ?? -1
                    )
                )
            } else if each.x >= start {
                let position = Int((each.x - start) / width)
                let middle = start + (Double(position) + 0.5) * width
                sums[position, default: Column(x: middle, id: effect.id, seq: effect.seq)].add(effect)
            }
        }
        self.spans = spans
        self.names = names.numbers.map { effects.names[Int($0)] }
        self.columns = sums.sorted { $0.key < $1.key }.map(\.value)
    }

    private static func add(
        _ effect: EffectColumns.Effect,
        at x: Double,
        named names: [String],
        to notes: inout [Note],
        _ distance: Double
    ) {
        if let last = notes.last, x - last.x < distance {
            notes[notes.count - 1].count += 1
        } else {
            let name = names[Int(effect.name)]
            let isScreenshot = effect.kind == .screenshot
            notes.append(Note(x: x, id: effect.id, seq: effect.seq, name: name, isScreenshot: isScreenshot))
        }
    }

    /// Returns whether an effect is drawn by itself: all of a few, or of many, some long ones.
    private static func longest(of widths: [Double], _ columnCount: Int, least: Double) -> (Int) -> Bool {
        guard widths.count > columnCount else { return { _ in true } }
        let long = widths.filter { $0 >= least }.sorted(by: >)
        let most = columnCount / 2
        let shortest = long.count > most ? long[most].nextUp : least
        return { widths[$0] >= shortest }
    }
}

extension SpansAnswer.Status {
    fileprivate init(_ effect: EffectColumns.Effect) {
        switch effect.end?.status {
        case nil: self = .open
        case .done: self = .done
        case .failed: self = .failed
        case .canceled: self = .canceled
        }
    }
}

extension SpansAnswer.Column {
    fileprivate mutating func add(_ effect: EffectColumns.Effect) {
        counts[min(Int(effect.depth), counts.count - 1)] += 1
        switch SpansAnswer.Status(effect) {
        case .failed:
            if failed == 0 { (id, seq) = (effect.id, effect.seq) }
            failed += 1
        case .canceled: canceled += 1
        case .open: open += 1
        case .done: break
        }
    }
}

/// Numbers of the names that an answer contains.
private struct NameNumbers {
    private(set) var numbers: [UInt32] = []
    private var positions: [UInt32: Int] = [:]

    mutating func number(of name: UInt32) -> Int {
        if let known = positions[name] { return known }
        positions[name] = numbers.count
        numbers.append(name)
        return numbers.count - 1
    }
}

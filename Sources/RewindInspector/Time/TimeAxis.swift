import RewindSession
import RewindTree

/// The positions of actions on the timeline.
struct TimeAxis: Sendable {
    enum Kind: String, Sendable {
        /// One unit for each action on its branch.
        case actions
        /// Seconds, with long pauses shortened.
        case time
    }

    /// A long pause.
    struct Pause: Encodable, Sendable {
        let x: Double
        /// The duration of the pause, in microseconds.
        let after: Int64
        /// The action after the pause.
        let seq: Int
    }

    let kind: Kind
    /// The maximum duration of a pause that is not shortened, in microseconds.
    private let longestPause: Int64
    /// The positions of the actions on the time axis, by index.
    private var places: [Double] = []
    private(set) var pauses: [Pause] = []
    /// The length of the axis.
    private(set) var total = 1.0

    /// Creates an axis for the current actions.
    ///
    /// - Complexity: Linear in the actions.
    init(_ kind: Kind, of columns: ActionColumns) {
        self.kind = kind
        longestPause = Self.longestPause(in: columns)
        extend(over: columns)
    }

    /// Adds the actions since the last call.
    ///
    /// - Complexity: Linear in the new actions.
    mutating func extend(over columns: ActionColumns) {
        switch kind {
        case .actions:
            total = Double(max(1, columns.runs.map { $0.depth + $0.last - $0.first }.max() ?? 1))
            let known = pauses.last.map { columns.index(of: $0.seq) + 1 } ?? 1
            for index in max(1, known, seen)..<max(1, known, seen, columns.count) { addPause(before: index, columns) }
        case .time:
            for index in places.count..<max(places.count, columns.count) {
                if index > 0 { addPause(before: index, columns) }
                let pause = index > 0 ? max(0, columns.pause(at: index)) : 0
                // A minimum distance separates simultaneous actions.
                let step = Double(min(pause, longestPause)) / 1_000_000 + Self.leastStep
                places.append((places.last ?? 0) + step)
            }
            total = max(Self.leastStep, (places.last ?? 0) + Self.leastStep)
        }
        seen = columns.count
    }

    private static let leastStep = 0.000_3
    private static let mostPauses = 2_000
    private var seen = 0

    private mutating func addPause(before index: Int, _ columns: ActionColumns) {
        let pause = columns.pause(at: index)
        guard pause > longestPause, pauses.count < Self.mostPauses else { return }
        let seq = columns.firstSeq + index
        let x: Double =
            switch kind {
            case .actions: Double(columns.depth(of: seq)) - 1
            case .time: (places.last ?? 0) + Double(longestPause) / 2_000_000
            }
        pauses.append(Pause(x: x, after: pause, seq: seq))
    }

    /// Returns the position of an action.
    func place(of seq: Int, in columns: ActionColumns) -> Double {
        switch kind {
        case .actions: return Double(columns.depth(of: seq)) - 0.5
        case .time:
            let index = columns.index(of: seq)
            return places.indices.contains(index) ? places[index] : 0
        }
    }

    /// Returns the position of a time after an action, and before the next one.
    func place(after seq: Int, at time: Int64, in columns: ActionColumns) -> Double {
        let index = columns.index(of: seq)
        let hasNext = columns.contains(seq + 1)
        switch kind {
        case .actions:
            guard columns.contains(seq), hasNext else { return max(0, min(total, place(of: seq, in: columns) + 0.25)) }
            let (start, end) = (columns.times[index], columns.times[index + 1])
            let part = end > start ? (Double(time) - Double(start)) / (Double(end) - Double(start)) : 0.5
            return place(of: seq, in: columns) + min(0.95, max(0.05, part))
        case .time:
            let (start, x) = columns.contains(seq) ? (columns.times[index], places[index]) : (time, 0)
            let later = x + max(0, min(Double(time) - Double(start), Double(longestPause))) / 1_000_000
            return hasNext ? min(later, places[index + 1]) : min(later, total)
        }
    }

    /// Returns the position of the action of a run at an index.
    func place(at index: Int, of run: ActionRun, in columns: ActionColumns) -> Double {
        switch kind {
        case .actions: Double(run.depth + index - columns.index(of: run.first)) - 0.5
        case .time: places[index]
        }
    }

    /// Returns the indices of the actions of a run between two positions.
    ///
    /// - Complexity: O(log *n*).
    func indices(of run: ActionRun, from: Double, to: Double, in columns: ActionColumns) -> Range<Int> {
        let all = columns.index(of: run.first)..<columns.index(of: run.last) + 1
        switch kind {
        case .actions:
            let start = max(0, Int((from - Double(run.depth) + 0.5).rounded(.up)))
            let end = max(start, Int((to - Double(run.depth) + 0.5).rounded(.down)) + 1)
            return (all.lowerBound + start..<all.lowerBound + end).clamped(to: all)
        case .time:
            let part = places[all.clamped(to: places.indices)]
            let start = part.partitioningIndex { $0 >= from }
            return start..<max(start, part.partitioningIndex { $0 > to })
        }
    }

    /// Returns the threshold for long pauses: 1.5 times the 98th percentile of a sample, but at least a millisecond, and at
    /// most 20 times the median or ten seconds, as of a few pauses one may be years.
    private static func longestPause(in columns: ActionColumns) -> Int64 {
        guard columns.count > 1 else { return 1_000_000 }
        let stride = max(1, columns.count / 4_096)
        let sample = Swift.stride(from: 1, to: columns.count, by: stride)
            .map(columns.pause(at:)).sorted()
        let usual = max(0, min(sample[min(sample.count - 1, sample.count * 49 / 50)], .max / 2))
        let median = max(0, sample[(sample.count - 1) / 2])
        return max(1_000, min(usual + usual / 2, max(10_000_000, 20 * min(median, .max / 20))))
    }
}

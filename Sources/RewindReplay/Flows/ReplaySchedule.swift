import RewindSession
import RewindTimeline
import RewindTree

/// The order in which a replay lets effects end and roots begin.
///
/// An effect ends where the app did the next thing that its end can have led to: the first action or effect after it
/// whose cause is the effect, or an effect or action that it is in. In a replay nothing takes time, so that an effect that
/// ends earlier could overtake an action that was dispatched meanwhile.
struct ReplaySchedule {
    /// A point in a recording.
    struct Point: Comparable {
        /// The number of the last action before it.
        let seq: Int
        /// The time.
        let at: Int64

        static func < (one: Self, other: Self) -> Bool {
            (one.seq, one.at) < (other.seq, other.at)
        }
    }

    enum Event: Hashable, Sendable {
        /// The end of the effect with an index.
        case outcome(Int)
        /// The beginning of an action or flow without a cause.
        case root(CauseReference)
        /// The move to the state that an action was applied to, if that is not the one before it.
        case travel(Int)
        /// The end of the recording.
        case end
    }

    struct Item {
        let event: Event
        let point: Point
        /// The last action before it in the recording, which is that of the point or an earlier one.
        let earliest: Int
    }

    /// The items in order.
    private(set) var items: [Item] = []
    /// The points where the effects with these indices begin, in order.
    private(set) var begins: [(point: Point, index: Int)] = []
    /// The events that begin outside the app, in order.
    var steps: [Event] {
        items.map(\.event).filter { event in
            switch event {
            case .root, .travel: true
            case .outcome, .end: false
            }
        }
    }

    /// Creates the schedule of a recording. With `drivesRoots`, effects also wait for roots.
    ///
    /// - Complexity: O(*n* log *n*) in the actions and effects, times the length of their chains of causes.
    init(_ recording: FlowRecording, drivesRoots: Bool) {
        let caused = Self.caused(recording)
        let firsts = drivesRoots ? Self.firsts(recording, caused) : [:]
        if drivesRoots { addActions(of: recording) }
        for (index, row) in recording.effects.enumerated() {
            let effect = row.effect
            let begin = Point(seq: effect.seq, at: effect.at)
            if effect.kind == .flow {
                guard drivesRoots, effect.cause == nil else { continue }
                let first = firsts[.effect(effect.id)] ?? begin
                items.append(Item(event: .root(.effect(effect.id)), point: first, earliest: effect.seq))
            } else if !recording.isInEffect(.effect(effect.id)) {
                begins.append((begin, index))
                let point = row.outcome.map { Self.next(after: $0, recording, caused) }
                let earliest = row.outcome?.seq ?? .max
                items.append(
                    Item(event: .outcome(index), point: point ?? Point(seq: .max, at: effect.at), earliest: earliest)
                )
            }
        }
        begins.sort { $0.point < $1.point }
        // The sort is stable: effects that lead to the same thing end in the recorded order.
        let order = recording.effects.map { $0.outcome?.id ?? .max }
        items.sort { one, other in
            if one.point != other.point { return one.point < other.point }
            guard case .outcome(let index) = one.event, case .outcome(let other) = other.event else { return false }
            return order[index] < order[other]
        }
    }

    private mutating func addActions(of recording: FlowRecording) {
        for action in recording.actions {
            let point = Point(seq: action.seq - 1, at: action.at)
            if action.parent != action.seq - 1 {
                // What came before the action is older than the move if it is not the action's root.
                let root = recording.chain(from: .action(action.seq)).last
                var start = point
                if case .effect(let id)? = root, let effect = recording.effect(id)?.effect, effect.seq == point.seq {
                    start = min(start, Point(seq: effect.seq, at: effect.at))
                }
                items.append(Item(event: .travel(action.seq), point: start, earliest: start.seq))
            }
            if action.cause == nil {
                items.append(Item(event: .root(.action(action.seq)), point: point, earliest: point.seq))
            }
        }
        let end = Point(seq: recording.last, at: .max)
        items.append(Item(event: .end, point: end, earliest: end.seq))
    }

    /// Returns the points of what each action or effect caused, in order.
    private static func caused(_ recording: FlowRecording) -> [CauseReference: [Point]] {
        var caused: [CauseReference: [Point]] = [:]
        for action in recording.actions {
            guard let cause = action.cause else { continue }
            caused[cause, default: []].append(Point(seq: action.seq - 1, at: action.at))
        }
        for row in recording.effects {
            guard let cause = row.effect.cause else { continue }
            caused[cause, default: []].append(Point(seq: row.effect.seq, at: row.effect.at))
        }
        return caused.mapValues { $0.sorted() }
    }

    /// Returns the first points of what each root led to. A thunk that becomes a flow begins a little later in the recording
    /// than the effect that made it one.
    private static func firsts(
        _ recording: FlowRecording,
        _ caused: [CauseReference: [Point]]
    ) -> [CauseReference: Point] {
        var firsts: [CauseReference: Point] = [:]
        for (cause, points) in caused {
            guard let root = recording.chain(from: cause).last, let point = points.first else { continue }
            firsts[root] = min(firsts[root] ?? point, point)
        }
        return firsts
    }

    private static func next(
        after outcome: OutcomeRecord,
        _ recording: FlowRecording,
        _ caused: [CauseReference: [Point]]
    ) -> Point {
        let end = Point(seq: outcome.seq, at: outcome.at)
        var next: Point?
        for link in recording.chain(from: .effect(outcome.effect)) {
            guard let points = caused[link] else { continue }
            let index = points.partitioningIndex { $0 >= end }
            if index < points.endIndex { next = min(next ?? points[index], points[index]) }
        }
        return next ?? end
    }
}

import Rewind
import RewindSession
import RewindTree
import RewindTimeline

/// Brings a running store to any state of its recording, and back.
///
/// ```swift
/// let recorder = try Recorder<AppState>(recordingTo: file)
/// let store = Store(reducer: recorder.timeTravel(appReducer), state: nil, middleware: [recorder.middleware()])
/// let travel = TimeTravel(recorder) { store.dispatch($0) }
/// try travel.undo()
/// ```
///
/// What goes to the store is one ``Restoration``, not the actions once more, so no effects are fired; what subscribes to
/// states can ask ``Recorder/isTravelling``. The recording only grows: travel moves the cursor of the session, and what
/// is dispatched from a state of the past starts a branch there.
///
/// Use it where the store is used: on one thread or one actor.
public final class TimeTravel<State> {
    /// The recorder of the store.
    public let recorder: Recorder<State>

    private let options: TimeTravelOptions
    private let restore: (Restoration<State>) -> Void
    /// The playback under way.
    var playback: Playback?
    /// Where others ask for something from outside of the process, while the travel is open to them.
    var mailbox: SteeringMailbox?
    /// The actions that they can have dispatched.
    var steeredActions: SteeredActions?
    private var steps: UndoSteps {
        guard let groupBy = options.groupBy else { return UndoSteps(isUndoable: options.isUndoable) }
        return UndoSteps(isUndoable: options.isUndoable) { groupBy(RecordedAction($0)) }
    }

    /// Prepares travel, before the first action where states are not `Codable`.
    ///
    /// - Parameters:
    ///   - recorder: the recorder of the store.
    ///   - options: how travel goes.
    ///   - restore: puts a restoration into the store: dispatches it where a reducer from `timeTravel(_:)`
    ///     handles it, else sets the state right away.
    public init(
        _ recorder: Recorder<State>,
        options: TimeTravelOptions = TimeTravelOptions(),
        restore: @escaping (Restoration<State>) -> Void
    ) {
        self.recorder = recorder
        self.options = options
        self.restore = restore
        recorder.dispatches.enableTravel(by: Restoration<State>.self)
        recorder.dispatches.setTravel(
            isLocking: options.dispatching == .locked,
            statesInMemory: options.statesInMemory
        )
    }

    deinit {
        mailbox?.close()
    }

    /// The action whose state the store has; 0 for the initial state.
    public var position: Int {
        recorder.dispatches.cursor.position
    }

    /// Whether there is a step to undo.
    ///
    /// It reads the session, as travel does: milliseconds.
    public var canUndo: Bool {
        (try? reading { timeline, cursor throws in try undoTarget(timeline, cursor, 1, steps) }) != nil
    }

    /// Whether there is a step to redo.
    public var canRedo: Bool {
        recorder.dispatches.destination.isInPast
    }

    /// Goes to where `count` steps are undone; to the first state where there are not so many, and nowhere for less than
    /// one.
    ///
    /// - Returns: the action whose state the store has then.
    /// - Throws: `TimeTravelError`.
    @discardableResult
    public func undo(_ count: Int = 1) throws(TimeTravelError) -> Int {
        guard count > 0 else { return position }
        return try travel { timeline, cursor throws in try undoTarget(timeline, cursor, count, steps) }
    }

    /// Goes to where `count` steps are redone, on the way back to where undo began; to its end where there are not so
    /// many, and nowhere for less than one.
    ///
    /// - Returns: the action whose state the store has then.
    /// - Throws: `TimeTravelError`.
    @discardableResult
    public func redo(_ count: Int = 1) throws(TimeTravelError) -> Int {
        guard count > 0 else { return position }
        return try travel { timeline, cursor throws in try redoTarget(timeline, cursor, count, steps) }
    }

    /// Goes to the state right after an action, on any branch; 0 is the initial state.
    ///
    /// - Throws: `TimeTravelError`.
    public func jump(to seq: Int) throws(TimeTravelError) {
        try travel { _, _ in seq }
    }

    /// Goes one action forth, whatever counts as a step for undo.
    ///
    /// - Returns: the action whose state the store has then.
    /// - Throws: `TimeTravelError`.
    @discardableResult
    public func stepForward() throws(TimeTravelError) -> Int {
        try travel { timeline, cursor throws in try redoTarget(timeline, cursor, 1, .eachAction) }
    }

    /// Goes one action back, whatever counts as a step for undo.
    ///
    /// - Returns: the action whose state the store has then.
    /// - Throws: `TimeTravelError`.
    @discardableResult
    public func stepBack() throws(TimeTravelError) -> Int {
        try travel { timeline, cursor throws in try undoTarget(timeline, cursor, 1, .eachAction) }
    }
}

extension TimeTravel {
    /// The action after `seq` on the way back to where undo began, and how many microseconds after that it was dispatched;
    /// nil at the end.
    func next(after seq: Int) throws(TimeTravelError) -> (seq: Int, pause: Int64)? {
        try reading { timeline, cursor throws in
            let end = try timeline.tip(movingTo: seq, from: cursor.tip)
            guard seq != end else { return nil }
            let next = try timeline.redoTarget(from: seq, toward: end, steps: 1)
            // The first state has no action.
            let times = try [seq, next].compactMap { try timeline.session.action($0)?.at }
            return (next, times.count == 2 ? times[1] - times[0] : 0)
        }
    }

    private func undoTarget(_ timeline: Timeline, _ cursor: StoreCursor, _ count: Int, _ steps: UndoSteps) throws -> Int
    {
        let target = try timeline.undoTarget(from: cursor.position, steps: count, counting: steps)
        // Before the first action of a store that made its own first state there is none.
        guard target == 0, try timeline.state(at: 0) == .null else { return target }
        let first = try timeline.redoTarget(from: 0, toward: cursor.position, steps: 1)
        guard first < cursor.position else { throw TimeTravelError.nothingToUndo }
        return first
    }

    private func redoTarget(_ timeline: Timeline, _ cursor: StoreCursor, _ count: Int, _ steps: UndoSteps) throws -> Int
    {
        guard cursor.isInPast else { throw TimeTravelError.nothingToRedo }
        // What was dispatched before a restoration came to the store may have begun another branch.
        let end = try timeline.tip(movingTo: cursor.position, from: cursor.tip)
        return try timeline.redoTarget(from: cursor.position, toward: end, steps: count, counting: steps)
    }

    @discardableResult
    private func travel(to target: (Timeline, StoreCursor) throws -> Int) throws(TimeTravelError) -> Int {
        if let refusal = recorder.dispatches.beginTravel() { throw TimeTravelError(refusal) }
        let restoration = try reading { timeline, cursor throws in
            let seq = try target(timeline, cursor)
            guard seq >= timeline.first, seq <= timeline.last else { throw TimeTravelError.noState(seq: seq) }
            let kept = recorder.dispatches.recentState(seq)
            let tree = try kept?.recorded ?? recordedState(seq, of: timeline)
            return Restoration(
                state: try state(seq, kept, tree),
                seq: seq,
                source: ObjectIdentifier(recorder.dispatches),
                ticket: recorder.dispatches.nextRestoration(),
                tree: tree,
                last: cursor.last,
                tip: try timeline.tip(movingTo: seq, from: cursor.tip)
            )
        }
        recorder.dispatches.willRestore(restoration)
        restore(restoration)
        recorder.dispatches.didGiveRestoration()
        return restoration.seq
    }

    /// Reads the session as it is when everything that was dispatched is in it.
    private func reading<Result>(
        _ read: (Timeline, StoreCursor) throws -> Result
    ) throws(TimeTravelError) -> Result {
        recorder.flush()
        do {
            let timeline = try Timeline(opening: recorder.url)
            defer { timeline.session.close() }
            let cursor = recorder.dispatches.destination
            guard cursor.position <= timeline.last else {
                throw TimeTravelError.unreadable(reason: "the latest actions could not be written yet")
            }
            return try read(timeline, cursor)
        } catch {
            throw TimeTravelError(error)
        }
    }

    private func recordedState(_ seq: Int, of timeline: Timeline) throws -> Tree {
        // Where an action's effect was recorded together with that of a later one, the session has an older state.
        if seq > timeline.first, recorder.dispatches.recentState(seq) == nil, try !timeline.session.isEffectKnown(seq) {
            throw TimeTravelError.noState(seq: seq)
        }
        do {
            return try timeline.state(at: seq)
        } catch TimelineError.pruned {
            throw TimeTravelError.noState(seq: seq)
        }
    }

    /// The state after an action: as the app made it where that is kept, else of what the session has.
    private func state(_ seq: Int, _ kept: KeptState?, _ tree: Tree) throws -> State {
        if let state = kept?.value(as: State.self) { return state }
        guard let type = State.self as? any Decodable.Type else {
            throw TimeTravelError.notDecodable(seq: seq, reason: "its type is not Decodable")
        }
        guard !Masks.occur(in: tree) else { throw TimeTravelError.masked(seq: seq) }
        do {
            if let state = try TreeDecoder().decode(type, from: tree) as? State { return state }
            throw TimeTravelError.notDecodable(seq: seq, reason: "it is another type")
        } catch let error as DecodingError {
            // Null stands for the state before a store made its first one.
            if tree == .null { throw TimeTravelError.noState(seq: seq) }
            throw TimeTravelError.notDecodable(seq: seq, reason: error.whatIsWrong)
        }
    }
}

extension TimeTravelError {
    /// Why the store cannot travel now, for the app.
    init(_ refusal: DispatchRecorder.TravelRefusal) {
        switch refusal {
        case .closed: self = .closed
        case .dispatching: self = .dispatching
        }
    }

    /// What the reading of a session throws, for the app.
    fileprivate init(_ error: any Error) {
        switch error {
        case let error as TimeTravelError: self = error
        case TimelineError.nothingToUndo, TimelineError.pruned: self = .nothingToUndo
        case TimelineError.nothingToRedo: self = .nothingToRedo
        default: self = .unreadable(reason: "\(error)")
        }
    }
}

extension DecodingError {
    /// What is wrong and where, without values.
    var whatIsWrong: String {
        func path(_ context: Context) -> String {
            context.codingPath.map { "/" + ($0.intValue.map(String.init) ?? $0.stringValue) }.joined()
        }
        switch self {
        case .typeMismatch(let type, let context): return "\(path(context)) is no \(type)"
        case .valueNotFound(let type, let context): return "\(path(context)) is null, not a \(type)"
        case .keyNotFound(let key, let context): return "\(path(context))/\(key.stringValue) is missing"
        case .dataCorrupted(let context): return "\(path(context)) is not as it must be"
        @unknown default: return "it does not fit"
        }
    }
}

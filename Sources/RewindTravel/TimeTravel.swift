import Foundation
import Rewind
import RewindRemote
import RewindSession
import RewindTree
import RewindTimeline

/// Restores any state of a recording in a running store.
///
/// ```swift
/// let recorder = try Recorder<AppState>(recordingTo: file)
/// let store = Store(reducer: recorder.travelingReducer(wrapping: appReducer), state: nil, middleware: [recorder.middleware()])
/// let travel = TimeTravel(recorder) { store.dispatch($0) }
/// try travel.undo()
/// ```
///
/// The store receives one ``Restoration`` instead of the actions, so that no effect runs again; subscribers can check
/// `Recorder.isTraveling`. The recording only grows: travel moves the cursor of the session, and an action that is
/// dispatched in the past starts a branch.
///
/// Use it where the store is used: on one thread or one actor.
public final class TimeTravel<State> {
    /// The recorder of the store.
    public let recorder: Recorder<State>

    private let options: TimeTravelOptions
    private let restore: (Restoration<State>) -> Void
    /// The current playback.
    var playback: Playback?
    /// The mailbox for requests from other processes, while travel is open to them.
    var mailbox: SteeringMailbox?
    /// The actions that other processes can dispatch.
    var steeredActions: SteeredActions?
    private var hasReportedLostMembers = false
    private var hasLookedForSharedMembers = false
    private var steps: UndoSteps {
        guard let groupBy = options.groupBy else { return UndoSteps(isUndoable: options.isUndoable) }
        return UndoSteps(isUndoable: options.isUndoable) { groupBy(RecordedAction($0)) }
    }

    /// Prepares travel. If states are not `Codable`, create it before the first action.
    ///
    /// - Parameters:
    ///   - recorder: The recorder of the store.
    ///   - options: The options of travel.
    ///   - restore: Applies a restoration to the store: dispatches it if the reducer is one from `travelingReducer(wrapping:)`;
    ///     otherwise sets the state immediately.
    public init(
        _ recorder: Recorder<State>,
        options: TimeTravelOptions = TimeTravelOptions(),
        restore: @escaping (Restoration<State>) -> Void
    ) {
        self.recorder = recorder
        self.options = options
        self.restore = restore
        recorder.dispatches.enableTravel(by: Restoration<State>.self)
        var limits = RecentStates.Limits()
        (limits.count, limits.bytes) = (options.statesInMemory, options.bytesInMemory)
        recorder.dispatches.setTravel(isLocking: options.dispatching == .locked, keeping: limits)
    }

    deinit {
        mailbox?.close()
    }

    /// The number of the action whose state the store has; 0 for the initial state.
    public var position: Int {
        recorder.dispatches.cursor.position
    }

    /// True if there is a step to undo.
    ///
    /// - Complexity: Reads the session, as travel does; this takes milliseconds.
    public var canUndo: Bool {
        (try? reading { timeline, cursor throws in try undoTarget(timeline, cursor, 1, steps) }) != nil
    }

    /// True if there is a step to redo.
    public var canRedo: Bool {
        recorder.dispatches.destination.isInPast
    }

    /// Undoes `count` steps, or all steps if there are fewer. Does nothing if `count` is less than one.
    ///
    /// - Returns: The number of the action whose state the store then has.
    /// - Throws: `TimeTravelError`.
    @discardableResult
    public func undo(_ count: Int = 1) throws(TimeTravelError) -> Int {
        guard count > 0 else { return position }
        return try travel { timeline, cursor throws in try undoTarget(timeline, cursor, count, steps) }
    }

    /// Redoes `count` steps toward the state where undo began, or all steps if there are fewer. Does nothing if `count`
    /// is less than one.
    ///
    /// - Returns: The number of the action whose state the store then has.
    /// - Throws: `TimeTravelError`.
    @discardableResult
    public func redo(_ count: Int = 1) throws(TimeTravelError) -> Int {
        guard count > 0 else { return position }
        return try travel { timeline, cursor throws in try redoTarget(timeline, cursor, count, steps) }
    }

    /// Restores the state right after an action, on any branch; 0 is the initial state.
    ///
    /// - Throws: `TimeTravelError`.
    public func jump(to seq: Int) throws(TimeTravelError) {
        try travel { _, _ in seq }
    }

    /// Moves one action forward, even if it is not a step for undo.
    ///
    /// - Returns: The number of the action whose state the store then has.
    /// - Throws: `TimeTravelError`.
    @discardableResult
    public func stepForward() throws(TimeTravelError) -> Int {
        try travel { timeline, cursor throws in try redoTarget(timeline, cursor, 1, .eachAction) }
    }

    /// Moves one action back, even if it is not a step for undo.
    ///
    /// - Returns: The number of the action whose state the store then has.
    /// - Throws: `TimeTravelError`.
    @discardableResult
    public func stepBack() throws(TimeTravelError) -> Int {
        try travel { timeline, cursor throws in try undoTarget(timeline, cursor, 1, .eachAction) }
    }
}

extension TimeTravel {
    /// Returns the action after `seq` on the path to the state where undo began, and the time between both in
    /// microseconds; nil at the end.
    func next(after seq: Int) throws(TimeTravelError) -> (seq: Int, pause: Int64)? {
        try reading { timeline, cursor throws in
            let end = try timeline.tip(movingTo: seq, from: cursor.tip)
            guard seq != end else { return nil }
            let next = try timeline.redoTarget(from: seq, toward: end, steps: 1)
            // The first state has no action.
            let times = try [seq, next].compactMap { try timeline.session.action($0)?.at }
            return (next, times.count == 2 ? times[1].subtractingClamped(times[0]) : 0)
        }
    }

    private func undoTarget(_ timeline: Timeline, _ cursor: StoreCursor, _ count: Int, _ steps: UndoSteps) throws -> Int
    {
        let target = try timeline.undoTarget(from: cursor.position, steps: count, counting: steps)
        // A store that creates its first state has none before the first action.
        guard target == 0, try timeline.state(at: 0) == .null else { return target }
        let first = try timeline.redoTarget(from: 0, toward: cursor.position, steps: 1)
        guard first < cursor.position else { throw TimeTravelError.nothingToUndo }
        return first
    }

    private func redoTarget(_ timeline: Timeline, _ cursor: StoreCursor, _ count: Int, _ steps: UndoSteps) throws -> Int
    {
        guard cursor.isInPast else { throw TimeTravelError.nothingToRedo }
        // An action dispatched before the store handled a restoration may have started another branch.
        let end = try timeline.tip(movingTo: cursor.position, from: cursor.tip)
        return try timeline.redoTarget(from: cursor.position, toward: end, steps: count, counting: steps)
    }

    @discardableResult
    private func travel(to target: (Timeline, StoreCursor) throws -> Int) throws(TimeTravelError) -> Int {
        try beginTravel()
        let restoration = try reading { timeline, cursor throws in
            let seq = try target(timeline, cursor)
            guard seq >= timeline.first, seq <= timeline.last else { throw TimeTravelError.noState(seq: seq) }
            let kept = recorder.dispatches.recentState(seq)
            let tree = try kept?.recorded ?? recordedState(seq, of: timeline)
            return Restoration(
                seq: seq,
                box: try state(seq, kept, tree),
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

    func beginTravel() throws(TimeTravelError) {
        guard !recorder.dispatches.beginTravel() else { return }
        throw recorder.dispatches.isClosed ? .closed : .dispatching
    }

    /// Reads the session when all dispatched actions are in it.
    private func reading<Result>(
        _ read: (Timeline, StoreCursor) throws -> Result
    ) throws(TimeTravelError) -> Result {
        recorder.flush(atMost: .seconds(60))
        guard let url = recorder.url else { throw .closed }
        do {
            let timeline = try Timeline(opening: url)
            defer { timeline.session.close() }
            let cursor = recorder.dispatches.destination
            guard cursor.position <= timeline.last else {
                throw TimeTravelError.unreadable(reason: "the latest actions could not be written yet")
            }
            return try read(timeline, cursor)
        } catch {
            throw TimeTravelError(error, in: url.deletingLastPathComponent())
        }
    }

    private func recordedState(_ seq: Int, of timeline: Timeline) throws -> Tree {
        // If an action's effect was merged with that of a later one, the session has an older state.
        if seq > timeline.first, recorder.dispatches.recentState(seq) == nil, try !timeline.session.isEffectKnown(seq) {
            throw TimeTravelError.noState(seq: seq)
        }
        do {
            return try timeline.state(at: seq)
        } catch TimelineError.pruned {
            throw TimeTravelError.noState(seq: seq)
        }
    }

    /// Returns the state after an action: the app's own value if it is kept; otherwise, decodes it from the session.
    private func state(_ seq: Int, _ kept: KeptState?, _ tree: Tree) throws -> StateBox<State> {
        if let kept, let box = box(of: kept) {
            reportSharedMembers(of: box)
            return box
        }
        guard let type = State.self as? any Decodable.Type else {
            throw TimeTravelError.notDecodable(seq: seq, reason: "its type is not Decodable, and \(reasonNotKept)")
        }
        guard !Masks.occur(in: tree) else { throw TimeTravelError.masked(seq: seq) }
        reportLostMembers(type)
        let problem: String
        do {
            if let box = try decoded(type, from: tree) as? StateBox<State> { return box }
            problem = "it has another type"
        } catch {
            // Null stands for the state before the store created its first one.
            if tree == .null { throw TimeTravelError.noState(seq: seq) }
            problem = (error as? DecodingError)?.problem ?? "its init(from:) threw an error"
        }
        throw TimeTravelError.notDecodable(seq: seq, reason: "\(problem), and \(reasonNotKept)")
    }

    private func box(of kept: KeptState) -> StateBox<State>? {
        kept.value(as: State.self).map(StateBox.init)
    }

    private func decoded<T: Decodable>(_ type: T.Type, from tree: Tree) throws -> AnyObject {
        StateBox(try decoder.decode(type, from: tree))
    }

    /// Reports the members in objects, to which the states of different actions only refer, once.
    private func reportSharedMembers(of box: StateBox<State>) {
        let rules = recorder.dispatches.rules
        guard !hasLookedForSharedMembers, !rules.representations.isEmpty else { return }
        hasLookedForSharedMembers = true
        var encoder = TreeEncoder(rules: rules)
        report(lostMembers: encoder.sharedMembers(of: box.state))
    }

    /// The reason why a state is not kept in memory.
    private var reasonNotKept: String {
        let recent = recorder.dispatches.recentStates
        guard recent.hasEvicted else { return "it is older than the `TimeTravel`, which keeps only later states" }
        let option = recent.count >= recent.limits.count ? "statesInMemory" : "bytesInMemory"
        return recent.count == 1
            ? "it is older than the one state that `\(option)` keeps"
            : "it is older than the \(recent.count) states that `\(option)` keeps"
    }

    private var decoder: TreeDecoder {
        TreeDecoder(userInfo: recorder.dispatches.userInfo)
    }

    /// Reports the members that decoding does not restore, once. The newest state, of which the app's own value is
    /// kept, stands for all.
    private func reportLostMembers(_ type: any Decodable.Type) {
        guard !hasReportedLostMembers, let newest = recorder.dispatches.recentStates.newest else { return }
        // The recorded tree may have masks, or be that of an earlier state.
        var encoder = TreeEncoder(userInfo: recorder.dispatches.userInfo)
        guard let state = newest.value(as: State.self).map({ $0 as Any }),
            let tree = try? encoder.encodeIfPossible(state), let copy: Any = try? decoder.decode(type, from: tree)
        else { return }
        report(lostMembers: LostMembers.find(in: state, decodedAs: copy))
    }

    private func report(lostMembers members: [Pointer]) {
        guard !members.isEmpty else { return }
        hasReportedLostMembers = true
        recorder.dispatches.tell(.notRestored(members: members.map(\.description)))
    }
}

extension TimeTravelError {
    /// Creates the error for an error of reading the session in a folder, whose path is not shown.
    fileprivate init(_ error: any Error, in folder: URL) {
        switch error {
        case let error as TimeTravelError: self = error
        case TimelineError.nothingToUndo, TimelineError.pruned: self = .nothingToUndo
        case TimelineError.nothingToRedo: self = .nothingToRedo
        default: self = .unreadable(reason: error.clause.replacing(folder.path + "/", with: ""))
        }
    }
}

extension DecodingError {
    /// The problem and its place, without values.
    var problem: String {
        func path(_ context: Context) -> String {
            context.codingPath.map { "/" + ($0.intValue.map(String.init) ?? $0.stringValue) }.joined()
        }
        switch self {
        case .typeMismatch(let type, let context): return "\(path(context)) is not a \(type)"
        case .valueNotFound(let type, let context): return "\(path(context)) is null, not a \(type)"
        case .keyNotFound(let key, let context): return "\(path(context))/\(key.stringValue) is missing"
        case .dataCorrupted(let context): return "\(path(context)) is not valid"
        @unknown default: return "it does not fit"
        }
    }
}

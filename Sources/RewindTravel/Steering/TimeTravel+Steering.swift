import Rewind
import RewindRemote
import RewindSession
import RewindTimeline

/// Handles steering requests, in the store's isolation.
extension TimeTravel {
    /// Handles a request. The duration is the pause before the next playback step.
    ///
    /// - Throws: `Refusal`.
    func answer(to request: SteeringRequest) throws -> (SteeringAnswer, Duration?) {
        let before = recorder.dispatches.destination.position
        let pause: Duration?
        do {
            pause = try perform(request)
        } catch let error as TimeTravelError {
            throw Refusal(error.code, error.description)
        }
        var answer = SteeringAnswer(of: recorder.dispatches, from: before)
        if request == .status { answer.types = steeredActions?.names ?? [] }
        return (answer, pause)
    }

    /// Performs a request.
    ///
    /// - Returns: The pause before the next step of a requested playback; nil for other requests.
    /// - Throws: `TimeTravelError`, `Refusal`.
    private func perform(_ request: SteeringRequest) throws -> Duration? {
        switch request {
        case .status: break
        case .undo(let count):
            end(playback)
            try undo(count)
        case .redo(let count):
            end(playback)
            try redo(count)
        case .jump(let seq):
            end(playback)
            try jump(to: seq)
        case .pause: end(playback)
        case .play(let times): return try play(at: .recorded(speed: times))
        case .playSteadily(let perSecond): return try play(at: .steady(.seconds(1 / perSecond)))
        case .dispatch(let type, let payload):
            guard let actions = steeredActions else {
                throw Refusal(.unknownType, "The app accepts no actions.")
            }
            try beginTravel()
            guard !recorder.dispatches.isLocked else {
                throw Refusal(.locked, "The store is in the past and locked.")
            }
            try actions.dispatch(type, payload)
        case .bookmark(let change):
            try check(change)
            recorder.dispatches.mark(change)
        case .lock:
            guard recorder.dispatches.hasTravelReducer else {
                throw Refusal(.notLockable, "The app's reducer does not come from travelingReducer(wrapping:).")
            }
            recorder.dispatches.isLocking = true
        case .unlock: recorder.dispatches.isLocking = false
        case .toggle, .load:
            throw Refusal(
                .other,
                "The app keeps its history: only clients of Redux DevTools can change theirs."
            )
        }
        return nil
    }

    /// Begins a playback, and returns the pause before its first step.
    private func play(at pace: PlaybackPace) throws -> Duration {
        let playback = beginPlaying(pace, isSteered: true)
        do {
            guard let pause = try pause(of: playback) else { throw TimeTravelError.nothingToRedo }
            return pause
        } catch {
            end(playback)
            throw error
        }
    }

    /// Checks that the session can have a bookmark.
    private func check(_ change: BookmarkChange) throws {
        if recorder.dispatches.isClosed { throw TimeTravelError.closed }
        guard case .set(let bookmark, _) = change else { return }
        guard bookmark.seq <= recorder.dispatches.destination.last else {
            throw TimeTravelError.noState(seq: bookmark.seq)
        }
        do {
            try bookmark.check()
        } catch {
            throw Refusal(.malformed, "The bookmark's name or note cannot be used.")
        }
    }

    /// Moves to the next action of a requested playback.
    ///
    /// - Returns: The pause before the next step; nil if the playback has ended.
    func continuePlayback() -> Duration? {
        guard let playback, playback.isSteered else { return nil }
        if let isUnderWay = try? step(playback), isUnderWay, let pause = try? pause(of: playback) { return pause }
        end(playback)
        return nil
    }
}

extension SteeringAnswer {
    /// Creates an answer with the position of a store that was at `from` before.
    init(of dispatches: DispatchRecorder, from: Int) {
        let cursor = dispatches.destination
        self.init(
            from: from,
            position: cursor.position,
            last: cursor.last,
            tip: cursor.tip,
            isPlaying: dispatches.isPlaying,
            isLocked: dispatches.isLocking
        )
    }
}

extension TimeTravelError {
    fileprivate var code: Refusal.Code {
        switch self {
        case .nothingToUndo: .nothingToUndo
        case .nothingToRedo: .nothingToRedo
        case .noState, .notDecodable, .masked: .noState
        case .dispatching: .busy
        case .closed, .unreadable, .notOpened: .other
        }
    }
}

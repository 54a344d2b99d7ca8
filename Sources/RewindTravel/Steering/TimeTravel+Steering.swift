import Rewind
import RewindRemote
import RewindSession
import RewindTimeline

/// Handles steering requests, in the store's isolation.
extension TimeTravel {
    /// Handles a request. The answer contains the reason for a refusal, and the duration is the pause before the next
    /// playback step.
    func answer(to request: SteeringRequest) -> (SteeringAnswer, Duration?) {
        let before = recorder.dispatches.destination.position
        var refusal: SteeringRefusal?
        var pause: Duration?
        do {
            pause = try perform(request)
        } catch let error as SteeringRefusal {
            refusal = error
        } catch let error as TimeTravelError {
            refusal = SteeringRefusal(error.reason, error.description)
        } catch {
            refusal = SteeringRefusal(.other, "The app could not carry out the request.")
        }
        var answer = SteeringAnswer(of: recorder.dispatches, from: before)
        answer.refusal = refusal
        if request == .status { answer.types = steeredActions?.names ?? [] }
        return (answer, pause)
    }

    /// Performs a request.
    ///
    /// - Returns: The pause before the next step of a requested playback; nil for other requests.
    /// - Throws: `TimeTravelError`, `SteeringRefusal`.
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
        case .play(let pace):
            let playback = beginPlaying(PlaybackPace(pace), isSteered: true)
            do {
                guard let pause = try pause(of: playback) else { throw TimeTravelError.nothingToRedo }
                return pause
            } catch {
                end(playback)
                throw error
            }
        case .dispatch(let type, let payload):
            guard let actions = steeredActions else {
                throw SteeringRefusal(.unknownType, "The app accepts no actions.")
            }
            if let refusal = recorder.dispatches.beginTravel() { throw TimeTravelError(refusal) }
            guard !recorder.dispatches.isLocked else {
                throw SteeringRefusal(.locked, "The store is in the past and locked.")
            }
            try actions.dispatch(type, payload)
        case .bookmark(let change):
            try check(change)
            recorder.dispatches.mark(change)
        case .lock:
            guard recorder.dispatches.hasTravelReducer else {
                throw SteeringRefusal(.notLockable, "The app's reducer does not come from timeTravel(_:).")
            }
            recorder.dispatches.isLocking = true
        case .unlock: recorder.dispatches.isLocking = false
        case .toggle, .load:
            throw SteeringRefusal(
                .other,
                "The app keeps its history: only clients of Redux DevTools can change theirs."
            )
        }
        return nil
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
            throw SteeringRefusal(.malformed, "The bookmark's name or note cannot be used.")
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

extension PlaybackPace {
    fileprivate init(_ pace: SteeringRequest.Pace) {
        switch pace {
        case .recorded(let times): self = .recorded(times: times)
        case .steady(let perSecond): self = .steady(.seconds(1 / perSecond))
        }
    }
}

extension TimeTravelError {
    fileprivate var reason: SteeringRefusal.Reason {
        switch self {
        case .nothingToUndo: .nothingToUndo
        case .nothingToRedo: .nothingToRedo
        case .noState, .notDecodable, .masked: .noState
        case .dispatching: .busy
        case .closed, .unreadable, .notOpened: .other
        }
    }
}

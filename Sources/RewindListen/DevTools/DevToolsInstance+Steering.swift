import Foundation
import RewindBridge
import RewindRemote
import RewindSession
import RewindTimeline
import RewindTree

extension DevToolsInstance {
    /// Makes the store do what `rewind undo`, the inspector or others request.
    func answer(to request: SteeringRequest) async throws -> SteeringAnswer {
        let from = history?.position ?? 0
        try await perform(request)
        var answer = SteeringAnswer(
            from: from,
            position: history?.position ?? 0,
            last: history?.last ?? 0,
            tip: history?.tip ?? 0,
            isPlaying: false,
            isLocked: isLocked
        )
        if request == .status {
            answer.types = history?.types.sorted() ?? []
            answer.edits = isLifted
        }
        return answer
    }

    private func perform(_ request: SteeringRequest) async throws {
        if case .bookmark(let change) = request {
            if case .set(let bookmark, _) = change, bookmark.seq > history?.last ?? 0 {
                throw Refusal(.noState, "The session has no action \(bookmark.seq).")
            }
            return try mark(change)
        }
        guard request != .status else { return }
        guard isConnected, let history else { throw Refusal(.other, "The app is not connected.") }
        switch request {
        case .status, .bookmark: break
        case .undo(let count):
            guard let target = history.target(steps: -count) else {
                throw Refusal(.nothingToUndo, "There is nothing to undo.")
            }
            try await jump(to: target)
        case .redo(let count):
            guard let target = history.target(steps: count) else {
                throw Refusal(.nothingToRedo, "There is nothing to redo.")
            }
            try await jump(to: target)
        case .jump(let seq):
            guard let target = history.target(seq: seq) else {
                throw Refusal(.noState, "The app no longer has the state \(seq).")
            }
            try await jump(to: target)
        case .lock, .unlock:
            try requireLifted()
            let isLocking = request == .lock
            try await dispatch(["type": "LOCK_CHANGES", "status": .bool(isLocking)])
            try await confirm { $0.isLocked == isLocking }
        case .dispatch(let type, let payload):
            try requireLifted()
            guard !isLocked else { throw Refusal(.locked, "The store is locked.") }
            guard !Masks.occur(in: payload) else {
                throw Refusal.maskedPayload
            }
            let last = history.last
            try await dispatch([
                "type": "PERFORM_ACTION", "action": ReduxAction.action(type: type, payload: payload),
                "timestamp": .integer(Date().microseconds / 1_000),
            ])
            try await confirm { $0.history?.last ?? 0 > last }
        case .toggle(let seq):
            try requireLifted()
            guard let id = history.id(ofRow: seq) else {
                throw Refusal(.noState, "The app no longer has the action \(seq).")
            }
            let count = stateCount
            try await dispatch(["type": "TOGGLE_ACTION", "id": .integer(Int64(id))])
            try await confirm { $0.stateCount > count }
        case .load(let lifted):
            try requireLifted()
            // An app stops listening when a message throws, as one that cannot be imported does.
            guard let lifted = try? LiftedState(parsing: Array(lifted.text.utf8)), !lifted.staged.isEmpty else {
                throw Refusal(.payload, "The history is not a lifted state of Redux DevTools.")
            }
            let count = stateCount
            await send(["type": "IMPORT", "state": .string(lifted.tree.text)])
            try await confirm { $0.stateCount > count }
        case .play, .playSteadily, .pause: throw Refusal(.other, "A Redux DevTools client cannot play.")
        }
    }

    private func jump(to target: (id: Int?, seq: Int)) async throws {
        guard isLifted else {
            // Such a client keeps no states: it is sent that of the recording.
            guard let url = history?.url else { return }
            let state = try Timeline(opening: url).state(at: target.seq)
            guard !Masks.occur(in: state) else {
                throw Refusal(.noState, "The recorded state contains the mask of a masked value.")
            }
            let seq = Tree.integer(Int64(target.seq))
            shown = nil
            try await dispatch(["type": "JUMP_TO_STATE", "index": seq, "actionId": seq], state: state)
            // Some clients ignore it, and the next action would be a branch that never was.
            try await confirm { $0.shown == state }
            return move(to: target.seq, state: state)
        }
        guard let id = target.id else { throw Refusal(.noState, "The app does not have this state.") }
        let count = stateCount
        try await dispatch(["type": "JUMP_TO_ACTION", "actionId": .integer(Int64(id))])
        try await confirm { $0.stateCount > count }
        guard history?.position == target.seq else {
            throw Refusal(.noState, "The app no longer has the state \(target.seq).")
        }
    }

    private func requireLifted() throws {
        guard isLifted else { throw Refusal(.other, "The app's client does not support that.") }
    }

    /// Sends a lifted action.
    ///
    /// - Throws: `Refusal`.
    private func dispatch(_ action: Tree, state: Tree? = nil) async throws {
        var message: [(String, Tree)] = [("type", "DISPATCH"), ("action", action)]
        if let state { message.append(("state", .string(state.text))) }
        guard await send(Tree(members: message)) else {
            throw Refusal(.other, "The app's client does not receive requests.")
        }
    }

    private func confirm(_ isDone: @escaping Condition) async throws {
        guard await wait(until: isDone) else { throw Refusal(.unfinished, "The app did not answer.") }
    }
}

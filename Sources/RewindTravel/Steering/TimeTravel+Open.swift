import Foundation
import Rewind
import RewindRemote
import RewindSession
import RewindTimeline

extension TimeTravel {
    /// True while `rewind travel` and the inspector can steer the app.
    public var isOpen: Bool {
        mailbox?.isOpen == true
    }

    /// Allows `rewind travel` and the inspector to steer this app, until the travel is closed or deallocated, or the
    /// recorder is closed.
    ///
    /// ```swift
    /// #if DEBUG
    /// try travel.open(actions: [Increase.self, Note.self]) { (action: any Action) in store.dispatch(action) }
    /// #endif
    /// ```
    ///
    /// Requests arrive in a folder next to the session that only the current user can read and write; no port is
    /// opened. They can make the app travel, play, set bookmarks, and dispatch actions of the given types, and nothing
    /// else.
    /// <doc:Steering> describes the protocol and its cost.
    ///
    /// - Parameters:
    ///   - actions: The types of the actions that can be dispatched, with their names in the log.
    ///   - run: Runs a closure in the store's isolation, once or never. Called on another thread. For a queue, this is
    ///     `{ queue.async(execute: $0) }`; for an actor, `{ work in Task { @MyActor in work() } }`.
    ///   - dispatch: Dispatches an action. Called in the store's isolation.
    /// - Throws: `TimeTravelError`, `.closed` or `.notOpened`.
    public func open<Action>(
        actions: [any Decodable.Type],
        on run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = {
            DispatchQueue.main.async(execute: $0)
        },
        dispatch: @escaping (Action) -> Void
    ) throws(TimeTravelError) {
        do {
            let types = try ActionTypes<Action>(actions, userInfo: recorder.dispatches.userInfo)
            try open(on: run, dispatching: SteeredActions(types, dispatch))
        } catch let error as ActionTypes<Action>.AmbiguousName {
            throw .notOpened(reason: "several of the types are called \(error.name)")
        } catch {
            throw error as? TimeTravelError ?? .notOpened(reason: error.clause)
        }
    }

    /// Opens the app like `open(actions:on:dispatch:)`, for travel only: no actions can be dispatched.
    ///
    /// - Throws: `TimeTravelError`, `.closed` or `.notOpened`.
    public func open(
        on run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = {
            DispatchQueue.main.async(execute: $0)
        }
    ) throws(TimeTravelError) {
        try open(on: run, dispatching: nil)
    }

    /// Stops accepting requests. The app itself can still travel.
    public func close() {
        mailbox?.close()
        (mailbox, steeredActions) = (nil, nil)
    }

    private func open(
        on run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
        dispatching actions: SteeredActions?
    ) throws(TimeTravelError) {
        guard !isOpen else { throw .notOpened(reason: "it is open already") }
        guard let url = recorder.url, !recorder.dispatches.isClosed else { throw .closed }
        do {
            let mailbox = try SteeringMailbox(openingFor: url)
            (self.mailbox, steeredActions) = (mailbox, actions)
            Steering(of: self, through: mailbox, on: run).start()
            recorder.dispatches.whenClosed { [weak mailbox] in mailbox?.close() }
        } catch SessionError.beingRecorded {
            throw .notOpened(reason: "another one of this session is open")
        } catch SessionError.system(_, let reason) {
            throw .notOpened(reason: "the folder beside the session cannot be used, \(reason)")
        } catch {
            throw .notOpened(reason: "the folder beside the session cannot be made, or is open to other users")
        }
    }
}

import Foundation
import Rewind
import RewindSession
import RewindTimeline

extension TimeTravel {
    /// Whether others can tell the app to travel: `rewind travel`, and the page of the inspector.
    public var isOpen: Bool {
        mailbox?.isOpen == true
    }

    /// Lets `rewind travel` and the inspector tell this app to travel, until the travel is closed or let go, or the
    /// recorder is closed.
    ///
    /// ```swift
    /// #if DEBUG
    /// try travel.open(actions: [Increase.self, Note.self]) { (action: any Action) in store.dispatch(action) }
    /// #endif
    /// ```
    ///
    /// They do so through a folder beside the session, which only this user can read and write; no port is opened. They
    /// can have the app travel, play, and dispatch actions of these types, and nothing else. <doc:Steering> tells how that
    /// goes, and what it costs.
    ///
    /// - Parameters:
    ///   - actions: the types whose actions can be dispatched, as the log names them.
    ///   - run: gets to where the store is used, and runs there what it is given: once, or never. For a queue of the app's
    ///     own it is `{ queue.async(execute: $0) }`, for an actor `{ work in Task { @MyActor in work() } }`. It is called
    ///     on another thread.
    ///   - dispatch: dispatches an action. It is called where the store is used.
    /// - Throws: `TimeTravelError`, `.closed` or `.notOpened`.
    public func open<Action>(
        actions: [any Decodable.Type],
        on run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = {
            DispatchQueue.main.async(execute: $0)
        },
        dispatch: @escaping (Action) -> Void
    ) throws(TimeTravelError) {
        do {
            try open(on: run, dispatching: SteeredActions(ActionTypes<Action>(actions), dispatch))
        } catch let error as ActionTypes<Action>.AmbiguousName {
            throw .notOpened(reason: "several of the types are called \(error.name)")
        } catch {
            throw error as? TimeTravelError ?? .notOpened(reason: "\(error)")
        }
    }

    /// As `open(actions:on:dispatch:)`, for travel alone: no action can be dispatched.
    ///
    /// - Throws: `TimeTravelError`, `.closed` or `.notOpened`.
    public func open(
        on run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = {
            DispatchQueue.main.async(execute: $0)
        }
    ) throws(TimeTravelError) {
        try open(on: run, dispatching: nil)
    }

    /// Takes nothing more from others. Travel in the app itself goes on.
    public func close() {
        mailbox?.close()
        (mailbox, steeredActions) = (nil, nil)
    }

    private func open(
        on run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
        dispatching actions: SteeredActions?
    ) throws(TimeTravelError) {
        guard !isOpen else { throw .notOpened(reason: "it is open already") }
        if recorder.dispatches.isClosed { throw .closed }
        do {
            let mailbox = try SteeringMailbox(openingFor: recorder.url)
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

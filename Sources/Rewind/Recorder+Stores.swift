import Foundation

extension Recorder where State == Slices {
    /// Adds a store to the session, for apps whose stores come and go, such as one for each screen.
    ///
    /// ```swift
    /// final class ProfileReactor: Reactor {
    ///     private lazy var recorded = recorder.join("profile", state: initialState)
    ///     private lazy var recordedReduce = recorded.reducer(wrapping: Self.reduced)
    ///     func reduce(state: State, mutation: Mutation) -> State { recordedReduce(state, mutation) }
    /// }
    /// ```
    ///
    /// The state of the session has a member with the name while the store exists; a second store with the same name is
    /// `profile-2`. The log has an action `StoreJoined`, and `StoreLeft` when the returned object is released or
    /// ``JoinedStore/leave()`` is called.
    ///
    /// - Complexity: A dispatch takes O(*n*) in the number of joined stores.
    public func join<Slice>(_ name: String, state: Slice) -> JoinedStore<Slice> {
        JoinedStore(name, state, recorder: self)
    }
}

/// A store that is part of a session with others; see ``Recorder/join(_:state:)``.
public final class JoinedStore<State>: Sendable {
    /// The name of the member of the state.
    public let name: String

    private let key: JoinedStores.Key
    private let recorder: Recorder<Slices>

    fileprivate init(_ name: String, _ state: State, recorder: Recorder<Slices>) {
        self.recorder = recorder
        key = recorder.stores.join(name, state) { name, slices in
            recorder.record(StoreJoined(name: name), resultingIn: slices)
        }
        self.name = key.name
    }

    deinit {
        leave()
    }

    /// Removes the store from the state of the session. Its later actions are recorded without their states.
    public func leave() {
        recorder.stores.leave(key) { [name, recorder] slices in
            recorder.record(StoreLeft(name: name), resultingIn: slices)
        }
    }

    /// Returns a reducer that changes the state in place, and records its actions.
    public func reducer<Action, Effect>(
        wrapping reduce: @escaping (inout State, Action) -> Effect
    ) -> (inout State, Action) -> Effect {
        { [self] state, action in
            let token = begin(action, state)
            let effect = reduce(&state, action)
            end(token, state)
            return effect
        }
    }

    /// Returns a reducer that takes the state first, and records its actions.
    public func reducer<Action>(wrapping reduce: @escaping (State, Action) -> State) -> (State, Action) -> State {
        { [self] state, action in
            let token = begin(action, state)
            let next = reduce(state, action)
            end(token, next)
            return next
        }
    }

    /// Returns a reducer of ReSwift's shape that records its actions.
    public func reducer<Action>(wrapping reduce: @escaping (Action, State?) -> State) -> (Action, State?) -> State {
        { [self] action, state in
            let token = begin(action, state)
            let next = reduce(action, state)
            end(token, next)
            return next
        }
    }

    private func begin(_ action: Any, _ state: State?) -> (DispatchRecorder, DispatchToken?) {
        let dispatches = recorder.dispatches
        let token = dispatches.begin(action, by: .reducer, isCause: false) { [stores = recorder.stores, key] in
            StateValue(stores.slices(key, state))
        }
        return (dispatches, token)
    }

    private func end(_ token: (DispatchRecorder, DispatchToken?), _ state: State) {
        // The order of the states must be that of the rows.
        recorder.stores.inOrder {
            token.0.end(token.1) { [stores = recorder.stores, key] in StateValue(stores.slices(key, state)) }
        }
    }
}

/// The action that adds the state of a store.
private struct StoreJoined: Codable {
    let name: String
}

/// The action that removes the state of a store.
private struct StoreLeft: Codable {
    let name: String
}

/// The latest states of the stores that have joined a recorder.
///
/// Safe to share because its state is only used under `lock`, and `order` only orders calls.
final class JoinedStores: @unchecked Sendable {
    /// A store: another one with its name may join after it has left.
    struct Key: Hashable, Sendable {
        let name: String
        let number: Int
    }

    private let lock = NSLock()
    private let order = NSRecursiveLock()
    private var states: [String: (number: Int, state: Any)] = [:]
    private var count = 0

    /// Adds a store, under another name if its name is taken.
    func join(_ name: String, _ state: Any, _ record: (String, Slices) -> Void) -> Key {
        inOrder {
            let (key, slices) = lock.withLock {
                count += 1
                var (unique, suffix) = (name, 1)
                while states[unique] != nil {
                    suffix += 1
                    unique = "\(name)-\(suffix)"
                }
                states[unique] = (count, state)
                return (Key(name: unique, number: count), all)
            }
            record(key.name, slices)
            return key
        }
    }

    /// Removes a store, once.
    func leave(_ key: Key, _ record: (Slices) -> Void) {
        inOrder {
            let slices: Slices? = lock.withLock {
                guard states[key.name]?.number == key.number else { return nil }
                states[key.name] = nil
                return all
            }
            if let slices { record(slices) }
        }
    }

    /// Sets the state of a store that has not left, and returns all states.
    func slices(_ key: Key, _ state: Any?) -> Slices {
        lock.withLock {
            if states[key.name]?.number == key.number, let state { states[key.name] = (key.number, state) }
            return all
        }
    }

    private var all: Slices { Slices(states.mapValues(\.state)) }

    /// Runs `body` while no other state is recorded.
    func inOrder<Result>(_ body: () -> Result) -> Result {
        order.withLock(body)
    }
}

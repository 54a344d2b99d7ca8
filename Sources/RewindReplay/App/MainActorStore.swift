import Foundation
import RewindTree

/// The store of an app whose types and reducer are isolated to the main actor. Its callers wait for the main thread.
///
/// Sound to share because the store within is used on the main thread only.
final class MainActorStore: AppStore, @unchecked Sendable {
    private let store: any AppStore

    /// Wraps a store that was created on the main thread.
    @MainActor init(_ store: any AppStore) {
        self.store = store
    }

    /// Runs `body` on the main actor and waits for it.
    static func run<Result: Sendable>(_ body: @MainActor () throws -> Result) rethrows -> Result {
        guard !ConformanceIsolation.isOnMainActor else { return try MainActor.assumeIsolated(body) }
        return try DispatchQueue.main.sync { try MainActor.assumeIsolated(body) }
    }

    var needsState: Bool { Self.run { store.needsState } }

    func setState(_ tree: Tree) throws { try Self.run { try store.setState(tree) } }

    func stateTree() throws -> Tree { try Self.run { try store.stateTree() } }

    func lostMembers() throws -> [Pointer] { try Self.run { try store.lostMembers() } }

    func keepState() -> () -> Void {
        let restore = Self.run { Restoring(restore: store.keepState()) }
        return { Self.run { restore.restore() } }
    }

    func isReady(_ name: String) -> Bool { Self.run { store.isReady(name) } }

    func registeredType(of name: String) -> String? { Self.run { store.registeredType(of: name) } }

    func setAction(named name: String, _ payload: Tree) throws {
        try Self.run { try store.setAction(named: name, payload) }
    }

    func actionRecord() -> (type: String, payload: Tree)? { Self.run { store.actionRecord() } }

    func attempt() throws -> Attempt { try Self.run { try store.attempt() } }

    func commit() { Self.run { store.commit() } }

    /// Sound to share because it is created and called on the main thread only.
    private struct Restoring: @unchecked Sendable {
        let restore: () -> Void
    }
}

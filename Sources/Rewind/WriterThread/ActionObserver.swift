import Foundation
import RewindSession

/// Passes recorded actions to the app and to the log, in their order, on a thread that no recorder waits for.
///
/// Safe to share because its mutable state is only used under `lock`.
final class ActionObserver: @unchecked Sendable {
    /// The number of actions that wait for a slow observer. The oldest of more are skipped.
    static var longestQueue: Int { 1_000 }

    private let handle: (@Sendable (ObservedAction) -> Void)?
    private let console: ActionGate?
    private let isLogging: Bool
    private let queue = DispatchQueue(label: "dev.rewind.observer", qos: .utility)
    private let lock = NSLock()
    private var pending: [(action: ObservedAction, isLogged: Bool)] = []

    /// Creates an observer; nil if the options name none.
    init?(_ options: RecorderOptions) {
        guard options.onAction != nil || options.console != nil else { return nil }
        handle = options.onAction
        isLogging = options.console != nil
        console = options.console.flatMap(ActionGate.init)
    }

    /// Returns true if an action is written to the log.
    func isLogged(_ action: Any) -> Bool { isLogging && console?.admits(action) ?? true }

    /// Passes actions on, later.
    func pass(_ actions: [(ObservedAction, isLogged: Bool)]) {
        let isIdle = lock.withLock {
            defer {
                pending += actions
                pending.removeFirst(max(0, pending.count - Self.longestQueue))
            }
            return pending.isEmpty
        }
        guard isIdle, !actions.isEmpty else { return }
        queue.async { [self] in
            while let (action, isLogged) = next() {
                if isLogged { SystemLog.write("\(action)", .actions) }
                handle?(action)
            }
        }
    }

    private func next() -> (action: ObservedAction, isLogged: Bool)? {
        lock.withLock { pending.isEmpty ? nil : pending.removeFirst() }
    }
}

import Foundation

/// Recordings that are to be closed when the process exits.
///
/// Sound to share because its mutable state is only touched under `lock`.
final class OpenRecordings: @unchecked Sendable {
    /// How long the exit of the process waits for all recordings to be written, in seconds.
    private static let longestWait: TimeInterval = 5

    /// Those of this process.
    static let shared: OpenRecordings = {
        atexit { OpenRecordings.shared.closeAll() }
        return OpenRecordings()
    }()

    private let lock = NSLock()
    private var closings: [ObjectIdentifier: (Date) -> Void] = [:]

    private init() {}

    /// Has `close` called at the exit of the process with the time at which it has to return.
    func add(_ recording: AnyObject, close: @escaping (Date) -> Void) {
        lock.withLock { closings[ObjectIdentifier(recording)] = close }
    }

    /// Forgets a recording that was closed.
    func remove(_ recording: AnyObject) {
        _ = lock.withLock { closings.removeValue(forKey: ObjectIdentifier(recording)) }
    }

    private func closeAll() {
        let deadline = Date(timeIntervalSinceNow: Self.longestWait)
        guard lock.lock(before: deadline) else { return }
        let closings = closings.values
        lock.unlock()
        for close in closings { close(deadline) }
    }
}

import Foundation

/// The recordings to close when the process exits.
///
/// Safe to share because its mutable state is only used under `lock`.
final class OpenRecordings: @unchecked Sendable {
    /// The time for which the exit of the process waits for all recordings, in seconds.
    private static let longestWait: TimeInterval = 5

    /// The recordings of this process.
    static let shared: OpenRecordings = {
        atexit { OpenRecordings.shared.closeAll() }
        return OpenRecordings()
    }()

    private let lock = NSLock()
    private var closings: [ObjectIdentifier: (Date) -> Void] = [:]

    private init() {}

    /// Adds a recording. At the exit of the process, calls `close` with the time by which it must return.
    func add(_ recording: AnyObject, close: @escaping (Date) -> Void) {
        lock.withLock { closings[ObjectIdentifier(recording)] = close }
    }

    /// Removes a closed recording.
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

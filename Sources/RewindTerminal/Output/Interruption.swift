import Dispatch
import Foundation

/// Handles Ctrl-C for commands that take long: they end by themselves, at a safe point.
///
/// Safe to share because its state is only accessed under `condition`.
package final class Interruption: @unchecked Sendable {
    /// The exit status of a command that ended at Ctrl-C: 128 plus the number of SIGINT, as in shells.
    package static let status: Int32 = 130

    /// The shared instance. From its first use on, the first Ctrl-C no longer ends the process; the second one does.
    package static let shared = Interruption()

    private let condition = NSCondition()
    private var isOn = false
    private var handler: (@Sendable () -> Void)?
    private var finalAction: @Sendable () -> Void = {}
    private let source: any DispatchSourceSignal

    private init() {
        signal(SIGINT, SIG_IGN)
        source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global(qos: .userInteractive))
        let registration = DispatchSemaphore(value: 0)
        source.setRegistrationHandler { registration.signal() }
        source.setEventHandler { [weak self] in self?.receive() }
        source.resume()
        // A Ctrl-C before the source is registered would be lost.
        registration.wait()
    }

    /// True after Ctrl-C was pressed.
    package var isRequested: Bool {
        condition.withLock { isOn }
    }

    /// Requests the end of the work, as Ctrl-C does.
    package func request() {
        condition.withLock {
            isOn = true
            condition.broadcast()
        }
    }

    /// Takes SIGTERM for Ctrl-C, for commands that run until they are ended, as long as the result is not canceled.
    package func includingTermination() -> any DispatchSourceSignal {
        signal(SIGTERM, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .global(qos: .userInteractive))
        source.setEventHandler { self.request() }
        source.resume()
        return source
    }

    /// Resets the Ctrl-C state. Returns true if Ctrl-C was pressed.
    package func reset() -> Bool {
        condition.withLock {
            defer { isOn = false }
            return isOn
        }
    }

    /// Sets an action to run before the process ends in the middle of its work.
    func beforeEnd(_ action: @escaping @Sendable () -> Void) {
        condition.withLock { finalAction = action }
    }

    /// Runs the action set by `beforeEnd(_:)`.
    package func prepareForEnd() {
        condition.withLock { finalAction }()
    }

    /// Throws if Ctrl-C was pressed.
    ///
    /// - Throws: `CancellationError`.
    package func check() throws {
        if isRequested { throw CancellationError() }
    }

    /// Waits for Ctrl-C for at most `seconds`. Returns true if it was pressed.
    package func wait(seconds: Double) -> Bool {
        let end = Date(timeIntervalSinceNow: seconds)
        return condition.withLock {
            while !isOn, condition.wait(until: end) {}
            return isOn
        }
    }

    /// Waits for Ctrl-C without blocking a thread of the concurrency pool.
    package func requested() async {
        await withCheckedContinuation { continuation in
            Thread {
                while !self.wait(seconds: 3_600) {}
                continuation.resume()
            }.start()
        }
    }

    /// Runs `body`. If Ctrl-C is pressed before or during it, calls `handler`.
    package func handling<T>(with handler: @escaping @Sendable () -> Void, _ body: () throws -> T) rethrows -> T {
        let isLate = condition.withLock {
            self.handler = handler
            return isOn
        }
        if isLate { handler() }
        defer { condition.withLock { self.handler = nil } }
        return try body()
    }

    private func receive() {
        let (isSecond, handler) = condition.withLock {
            defer {
                isOn = true
                condition.broadcast()
            }
            return (isOn, self.handler)
        }
        guard !isSecond else {
            prepareForEnd()
            signal(SIGINT, SIG_DFL)
            raise(SIGINT)
            return
        }
        handler?()
    }
}

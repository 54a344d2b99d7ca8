#if os(macOS) || os(Linux)

import Dispatch
import Foundation

/// Ctrl-C, for commands that take long: they end by themselves at a place of their choice.
///
/// Sound to share because every access to its state happens under `condition`.
final class Interruption: @unchecked Sendable {
    /// The exit status of a command that ended at Ctrl-C, as a shell gives it: 128 and the number of SIGINT.
    static let status: Int32 = 130

    /// The one of this process: from the first use on, the first Ctrl-C no longer ends the process. The second does.
    static let shared = Interruption()

    private let condition = NSCondition()
    private var isOn = false
    private var handler: (@Sendable () -> Void)?
    private var lastDeed: @Sendable () -> Void = {}
    private let source: any DispatchSourceSignal

    private init() {
        signal(SIGINT, SIG_IGN)
        source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global(qos: .userInteractive))
        let registration = DispatchSemaphore(value: 0)
        source.setRegistrationHandler { registration.signal() }
        source.setEventHandler { [weak self] in self?.receive() }
        source.resume()
        // Before that, Ctrl-C would be lost.
        registration.wait()
    }

    /// Whether somebody pressed Ctrl-C.
    var isRequested: Bool {
        condition.withLock { isOn }
    }

    /// Has the work end, as Ctrl-C does.
    func request() {
        condition.withLock {
            isOn = true
            condition.broadcast()
        }
    }

    /// Has the next Ctrl-C be a first one again, for who goes on with something else. Gives whether there was one.
    func reset() -> Bool {
        condition.withLock {
            defer { isOn = false }
            return isOn
        }
    }

    /// Has `deed` done before the process ends in the middle of something.
    func beforeEnd(_ deed: @escaping @Sendable () -> Void) {
        condition.withLock { lastDeed = deed }
    }

    /// What is to be done before the process ends in the middle of something.
    func prepareForEnd() {
        condition.withLock { lastDeed }()
    }

    /// Ends the work when somebody pressed Ctrl-C.
    ///
    /// - Throws: `CancellationError`.
    func check() throws {
        if isRequested { throw CancellationError() }
    }

    /// Waits for Ctrl-C, at most so many seconds. Gives whether it came.
    func wait(seconds: Double) -> Bool {
        let end = Date(timeIntervalSinceNow: seconds)
        return condition.withLock {
            while !isOn, condition.wait(until: end) {}
            return isOn
        }
    }

    /// Waits for Ctrl-C, and blocks nobody meanwhile.
    func requested() async {
        await withCheckedContinuation { continuation in
            Thread {
                while !self.wait(seconds: 3_600) {}
                continuation.resume()
            }.start()
        }
    }

    /// Runs `body`, and at Ctrl-C meanwhile `handler`.
    func handling<T>(with handler: @escaping @Sendable () -> Void, _ body: () throws -> T) rethrows -> T {
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

#endif

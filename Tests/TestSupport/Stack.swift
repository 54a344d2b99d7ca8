import Foundation

/// Runs something on a thread with 512 KB of stack, which is what secondary threads have on Apple systems.
///
/// - Throws: what `body` throws.
package func onSmallStack<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) throws -> Result? {
    let done = DispatchSemaphore(value: 0)
    let box = Box<Result>()
    let thread = Thread {
        box.result = .init { try body() }
        done.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    done.wait()
    return try box.result?.get()
}

/// Sound to share because it is written before the semaphore is signalled, and read after.
private final class Box<Result>: @unchecked Sendable {
    var result: Swift.Result<Result, any Error>?
}

import Foundation

/// Runs `body` on a thread with a stack of 512 KB, the size of secondary threads on Apple platforms, or of another size
/// in bytes. With a sanitizer, the stack is 32 times as large, because its frames are larger.
///
/// - Throws: Any error of `body`.
package func onStack<Result: Sendable>(
    of size: Int = 512 << 10,
    _ body: @escaping @Sendable () throws -> Result
) throws -> Result? {
    let done = DispatchSemaphore(value: 0)
    let box = Box<Result>()
    let thread = Thread {
        box.result = .init { try body() }
        done.signal()
    }
    thread.stackSize = Sanitizer.isOn ? size * 32 : size
    thread.start()
    done.wait()
    return try box.result?.get()
}

/// Safe to share because it is written before the semaphore is signaled, and read afterward.
private final class Box<Result>: @unchecked Sendable {
    var result: Swift.Result<Result, any Error>?
}

import Foundation

/// Runs something on a thread with 512 KB of stack, which is what secondary threads have on Apple systems, or with
/// another size in bytes. With a sanitizer it is 32 times that, as the frames of its code are so much larger.
///
/// - Throws: what `body` throws.
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

/// Sound to share because it is written before the semaphore is signalled, and read after.
private final class Box<Result>: @unchecked Sendable {
    var result: Swift.Result<Result, any Error>?
}

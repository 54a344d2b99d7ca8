import Foundation

extension StackRoom {
    /// The stack size of a new thread, in bytes: enough for any recursion over `Tree.readableDepth` levels.
    private static let grownSize = 8 << 20

    /// The free stack required, in bytes: enough for code that does not check the stack, such as comparing two values.
    private static let grownReserve: UInt = 320 << 10

    /// Continues a recursion on this thread, or on a new one if the stack is nearly full, and waits for the result.
    ///
    /// Only for code that may run on any thread: not for code of the app, nor for code that uses a database connection.
    /// - Throws: The error of `body`.
    package static func growing<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        hasMore(than: grownReserve) ? try body() : try onNewStack(body)
    }

    private static func onNewStack<Value, Failure: Error>(
        _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let outcome: Result<Value, Failure> = withoutActuallyEscaping(body) { body in
            // Sound because the caller waits: only one of the two threads runs at any time.
            nonisolated(unsafe) var pending: (() throws(Failure) -> Value)? = body
            nonisolated(unsafe) var outcome: Result<Value, Failure>?
            let done = DispatchSemaphore(value: 0)
            let thread = Thread {
                if let body = pending.take() { outcome = Result { () throws(Failure) in try body() } }
                done.signal()
            }
            thread.stackSize = grownSize
            thread.start()
            while true {
                done.wait()
                if let outcome { return outcome }
            }
        }
        return try outcome.get()
    }
}

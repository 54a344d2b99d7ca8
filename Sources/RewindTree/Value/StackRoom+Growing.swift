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
        let outcome = withoutActuallyEscaping(body) { body in
            let call = Call(body)
            let thread = Thread { call.run() }
            thread.stackSize = grownSize
            thread.start()
            return call.wait()
        }
        return try outcome.get()
    }

    /// Safe to share because the caller waits: only one of the two threads runs at any time.
    private final class Call<Value, Failure: Error>: @unchecked Sendable {
        private var body: (() throws(Failure) -> Value)?
        private var outcome: Result<Value, Failure>?
        private let done = DispatchSemaphore(value: 0)

        init(_ body: @escaping () throws(Failure) -> Value) { self.body = body }

        func run() {
            if let body { outcome = Result { () throws(Failure) in try body() } }
            // Released before the caller continues.
            body = nil
            done.signal()
        }

        func wait() -> Result<Value, Failure> {
            while true {
                done.wait()
                if let outcome { return outcome }
            }
        }
    }
}

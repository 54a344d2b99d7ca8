import Foundation

extension StackRoom {
    /// What the stack of a new thread has, in bytes: more than anything that is `Tree.readableDepth` deep takes.
    private static let grownSize = 8 << 20

    /// What is kept free, in bytes: for all that looks no further, such as a comparison of two values.
    private static let grownReserve: UInt = 320 << 10

    /// Goes on with a recursion: on the stack of the thread that calls, or, when that has no room, on one of its own, for
    /// which the caller waits.
    ///
    /// Only for what is at home on any thread: not for code of the app, nor for what holds a connection to a database.
    /// - Throws: what `body` throws.
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

    /// Sound to share because the caller waits: only one of the two threads is at work at any time.
    private final class Call<Value, Failure: Error>: @unchecked Sendable {
        private var body: (() throws(Failure) -> Value)?
        private var outcome: Result<Value, Failure>?
        private let done = DispatchSemaphore(value: 0)

        init(_ body: @escaping () throws(Failure) -> Value) { self.body = body }

        func run() {
            if let body { outcome = Result { () throws(Failure) in try body() } }
            // Not kept longer than the caller waits.
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

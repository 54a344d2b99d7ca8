/// How much stack is left for calls of the app's code that call us again: how much each of them takes, nobody knows.
package struct StackRoom {
    private let start: UInt
    private let size: UInt

    /// Counts from where the thread is now.
    /// - Parameter size: How many bytes of its stack may be used from here on.
    package init(size: Int) {
        start = Self.here
        self.size = UInt(max(0, size))
    }

    /// Whether another call may begin.
    package var isLeft: Bool {
        // Only the distance counts: in which direction the stack grows is the system's business.
        let here = Self.here
        return (here < start ? start - here : here - start) < size
    }

    private static var here: UInt {
        withUnsafeTemporaryAllocation(byteCount: 16, alignment: 16) { UInt(bitPattern: $0.baseAddress) }
    }
}

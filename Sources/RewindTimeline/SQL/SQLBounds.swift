/// The limits of a query.
package struct SQLBounds: Sendable {
    /// The time limit for one run of a query, in seconds.
    package var seconds: Double
    /// Returns true to cancel a running query.
    package var isCancelled: @Sendable () -> Bool
    /// Called on another thread if a query is still running long after its time limit, as SQLite functions cannot be
    /// interrupted.
    package var onOverrun: (@Sendable () -> Void)?

    package init(
        seconds: Double = 30,
        isCancelled: @escaping @Sendable () -> Bool = { false },
        onOverrun: (@Sendable () -> Void)? = nil
    ) {
        self.seconds = seconds
        self.isCancelled = isCancelled
        self.onOverrun = onOverrun
    }

    /// SQLite limits that protect against expensive texts or values. See <https://www.sqlite.org/limits.html>.
    static let longestValue: Int32 = 64 << 20
    static let longestText: Int32 = 100_000
    static let deepestExpression: Int32 = 200
    static let maximumCompoundSelects: Int32 = 50
    static let longestProgram: Int32 = 100_000
    static let longestPattern: Int32 = 1_000
    static let maximumColumns: Int32 = 200
}

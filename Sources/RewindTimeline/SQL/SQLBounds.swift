import RewindSession

/// What a query may take.
package struct SQLBounds: Sendable {
    /// How long one run of a query may last, in seconds.
    package var seconds: Double
    /// Whether whoever asked has lost interest; looked at while a query runs.
    package var isCancelled: @Sendable () -> Bool
    /// Called on another thread when a query is still at work long after its time, as SQLite cannot be stopped in the
    /// middle of a function.
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

    /// The limits of SQLite's that keep a query from being a burden by its mere text or values; see
    /// <https://www.sqlite.org/limits.html>.
    static let longestValue: Int32 = 64 << 20
    static let longestText: Int32 = 100_000
    static let deepestExpression: Int32 = 200
    static let mostCompoundSelects: Int32 = 50
    static let longestProgram: Int32 = 100_000
    static let longestPattern: Int32 = 1_000
    static let mostColumns: Int32 = 200
}

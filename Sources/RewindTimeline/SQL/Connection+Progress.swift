import RewindSession

/// Keeps what a progress closure threw until SQLite has come back from it.
private final class ProgressHandler {
    let progress: () throws -> Void
    var error: (any Error)?

    init(_ progress: @escaping () throws -> Void) {
        self.progress = progress
    }

    func isOver() -> Bool {
        do {
            if error == nil { try progress() }
        } catch {
            self.error = error
        }
        return error != nil
    }
}

extension Connection {
    /// About how many of SQLite's instructions pass between two calls of a progress closure: some milliseconds.
    private static let stride: Int32 = 50_000

    /// Runs `body`. What SQLite does there calls `progress` from time to time, also first and last, and ends when that
    /// throws.
    ///
    /// - Throws: what `progress` or `body` throws.
    package func withProgress<T>(_ progress: @escaping () throws -> Void, _ body: () throws -> T) throws -> T {
        let handler = ProgressHandler(progress)
        try interrupt(every: Self.stride) { handler.isOver() }
        defer { stopInterrupting() }
        try progress()
        let result = Result { try body() }
        // That it was interrupted is all that SQLite can say about it.
        if let error = handler.error { throw error }
        let value = try result.get()
        try progress()
        return value
    }
}

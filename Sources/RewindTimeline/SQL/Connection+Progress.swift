import RewindSession

/// Keeps the error of a progress closure until SQLite returns.
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
    /// The approximate number of SQLite instructions between two calls of a progress closure: some milliseconds.
    private static let stride: Int32 = 50_000

    /// Runs `body`. SQLite calls `progress` at the start, regularly and at the end, and stops if it throws.
    ///
    /// - Throws: The error of `progress` or `body`.
    package func withProgress<T>(_ progress: @escaping () throws -> Void, _ body: () throws -> T) throws -> T {
        let handler = ProgressHandler(progress)
        try interrupt(every: Self.stride) { handler.isOver() }
        defer { stopInterrupting() }
        try progress()
        let result = Result { try body() }
        // SQLite itself only reports that it was interrupted.
        if let error = handler.error { throw error }
        let value = try result.get()
        try progress()
        return value
    }
}

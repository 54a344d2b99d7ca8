/// Keeps what a step threw until SQLite has come back from it.
private final class Stepping {
    let step: () throws -> Void
    var error: (any Error)?

    init(_ step: @escaping () throws -> Void) {
        self.step = step
    }

    func isOver() -> Bool {
        do {
            if error == nil { try step() }
        } catch {
            self.error = error
        }
        return error != nil
    }
}

extension Connection {
    /// About how many of SQLite's instructions pass between two steps: some milliseconds.
    private static let stride: Int32 = 50_000

    /// Runs `body`. What SQLite does there calls `step` from time to time, also first and last, and ends when that throws.
    ///
    /// - Throws: what `step` or `body` throws.
    package func stepping<T>(_ step: @escaping () throws -> Void, _ body: () throws -> T) throws -> T {
        let stepping = Stepping(step)
        try interrupt(every: Self.stride) { stepping.isOver() }
        defer { stopInterrupting() }
        try step()
        let result = Result { try body() }
        // That it was interrupted is all that SQLite can say about it.
        if let error = stepping.error { throw error }
        let value = try result.get()
        try step()
        return value
    }
}

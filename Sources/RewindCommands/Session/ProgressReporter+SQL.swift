import ArgumentParser
import Foundation
import RewindTimeline

/// An EXPR, which is not empty.
struct Expression: ArgumentValue {
    let text: String

    init(argument: String) throws {
        if argument.allSatisfy(\.isWhitespace) { throw ValidationError.emptyCondition }
        text = NegativeNumber.restored(argument)
    }
}

extension ProgressReporter {
    /// The maximum memory that SQLite may use for the user's expressions, in bytes.
    private static let memoryLimit: Int64 = 256 << 20
    /// The time limit for one evaluation of an EXPR, in seconds.
    private static let evaluationSeconds = 10.0

    /// Compiles an EXPR, whose evaluation ends at Ctrl-C.
    ///
    /// - Throws: `TimelineError.malformedExpression`.
    func condition(_ expression: LazyArgument<Expression>) throws -> Condition {
        try condition(expression.value.text)
    }

    /// Compiles an EXPR or a part of it, as `condition(_:)` does.
    ///
    /// - Throws: `TimelineError.malformedExpression`.
    func condition(_ text: String) throws -> Condition {
        let seconds = Self.evaluationSeconds
        let error = TimelineError.malformedExpression(.tookTooLong(seconds: seconds))
        return try Condition(text, bounds: bounds(seconds: seconds, error))
    }

    /// Compiles a regular expression that matches nothing after Ctrl-C.
    ///
    /// - Throws: `TimelineError.malformedPattern`.
    func pattern(_ text: String) throws -> TextPattern {
        TextPattern(try RegularExpression(text) { [interruption] in interruption.isRequested })
    }

    /// Compiles a query, which ends at Ctrl-C. After a second, the progress line shows for how long it has been running:
    /// SQLite does not report how much of a query is left.
    ///
    /// - Throws: `SessionError.query` and the like.
    func query(_ text: String, of timeline: Timeline, seconds: Double) throws -> SessionQuery {
        var bounds = bounds(seconds: seconds, QueryError.tookTooLong(seconds: seconds))
        if showsProgress {
            bounds.isCancelled = { [interruption, line, start = ContinuousClock.now] in
                let passed = (ContinuousClock.now - start).components.seconds
                if passed > 0 { line.show("running for \(passed) s; Ctrl-C stops") }
                return interruption.isRequested
            }
        }
        return try SessionQuery(text, of: timeline.session, bounds: bounds, recovery: timeline.recovery)
    }

    /// Returns bounds that end the work at Ctrl-C. If SQLite cannot be interrupted in time, the process ends with
    /// `error`.
    private func bounds(seconds: Double, _ error: any Error & Sendable) -> SQLBounds {
        SQLSandbox.limitMemory(to: Self.memoryLimit)
        return SQLBounds(
            seconds: seconds,
            isCancelled: { [interruption] in interruption.isRequested },
            onOverrun: {
                // The main thread is inside SQLite, which only reads.
                Interruption.shared.prepareForEnd()
                try? Output.finish()
                if let failure = Wording.failure(for: error) { Output.failure(failure) }
                _exit(2)
            }
        )
    }
}

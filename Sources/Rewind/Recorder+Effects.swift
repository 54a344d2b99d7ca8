import Foundation
import RewindSession

extension Recorder {
    /// Records work that gets its value from outside, such as a request or a timer: its begin, its end, its input and
    /// its outcome, and what caused it. What begins in `body` has the effect as its cause.
    ///
    /// ```swift
    /// let page = try await recorder.effect("GET /items", input: query) { try await client.items(query) }
    /// ```
    ///
    /// The value and the error are passed on unchanged. An effect that throws when its task is canceled, or throws
    /// `CancellationError`, was canceled. A value or input that is not `Codable` is recorded for reading only; masks
    /// apply to both. The value is encoded in the background, so that its size does not matter here.
    ///
    /// `name` says what is done, the same each time: `GET /items/:id`, not `GET /items/7`. `input` is what the outcome
    /// depends on.
    @discardableResult
    public func effect<Value, Failure: Error>(
        _ name: String,
        input: Any? = nil,
        isolation: isolated (any Actor)? = #isolation,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ body: nonisolated(nonsending) () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await recording(.effect, name, input, CallSite(file: file, line: line), isolation, body)
    }

    /// Records synchronous work that gets its value from outside, such as reading a file or the date.
    @discardableResult
    public func effect<Value, Failure: Error>(
        _ name: String,
        input: Any? = nil,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try recording(.effect, name, input, CallSite(file: file, line: line), body)
    }

    /// Records asynchronous code of the app under a name, such as the handler of a tap: it is the cause of everything
    /// that it dispatches and starts.
    ///
    /// Unlike an ``effect(_:input:isolation:file:line:_:)``, it runs again when the session is replayed.
    @discardableResult
    public func flow<Value, Failure: Error>(
        _ name: String,
        input: Any? = nil,
        isolation: isolated (any Actor)? = #isolation,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ body: nonisolated(nonsending) () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await recording(.flow, name, input, CallSite(file: file, line: line), isolation, body)
    }

    /// Records code of the app under a name, such as the handler of a tap.
    ///
    /// ```swift
    /// Button("Save") { recorder.flow("tap Save") { store.dispatch(save(draft)) } }
    /// ```
    @discardableResult
    public func flow<Value, Failure: Error>(
        _ name: String,
        input: Any? = nil,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try recording(.flow, name, input, CallSite(file: file, line: line), body)
    }

    /// Records the begin of work that ends in a completion handler or a delegate.
    ///
    /// ```swift
    /// let request = recorder.beginEffect("GET /items", input: query)
    /// client.items(query) { result in
    ///     request.end(result)
    ///     request.cause.run { store.dispatch(Loaded(result)) }
    /// }
    /// ```
    public func beginEffect(
        _ name: String,
        input: Any? = nil,
        file: StaticString = #fileID,
        line: UInt = #line
    ) -> RunningEffect {
        guard hasSession else { return RunningEffect(nil, cause: .current) }
        let dispatches = dispatches
        let begun = dispatches.beginEffect(.effect, name, input: input, callSite: CallSite(file: file, line: line))
        guard let begun else { return RunningEffect(nil, cause: .current) }
        dispatches.leaveToApp(begun.effect, input)
        return RunningEffect((dispatches, begun.effect), cause: begun.cause)
    }

    /// Records an event in the order of the log, such as a memory warning.
    public func note(
        _ name: String,
        _ details: Any? = nil,
        file: StaticString = #fileID,
        line: UInt = #line
    ) {
        guard hasSession else { return }
        _ = dispatches.beginEffect(.note, name, input: details, callSite: CallSite(file: file, line: line))
    }

    /// Records a picture of the screen, as JPEG data.
    ///
    /// A picture that comes sooner after the last one than ``RecorderOptions/screenshotInterval``, or exceeds
    /// ``RecorderOptions/screenshotByteLimit``, is not recorded. A picture may show what masks hide elsewhere, so with
    /// ``Redaction/only(pointers:payloads:)``, none is.
    public func screenshot(_ jpeg: Data) {
        guard hasSession else { return }
        dispatches.addScreenshot(Screenshot(bytes: jpeg))
    }

    /// Returns the middleware that finds out what thunks and other middlewares cause; put it first in the array.
    ///
    /// An action that passes it is the cause of what the middlewares after it and the subscribers dispatch, and of what
    /// they start. One that does not arrive at the recorder, such as a thunk, is recorded as a flow with the name of its
    /// type.
    @inlinable
    public func causes<Action>() -> (
        @escaping (Action) -> Void,
        @escaping () -> State?
    ) -> (@escaping (Action) -> Void) -> (Action) -> Void {
        { [self] _, _ in
            { next in
                { action in self.dispatches.passing(action) { next(action) } }
            }
        }
    }

    /// Runs the code that dispatches an action in a store without middlewares: the action is the cause of what begins in
    /// it, as with ``causes()``.
    public func withCause(_ action: Any, _ dispatch: () -> Void) {
        dispatches.passing(action, dispatch)
    }

    private func recording<Value, Failure: Error>(
        _ kind: EffectRecord.Kind,
        _ name: String,
        _ input: Any?,
        _ callSite: CallSite,
        _ isolation: isolated (any Actor)?,
        _ body: nonisolated(nonsending) () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        // Another session may start meanwhile.
        let dispatches = dispatches
        guard hasSession, let begun = dispatches.beginEffect(kind, name, input: input, callSite: callSite) else {
            if kind == .effect, let error: Failure = dispatches.errorAfterReplay() { throw error }
            return try await body()
        }
        do throws(Failure) {
            let replayed: Result<Value, Failure>? = await dispatches.replayedOutcome(
                of: begun.effect,
                kind,
                input,
                isolation: isolation
            )
            let value =
                if let replayed { try replayed.get() } else { try await begun.cause.run(isolation: isolation, body) }
            dispatches.endEffect(begun.effect, .done, value: value)
            return value
        } catch {
            dispatches.endEffect(begun.effect, failingWith: error)
            throw error
        }
    }

    private func recording<Value, Failure: Error>(
        _ kind: EffectRecord.Kind,
        _ name: String,
        _ input: Any?,
        _ callSite: CallSite,
        _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        // Another session may start meanwhile.
        let dispatches = dispatches
        guard hasSession, let begun = dispatches.beginEffect(kind, name, input: input, callSite: callSite) else {
            if kind == .effect, let error: Failure = dispatches.errorAfterReplay() { throw error }
            return try body()
        }
        do throws(Failure) {
            let replayed: Result<Value, Failure>? = dispatches.replayedOutcome(of: begun.effect, kind, input)
            let value = if let replayed { try replayed.get() } else { try begun.cause.run(body) }
            dispatches.endEffect(begun.effect, .done, value: value)
            return value
        } catch {
            dispatches.endEffect(begun.effect, failingWith: error)
            throw error
        }
    }
}

/// An effect under way that the app ends itself. The first end counts; if there is none, it is under way until the
/// recording ends.
public final class RunningEffect: Sendable {
    /// The effect as the cause of what its callbacks dispatch.
    public let cause: Cause

    private let lock = NSLock()
    private let recorder: DispatchRecorder?
    private let effect: EffectUnderWay?
    private nonisolated(unsafe) var hasEnded = false

    init(_ begun: (DispatchRecorder, EffectUnderWay)?, cause: Cause) {
        (recorder, effect) = (begun?.0, begun?.1)
        self.cause = cause
    }

    /// Records that it ended with a value.
    public func end(returning value: Any = ()) {
        endOnce { $0.endEffect($1, .done, value: value) }
    }

    /// Records that it ended with an error.
    public func end(throwing error: any Error) {
        endOnce { $0.endEffect($1, failingWith: error) }
    }

    /// Records that it ended with a result.
    public func end<Value>(_ result: Result<Value, some Error>) {
        switch result {
        case .success(let value): end(returning: value)
        case .failure(let error): end(throwing: error)
        }
    }

    /// Records that it was canceled.
    public func cancel() {
        endOnce { $0.endEffect($1, .canceled, value: nil) }
    }

    private func endOnce(_ body: (DispatchRecorder, EffectUnderWay) -> Void) {
        guard let recorder, let effect else { return }
        let isFirst = lock.withLock {
            defer { hasEnded = true }
            return !hasEnded
        }
        if isFirst { body(recorder, effect) }
    }
}

extension DispatchRecorder {
    /// Records that an effect ended with an error, or was canceled.
    func endEffect(_ effect: EffectUnderWay, failingWith error: any Error) {
        let isCanceled = error is CancellationError || Task.isCancelled
        endEffect(effect, isCanceled ? .canceled : .failed, value: error)
    }

    /// Passes an action on from the first middleware: it is the cause of what begins until it returns.
    @usableFromInline
    func passing(_ action: Any, _ next: () -> Void) {
        let now = MonotonicClock.now(by: uptime)
        let origin = PendingOrigin(dispatching: action, of: self, in: .current, at: now)
        Cause(origin).run(next)
        endPending(origin)
    }
}

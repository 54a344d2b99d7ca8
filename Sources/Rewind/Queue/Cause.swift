/// The effect or action in which code runs, and which caused what that code dispatches.
///
/// Swift carries it into the tasks that the code starts. It does not follow a callback on a dispatch queue; carry it
/// there yourself:
///
/// ```swift
/// let cause = Cause.current
/// queue.async { cause.run { store.dispatch(Loaded()) } }
/// ```
///
/// An action without a cause was dispatched where nothing carried one: by the user, or by code that lost it.
public struct Cause: Sendable {
    @usableFromInline static let local = TaskLocal<CauseOrigin?>(wrappedValue: nil)

    /// Nil where nothing is known.
    @usableFromInline let origin: CauseOrigin?

    @usableFromInline
    init(_ origin: CauseOrigin? = nil) {
        self.origin = origin
    }

    /// The cause of what begins here.
    public static var current: Cause {
        Cause(local.get())
    }

    /// Runs code whose actions and effects have this cause.
    @inlinable
    public func run<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        let result = Self.local.withValue(origin) { () -> Swift.Result<Result, Failure> in
            do throws(Failure) {
                return .success(try body())
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Runs asynchronous code whose actions and effects have this cause.
    @inlinable
    public func run<Result, Failure: Error>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: nonisolated(nonsending) () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let result = await Self.local.withValue(
            origin,
            operation: { () async -> Swift.Result<Result, Failure> in
                // A closure that does not use it leaves the actor.
                _ = isolation
                do throws(Failure) {
                    return .success(try await body())
                } catch {
                    return .failure(error)
                }
            },
            isolation: isolation
        )
        return try result.get()
    }

    /// Returns the origin that a recorder knows; nil if unknown.
    func origin(for recorder: AnyObject) -> CauseOrigin? {
        guard let origin else { return nil }
        return origin.belongs(to: recorder) ? origin : origin.others.first { $0.belongs(to: recorder) }
    }

    /// Returns the origins of other recorders than `recorder`.
    func others(besides recorder: AnyObject?) -> [CauseOrigin] {
        guard let origin else { return [] }
        // The usual case, with one recorder.
        if origin.others.isEmpty, let owner = origin.owner, owner === recorder { return [] }
        var others: [CauseOrigin] = []
        for other in [origin] + origin.others {
            let owner = other.recorder
            guard owner == nil || owner !== recorder, !others.contains(where: { $0.recorder === owner }) else {
                continue
            }
            others.append(other)
        }
        return others
    }
}

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
    @usableFromInline static let local = TaskLocal<Cause>(wrappedValue: Cause())

    /// Nil where nothing is known.
    @usableFromInline let origin: CauseOrigin?
    /// The origins for other recorders: at most one for each.
    @usableFromInline let others: [CauseOrigin]

    @usableFromInline
    init() {
        (origin, others) = (nil, [])
    }

    /// Creates the cause of what runs in `origin`, which began where `outer` was the cause.
    @usableFromInline
    init(_ origin: CauseOrigin, in outer: Cause) {
        self.origin = origin
        others = outer.origin == nil ? [] : outer.origins(besides: origin)
    }

    private func origins(besides new: CauseOrigin) -> [CauseOrigin] {
        let recorder = new.recorder
        var origins: [CauseOrigin] = []
        for other in [origin].compactMap(\.self) + others {
            let owner = other.recorder
            guard owner == nil || owner !== recorder, !origins.contains(where: { $0.recorder === owner }) else {
                continue
            }
            origins.append(other)
        }
        return origins
    }

    /// The cause of what begins here.
    public static var current: Cause {
        local.get()
    }

    /// Runs code whose actions and effects have this cause.
    @inlinable
    public func run<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        let result = Self.local.withValue(self) { () -> Swift.Result<Result, Failure> in
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
        _ body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let result = await Self.local.withValue(
            self,
            operation: { () async -> Swift.Result<Result, Failure> in
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
    func origin(for recorder: DispatchRecorder) -> CauseOrigin? {
        if let origin, origin.belongs(to: recorder) { return origin }
        return others.first { $0.belongs(to: recorder) }
    }
}

import RewindTimeline
import RewindTree

extension SessionRoutes {
    /// Answers `beside` requests: the comparison with another session.
    ///
    /// - Throws: `InspectorError`, `SessionError`, `CancellationError` if a newer request replaced this one.
    func beside(
        _ question: String,
        _ other: SessionRoutes,
        _ parameters: RequestParameters
    ) async throws -> any Encodable {
        switch question {
        case "beside":
            let (a, b, app) = (watch.session.url, other.watch.session.url, watch.session.app)
            let shouldContinue = watch.requests.begin("beside")
            return try await QueueExecutor.onThread { () -> BesideAnswer in
                let (left, right) = (try app.open(a).timeline, try app.open(b).timeline)
                defer { for timeline in [left, right] { timeline.session.close() } }
                return try BesideAnswer(left, right) { guard shouldContinue() else { throw CancellationError() } }
            }
        case "beside/diff":
            let seq = try parameters.requiredNumber("other")
            let state = try await other.watch.session.comparedState(at: seq)
            let whole = try Set(parameters.texts("all").map(RequestParameters.pointer))
            return try await watch.session.diff(
                at: parameters.requiredNumber("at"),
                to: state,
                at: seq,
                whole: whole
            )
        default: throw InspectorError.noSuchRequest
        }
    }
}

/// The common actions of two sessions.
struct BesideAnswer: Encodable, Sendable {
    /// The maximum number of actions in each list.
    private static let most = 2_000

    /// The last action up to which the sessions are equal; less than the first state if nothing is.
    let sameThrough: Int
    /// The actions after it that only one of the sessions has.
    let onlyA, onlyB: [Int]
    /// False if there are too many actions to align them, so that they are compared by their numbers.
    let aligned: Bool

    /// Compares two sessions, with the functions of `rewind compare`.
    ///
    /// - Complexity: As `Comparison` and `ActionAlignment`.
    /// - Throws: `SessionError`, or an error of `progress`.
    fileprivate init(_ a: Timeline, _ b: Timeline, progress: () throws -> Void) throws {
        let comparison = try Comparison(of: a, with: b) { _ in try progress() }
        sameThrough = comparison.sameThrough
        let seq = max(comparison.sameThrough, comparison.start) + 1
        guard seq <= min(a.last, b.last) else {
            (onlyA, onlyB) = (Self.rest(of: a, from: seq), Self.rest(of: b, from: seq))
            aligned = max(a.last, b.last) - seq < Self.most
            return
        }
        let alignment = try ActionAlignment(of: a, with: b, from: seq)
        (onlyA, onlyB) = (alignment?.onlyA ?? [], alignment?.onlyB ?? [])
        aligned = alignment != nil
    }

    private static func rest(of timeline: Timeline, from seq: Int) -> [Int] {
        Array(stride(from: seq, through: timeline.last, by: 1).prefix(most))
    }
}

extension InspectedSession {
    fileprivate func comparedState(at seq: Int) throws -> Tree {
        try check(seq)
        if let unknown = try unknown(at: seq) { throw InspectorError.stateNotKnown(seq, action: unknown.action) }
        return try timeline().state(at: seq)
    }

    /// Returns the difference to a state of another session.
    fileprivate func diff(at seq: Int, to state: Tree, at other: Int, whole: Set<Pointer>) throws -> DiffAnswer {
        let difference = StateDifference(from: try comparedState(at: seq), to: state)
        return DiffAnswer(from: seq, to: other, difference, in: state, whole: whole, slices: try slices())
    }
}

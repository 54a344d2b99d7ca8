/// The position of an app after a request.
package struct SteeringAnswer: Hashable, Sendable, Codable {
    /// The seq of the previous state of the store; 0 for the initial state.
    package let from: Int
    /// The seq of the current state of the store.
    package let position: Int
    /// The seq of the last action of the session.
    package let last: Int
    /// The last seq that redo can reach.
    package let tip: Int
    /// True if a recording is being played back.
    package let isPlaying: Bool
    /// True if only travel changes a state in the past.
    package let isLocked: Bool
    /// The names of the types whose actions can be dispatched.
    package var types: [String] = []
    /// True if actions can be skipped and a history can be imported; only in the answer to `status`.
    package var edits: Bool?

    private enum CodingKeys: String, CodingKey {
        case from, position, last, tip
        case isPlaying = "playing"
        case isLocked = "locked"
        case types, edits
    }

    package init(from: Int, position: Int, last: Int, tip: Int, isPlaying: Bool, isLocked: Bool) {
        self.from = from
        self.position = position
        self.last = last
        self.tip = tip
        (self.isPlaying, self.isLocked) = (isPlaying, isLocked)
    }
}

/// The reply of an app to a request.
package enum SteeringReply: RemoteMessage {
    case done(answer: SteeringAnswer)
    case refused(refusal: Refusal)

    package init(_ outcome: Result<SteeringAnswer, any Error>) {
        self =
            switch outcome {
            case .success(let answer): .done(answer: answer)
            case .failure(let error): .refused(refusal: error as? Refusal ?? .failed)
            }
    }

    package func get() throws(Refusal) -> SteeringAnswer {
        switch self {
        case .done(let answer): return answer
        case .refused(let refusal): throw refusal
        }
    }
}

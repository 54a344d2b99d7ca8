import RewindSession

/// The effect or action in which an action or an effect began.
public enum RecordedCause: Hashable, Sendable {
    /// An action, by its seq.
    case action(Int)
    /// An effect, by its number.
    case effect(Int)

    package init(_ cause: CauseReference) {
        self =
            switch cause {
            case .action(let seq): .action(seq)
            case .effect(let id): .effect(id)
            }
    }

    /// The REF: the number of an action, or that of an effect as in `effect:12`.
    package var reference: String {
        switch self {
        case .action(let seq): String(seq)
        case .effect(let id): "effect:\(id)"
        }
    }

    /// The REF, with that of an effect as in `e12`.
    package var shortReference: String {
        switch self {
        case .action(let seq): String(seq)
        case .effect(let id): "e\(id)"
        }
    }
}

/// The JSON of a cause: an object with the member `action` or `effect`.
extension RecordedCause: Encodable {
    private enum CodingKeys: CodingKey { case action, effect }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .action(let seq): try container.encode(seq, forKey: .action)
        case .effect(let id): try container.encode(id, forKey: .effect)
        }
    }
}

/// The end of a chain of causes that does not reach its root.
public struct UnknownCause: Hashable, Sendable, Encodable {
    /// The reason why a cause is not known.
    public enum Reason: String, Sendable, Encodable {
        /// Nothing recorded it.
        case unknown
        /// It is older than the session, of which the oldest part was pruned.
        case pruned
        /// It was not written to the session.
        case lost
        /// The session is damaged: the cause was caused by its own result.
        case damaged
    }

    public let reason: Reason
    /// The action or effect that is not in the session; nil if nothing was recorded.
    public let cause: RecordedCause?

    package init(_ reason: Reason, _ cause: RecordedCause?) {
        self.reason = reason
        self.cause = cause
    }
}

import RewindTree

/// The effect or action in which an action or an effect began.
package enum CauseReference: Hashable, Sendable {
    /// An effect, by its id.
    case effect(Int)
    /// An action, by its seq.
    case action(Int)

    /// The columns `cause_effect` and `cause_action`.
    package var columns: (effect: Int64?, action: Int64?) {
        switch self {
        case .effect(let id): (Int64(id), nil)
        case .action(let seq): (nil, Int64(seq))
        }
    }

    /// Reads the two columns; nil if the cause is unknown.
    package init?(effect: Int?, action: Int?) {
        if let effect {
            self = .effect(effect)
        } else if let action {
            self = .action(action)
        } else {
            return nil
        }
    }
}

/// An effect as it began, or a note: a row of the table `effect`.
package struct EffectRecord: Sendable {
    /// What kind of event a row stands for.
    package enum Kind: String, Sendable, CaseIterable {
        /// Work whose value came from outside: a re-run takes the recorded one.
        case effect
        /// The app's own code, such as a thunk or the handler of a tap: a re-run runs it again.
        case flow
        /// An event without an outcome.
        case note
        /// A picture of the screen.
        case screenshot

        /// True if there is an outcome, at some time.
        package var ends: Bool { self == .effect || self == .flow }
    }

    /// The number of the effect, from 1.
    package var id: Int
    /// The last action before it.
    package var seq: Int
    /// The time when it began, in microseconds since 1970.
    package var at: Int64
    package var kind: Kind
    package var name: String
    /// The way the input was encoded.
    package var coder: ActionRecord.Coder
    /// The input of an effect, the details of a note, or the bytes of a screenshot in Base64; nil if there are none.
    package var input: Tree?
    /// The cause; nil if unknown, or if there is none.
    package var cause: CauseReference?
    /// `file:line` where it began.
    package var origin: String?

    package init(
        id: Int,
        seq: Int,
        at: Int64,
        kind: Kind = .effect,
        name: String,
        coder: ActionRecord.Coder = .codable,
        input: Tree? = nil,
        cause: CauseReference? = nil,
        origin: String? = nil
    ) {
        self.id = id
        self.seq = seq
        self.at = at
        self.kind = kind
        self.name = name
        self.coder = coder
        self.input = input
        self.cause = cause
        self.origin = origin
    }
}

/// The end of an effect: a row of the table `outcome`.
package struct OutcomeRecord: Sendable {
    /// How an effect ended.
    package enum Status: String, Sendable, CaseIterable {
        /// With a value.
        case done
        /// With an error.
        case failed
        /// It was canceled.
        case canceled
    }

    /// The number of the outcome, from 1, in the order in which effects ended.
    package var id: Int
    /// The id of the effect.
    package var effect: Int
    /// The last action before it.
    package var seq: Int
    /// The time when it ended, in microseconds since 1970.
    package var at: Int64
    /// The time since the effect began, in nanoseconds; nil if not known.
    package var duration: Int64?
    package var status: Status
    /// The type name of the value or error; nil if that was lost.
    package var type: String?
    /// The way the value was encoded.
    package var coder: ActionRecord.Coder
    /// The value or error; nil if there is none, or if it was lost.
    package var value: Tree?

    package init(
        id: Int,
        effect: Int,
        seq: Int,
        at: Int64,
        duration: Int64? = nil,
        status: Status = .done,
        type: String? = nil,
        coder: ActionRecord.Coder = .codable,
        value: Tree? = nil
    ) {
        self.id = id
        self.effect = effect
        self.seq = seq
        self.at = at
        self.duration = duration
        self.status = status
        self.type = type
        self.coder = coder
        self.value = value
    }
}

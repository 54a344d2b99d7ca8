import RewindHTML
import RewindSession
import RewindTimeline
import RewindTree

/// One level of a state.
struct StateAnswer: Encodable {
    struct Child: Encodable {
        let key: String
        let value: BriefValue
        /// True if the value differs from the one before.
        let changed: Bool?
        let was: BriefValue?
        /// True if only a part of the value differs.
        let inside: Bool?
    }

    let value: BriefValue
    let children: [Child]
    let total: Int
    /// The index of the first child that differs.
    let change: Int?
}

/// The app's screen, or a replacement for it.
struct ScreenAnswer: Encodable {
    struct Member: Encodable {
        let key: String
        let value: BriefValue
        let changed: Bool?
    }

    struct Slice: Encodable {
        let slice: Int
        let name: String
        let members: [Member]
        /// The number of members that are not among these.
        let more: Int?
        let changed: Bool?
    }

    /// The latest picture of the screen on the way to the state.
    struct Screenshot: Encodable {
        let id, seq: Int
        let at: Int64
    }

    var html, text: String?
    var slices: [Slice]?
    var lastKnown: Int?
    var screenshot: Screenshot?

    /// True if another screen shows the same: the marks of what changed do not count.
    func looksLike(_ other: ScreenAnswer) -> Bool {
        func texts(_ screen: ScreenAnswer) -> [[String]]? {
            screen.slices?.map { [$0.name] + $0.members.flatMap { [$0.key, $0.value.markup(limit: 60).markup] } }
        }
        return (html, text, lastKnown, screenshot?.id)
            == (other.html, other.text, other.lastKnown, other.screenshot?.id) && texts(self) == texts(other)
    }
}

/// The values at a pointer, or of an expression, along the path to an action, as steps.
struct SeriesAnswer: Encodable {
    /// Values, each valid from a depth on.
    let values: [Pair<BriefValue>]
    let exact: Bool

    init(_ values: [(depth: Int, value: Tree?)], exact: Bool) {
        self.values = values.map { Pair(number: $0.depth, value: BriefValue($0.value, limit: 60)) }
        self.exact = exact
    }
}

/// A number and a value, as an array of two.
struct Pair<Value: Encodable & Sendable>: Encodable, Sendable {
    let number: Int
    let value: Value

    func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(number)
        try container.encode(value)
    }
}

extension Tree {
    /// Creates the value of an expression; nil for one that is not in JSON.
    init?(expressionValue value: SQLValue) {
        switch value {
        case .integer(let number): self = .integer(number)
        case .real(let number) where number.isFinite: self = .double(number)
        case .text(let text): self = .string(text)
        case .null, .real, .blob: return nil
        }
    }
}

struct SeqAnswer: Encodable {
    let seq: Int?
}

struct PlaceAnswer: Encodable {
    let x: Double
}

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
        let changed: Bool?
    }

    var html, text: String?
    var slices: [Slice]?
    var lastKnown: Int?
}

/// The kind of graph for a value.
enum SeriesKind: String, Encodable {
    case number, count, flag, text

    /// Creates the kind that fits all values. Null and missing values fit any kind.
    init(of values: some Sequence<Tree?>) {
        var kind: SeriesKind?
        for value in values {
            let own: SeriesKind
            switch value {
            case nil, .null?: continue
            case .bool?: own = .flag
            case .integer?, .double?, .number?: own = .number
            case .array?: own = .count
            case .string?, .object?: own = .text
            }
            if own != kind ?? own {
                self = .text
                return
            }
            kind = own
        }
        self = kind ?? .text
    }

    /// Returns the height at which a value is drawn; nil if it has no height.
    func number(_ value: Tree?) -> Double? {
        switch (self, value) {
        case (.flag, .bool(let flag)?): flag ? 1 : 0
        case (.number, .integer(let number)?): Double(number)
        case (.number, .double(let number)?): number
        case (.number, .number(let text)?): Double(text)
        case (.count, .array(let elements)?): Double(elements.count)
        default: nil
        }
    }
}

/// The values at a pointer, or of an expression, along the path to an action, as steps.
struct SeriesAnswer: Encodable {
    let kind: SeriesKind
    /// Values, each valid from a depth on.
    let points: [Pair<Double?>]?
    let texts: [Pair<BriefValue>]?
    let low, high: Double?
    let exact: Bool

    init(_ values: [(depth: Int, value: Tree?)], exact: Bool) {
        kind = SeriesKind(of: values.map(\.value))
        let isText = kind == .text
        let numbers =
            isText ? [] : values.map { [kind] in Pair(number: $0.depth, value: kind.number($0.value)) }
        points = isText ? nil : numbers
        texts = isText ? values.map { Pair(number: $0.depth, value: BriefValue($0.value, limit: 60)) } : nil
        low = numbers.compactMap(\.value).min()
        high = numbers.compactMap(\.value).max()
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

/// The values of a JSON text that a session cannot hold, and that something else replaces.
///
/// The escape of one half of a surrogate pair is kept as text, so that different keys stay different. A container that is
/// nested too deeply becomes `Tree.tooDeep`.
package struct JSONRepairs: Hashable, Sendable {
    /// The place of a part and the reason why it was replaced.
    package struct Repair: Hashable, Sendable {
        package let place: Pointer
        package let reason: JSONError.Reason

        package init(place: Pointer, reason: JSONError.Reason) {
            (self.place, self.reason) = (place, reason)
        }
    }

    package private(set) var first: Repair?
    package private(set) var count = 0

    package init() {}

    /// Adds a part. There may be very many, so only the place of the first one is kept.
    package mutating func add(_ reason: JSONError.Reason, at place: Pointer) {
        if first == nil { first = Repair(place: place, reason: reason) }
        count += 1
    }

    /// Adds those of a text in another document.
    package mutating func add(_ other: JSONRepairs, within place: Pointer = .root) {
        if first == nil {
            first = other.first.map { Repair(place: Pointer(place.tokens + $0.place.tokens), reason: $0.reason) }
        }
        count += other.count
    }
}

extension JSONRepairs: CustomStringConvertible {
    /// The maximum number of tokens of a place in the description.
    private static let mostTokens = 12

    package var description: String {
        guard let first else { return "nothing replaced" }
        let tokens = first.place.tokens
        let place = Pointer(Array(tokens.prefix(Self.mostTokens))).name()
        let rest = tokens.count > Self.mostTokens ? "/…" : ""
        let values = count == 1 ? "1 value replaced, at" : "\(count) values replaced, the first at"
        return "\(values) \(place)\(rest): \(first.reason)"
    }
}

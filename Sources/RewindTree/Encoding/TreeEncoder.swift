/// Encodes values as trees, one after the other, and reuses of the last tree what has not changed.
///
/// Numbers keep their exact value. Doubles that JSON has no number for are the strings `nan`, `inf` and `-inf`. Dates
/// are ISO 8601 texts (see `DateText`), data is base64, URLs and UUIDs are their texts. Dictionaries whose keys are
/// strings, integers, or `RawRepresentable` or `CodingKeyRepresentable` by one of these are objects; all others are
/// arrays of keys and values in turn, and these and sets are in the order of their elements' canonical texts, so that
/// equal values have equal trees.
///
/// Errors: what an `encode(to:)` had written before it threw is taken back. One who catches the error finds the
/// container as it was, without the key or the element, and may go on with it.
///
/// What differs from `JSONEncoder`, besides:
/// - Keys are told apart by their bytes, so two that are equal in Swift, one composed and one not, are two members.
/// - A top-level value that encodes nothing is an empty object, as it is anywhere else, not an error.
/// - Dictionaries whose keys are `RawRepresentable` are objects. Those with two keys of the same text are arrays of
///   pairs, where `JSONEncoder` keeps one of the two.
/// - `JSONEncoder` leaves what a failed value wrote to a single value container, and may give it to the value that is
///   encoded next. Here it is gone.
/// - What a super encoder writes stands where the encoder was asked for, in the order of all keys and elements, not
///   where it was done; a value that is written under its key while it is in use replaces it. It counts as an element at
///   once.
/// - Of several single values the last one counts. Containers of two kinds for one value, or under one key, are an
///   error for the whole encoding, even if it was swallowed; so is writing to a container while a value in it, which
///   then fails, is being encoded. `JSONEncoder` ends the app, or forgets one of the two.
/// - Numbers, dates and the order of sets and pairs are as said above.
///
/// Reuse: the encoder retains the collections of the last value, and the structs near its root. What has the same bytes
/// now, down to the addresses of its storage, is the same value, and is not visited again. `==` is never asked. That
/// holds only for values all the way down (see `ValueLayout`). Elements of arrays and values of dictionaries may refer to
/// objects, too, whose fields are compared then (see `Watch`). All else that may reach a class, a closure or an existential
/// is always visited, and so is what holds data in borrowed memory (see `BorrowedMemory`). An `encode(to:)` must depend on
/// its value alone, not on global state.
///
/// Depth: what is inside of more than `Tree.depthLimit` values, or for which the stack has no more room, is written as
/// `Tree.tooDeep`, and not visited.
package struct TreeEncoder {
    private let context: EncodingContext
    private let end: EncodingContext.End
    /// Holds the values that are encoded.
    private let root: TreeWriter
    private var last = Hint.none

    /// Whether something in the last value was nested too deeply, and what that value shares with the one before does not
    /// count.
    package var hasCut: Bool { context.hasCut }

    /// Makes an encoder that gives what it writes to a filter, if there is one.
    package init(filter: (any TreeFilter)? = nil) {
        context = EncodingContext(filter: filter)
        end = EncodingContext.End(of: context)
        root = TreeWriter(context: context)
    }

    /// How many bytes of the last value were not shared with the one before it: about, as the storage of the collections
    /// and texts that were visited, which those are that have changed.
    package var unsharedBytes: Int { context.unsharedBytes }

    /// Encodes a value.
    /// - Throws: `EncodingError`, and what an `encode(to:)` throws; the next value is encoded from scratch then.
    ///   `IsolatedConformance`, when a value in it belongs to an actor that the thread is not on; then none of its code
    ///   ran, and the next value is encoded as if this one had not been.
    /// - Complexity: O(size) of what has changed since the last value, and of what is never reused.
    package mutating func encode<T: Encodable>(_ value: T) throws -> Tree {
        try encode(value, with: context.coder(for: T.self))
    }

    /// Encodes a value of whatever type; nil when it is not `Encodable`.
    ///
    /// The type is looked up once, and the value is not copied, as a cast to `any Encodable` would.
    /// - Throws: as `encode(_:)`.
    /// - Complexity: as `encode(_:)`.
    package mutating func encodeIfPossible<T>(_ value: T) throws -> Tree? {
        if let coder = context.coder(forAny: T.self) { return try encode(value, with: coder) }
        // The type may be an existential itself.
        if let value = value as? any Encodable { return try encode(value) }
        // The cast fails off the actor of an isolated conformance, too.
        guard let type = type(of: value as Any) as? any Encodable.Type else { return nil }
        throw IsolatedConformance(type: type)
    }

    /// Encodes a value that has little in common with the last one or the next: nothing is reused, nothing retained.
    /// - Throws: as `encode(_:)`.
    /// - Complexity: O(size).
    package mutating func encodeAlone<T>(_ value: T) throws -> Tree? {
        last = .none
        context.isRemembering = false
        defer {
            context.isRemembering = true
            last = .none
        }
        return try encodeIfPossible(value)
    }

    private mutating func encode<T>(_ value: T, with coder: any Coder) throws -> Tree {
        let hint = last
        last = .none
        context.begin()
        let result = Result { try root.encode(value, with: coder, key: nil, hint: hint) }
        if let isolated = context.isolatedConformance {
            last = hint
            _ = context.takeConflict()
            throw isolated
        }
        // Asking for containers cannot throw, so it comes before what was thrown after it.
        if let conflict = context.takeConflict() { throw conflict }
        let encoded = try result.get()
        last = encoded.trace.map { Hint($0) } ?? Hint(tree: encoded.tree, trace: nil)
        return encoded.tree
    }
}

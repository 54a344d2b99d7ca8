/// Encodes values as trees, one after the other, and reuses the unchanged parts of the previous tree.
///
/// Numbers keep their exact value. Doubles for which JSON has no number are the strings `nan`, `inf` and `-inf`. Dates
/// are ISO 8601 texts (see `DateText`), data is base64, URLs and UUIDs are their texts. Dictionaries are objects if
/// their keys are strings or integers, or are converted to these by `RawRepresentable` or `CodingKeyRepresentable`. All
/// other dictionaries are arrays of alternating keys and values. These arrays, and sets, are in the order of their
/// elements' canonical texts, so that equal values have equal trees.
///
/// Errors: the partial output of an `encode(to:)` that throws is removed. Code that catches the error finds the
/// container without the key or the element, and may continue to write to it.
///
/// Other differences from `JSONEncoder`:
/// - Keys are compared by their bytes, so a composed and a decomposed key, which are equal in Swift, are two members.
/// - A top-level value that encodes nothing is an empty object, as everywhere else, not an error.
/// - Dictionaries whose keys are `RawRepresentable` are objects. If two keys have the same text, the dictionary is an
///   array of pairs; `JSONEncoder` keeps only one of the two.
/// - `JSONEncoder` keeps the partial output of a failed value in a single value container, and may use it for the next
///   value. Here it is removed.
/// - The output of a super encoder is placed where the encoder was requested, in the order of all keys and elements,
///   not where it was finished. It counts as an element immediately. A value written under its key while it is in use
///   replaces it.
/// - Of several single values, the last one counts. Containers of two kinds for one value, or under one key, are an
///   error for the whole encoding, even if it was swallowed. So is writing to a container while a value in it, which
///   then fails, is being encoded. `JSONEncoder` traps, or forgets one of the two.
/// - Numbers, dates and the order of sets and pairs are as described above.
///
/// Reuse: the encoder retains the collections of the previous value, and the structs near its root. A value with the
/// same bytes, including the addresses of its storage, is the same value, and is not visited again. `==` is never
/// called. This applies only to values that consist entirely of value types (see `ValueLayout`). Elements of arrays and
/// values of dictionaries may also refer to objects, whose fields are then compared (see `Watch`). Any other value that
/// may reach a class, a closure or an existential is always visited, and so are containers of data in borrowed memory
/// (see `BorrowedMemory`). An `encode(to:)` must depend only on its value, not on global state.
///
/// Depth: a value inside more than `Tree.depthLimit` others, or for which the stack is too small, is written as
/// `Tree.tooDeep`, and not visited.
package struct TreeEncoder {
    let context: EncodingContext
    private let end: EncodingContext.End
    /// The container of the encoded values.
    private let root: TreeWriter
    private var last = Hint.none
    /// The coders of values that are read.
    let reflecting: ReflectingCoders

    /// True if part of the last value was cut off because it is nested too deeply, not counting parts shared with the
    /// previous value.
    package var hasCut: Bool { context.hasCut }

    /// The classes with variables whose instances, encoded by their own `encode(to:)`, were in values until now.
    package var variableClasses: [AnyClass] { context.variableClasses }

    /// Creates an encoder that passes its output through a filter, if there is one, and `userInfo` to the values.
    package init(
        filter: (any TreeFilter)? = nil,
        userInfo: [CodingUserInfoKey: any Sendable] = [:],
        rules: ReflectionRules = ReflectionRules()
    ) {
        context = EncodingContext(filter: filter, userInfo: userInfo)
        reflecting = ReflectingCoders(context, rules)
        context.reflected = reflecting
        end = EncodingContext.End(of: context)
        root = TreeWriter(context: context)
    }

    /// The approximate number of bytes that the last value does not share with the previous one: the storage of the
    /// collections and texts that were visited because they had changed.
    package var unsharedBytes: Int { context.unsharedBytes }

    /// Encodes a value.
    /// - Throws: `EncodingError`, or the error of an `encode(to:)`; the next value is then encoded from scratch.
    ///   `IsolatedConformance` if a value in it belongs to an actor that the thread is not on. Then none of its code
    ///   ran, and the next value is encoded as if this call had not been made.
    /// - Complexity: O(size) of the parts that have changed since the last value or are never reused.
    package mutating func encode<T: Encodable>(_ value: T) throws -> Tree {
        try encode(value, with: context.coder(for: T.self))
    }

    /// Encodes a value of any type; returns nil if it is not `Encodable`.
    ///
    /// The type is looked up once, and the value is not copied, unlike with a cast to `any Encodable`.
    /// - Throws: The errors of `encode(_:)`.
    /// - Complexity: Same as `encode(_:)`.
    package mutating func encodeIfPossible<T>(_ value: T) throws -> Tree? {
        if let coder = context.coder(forAny: T.self) { return try encode(value, with: coder) }
        // Only the values of an existential, or of a class, may be more than their type says.
        guard T.self is AnyClass || TypeMetadata(T.self).isExistential else { return nil }
        if let value = value as? any Encodable { return try encode(value) }
        // The cast also fails off the actor of an isolated conformance.
        guard let type = type(of: value as Any) as? any Encodable.Type else { return nil }
        throw IsolatedConformance(type: type)
    }

    /// Encodes a value that has little in common with the last or the next one: nothing is reused or retained.
    /// - Throws: The errors of `encode(_:)`.
    /// - Complexity: O(size).
    package mutating func encodeAlone<T>(_ value: T) throws -> Tree? {
        try alone { encoder throws in try encoder.encodeIfPossible(value) }
    }

    /// Runs `body` while nothing is reused or retained.
    mutating func alone<Result>(_ body: (inout TreeEncoder) throws -> Result) throws -> Result {
        last = .none
        context.isRemembering = false
        defer {
            context.isRemembering = true
            last = .none
        }
        return try body(&self)
    }

    mutating func encode<T>(_ value: T, with coder: any Coder) throws -> Tree {
        let hint = last
        last = .none
        context.begin()
        let result = Result { try root.encode(value, with: coder, key: nil, hint: hint) }
        if let isolated = context.isolatedConformance {
            last = hint
            _ = context.takeConflict()
            throw isolated
        }
        // A conflict precedes any later error, because requesting containers cannot throw.
        if let conflict = context.takeConflict() { throw conflict }
        let encoded = try result.get()
        last = encoded.trace.map { Hint($0) } ?? Hint(tree: encoded.tree, trace: nil)
        return encoded.tree
    }
}

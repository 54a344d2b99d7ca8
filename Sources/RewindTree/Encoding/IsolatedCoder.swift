/// The coder of a type whose `Encodable` conformance is isolated to an actor: off the actor, no code of the type runs.
final class IsolatedCoder<Value: Encodable>: Coder {
    private let coder: any Coder
    /// The number of the last encoding, and whether it is on the actor.
    private var (encoding, isUsable) = (-1, false)

    init(_ coder: any Coder) {
        self.coder = coder
    }

    func encode(_ value: UnsafeRawPointer, in parent: TreeWriter, key: (any CodingKey)?, hint: Hint) throws -> Encoded {
        let context = parent.context
        if encoding != context.encoding {
            isUsable = ConformanceIsolation.isUsableHere(Value.self)
            encoding = context.encoding
        }
        guard isUsable else { throw context.report(isolated: Value.self) }
        return try coder.encode(value, in: parent, key: key, hint: hint)
    }
}

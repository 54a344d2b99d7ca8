import Testing

@testable import RewindSession

private enum Feature { enum Action {} }
private struct Box<Value> { struct Inner {} }
private struct Wrapped: RecordedUnderOtherType {
    static var recordedType: Any.Type { Feature.Action.self }
}

@Suite struct TypeNameTests {
    @Test(
        arguments: [
            (Feature.self, "Feature"), (Feature.Action.self, "Feature.Action"), (Int.self, "Int"),
            (Box<[String: Feature.Action]>.Inner.self, "Box<Dictionary<String, Feature.Action>>.Inner"),
            (SessionError.Damage.self, "SessionError.Damage"), (Wrapped.self, "Feature.Action"),
        ] as [(Any.Type, String)]
    )
    func `A type's name has the enclosing types, but no module or build-dependent parts`(
        type: Any.Type,
        name: String
    ) {
        #expect(TypeName.of(type) == name)
    }
}

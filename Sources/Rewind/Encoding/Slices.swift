import RewindTree

/// The states of several stores as one, with a slice each, for apps in which no store holds everything.
///
/// ```swift
/// let recorder = try Recorder<Slices>(recordingTo: file)
/// recorder.recording(action, state: { ["todos": todoStore.state, "user": userStore.state] }) { … }
/// ```
///
/// A slice that is not `Encodable` is reflected, for reading.
public struct Slices: ExpressibleByDictionaryLiteral {
    private let slices: [(name: String, state: Any)]

    /// Makes one state of those given, under their names.
    public init(dictionaryLiteral slices: (String, Any)...) {
        self.slices = slices
    }

    /// The state under a name; nil when there is none.
    public subscript(name: String) -> Any? {
        slices.first { $0.name == name }?.state
    }
}

extension Slices: Encodable {
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        for (name, state) in slices {
            let key = Name(stringValue: name)
            // A cast of the state itself would fail off the actor of an isolated conformance.
            if let type = type(of: state) as? any Encodable.Type {
                try encode(state, as: type, into: &container, forKey: key)
            } else {
                try container.encode(Reflection.tree(of: state, masking: nil).tree, forKey: key)
            }
        }
    }

    private func encode<Slice: Encodable>(
        _ state: Any,
        as type: Slice.Type,
        into container: inout KeyedEncodingContainer<Name>,
        forKey key: Name
    ) throws {
        if let state = state as? Slice { try container.encode(state, forKey: key) }
    }
}

import RewindTree

/// The states of several stores as one state with a slice for each, for apps without a single store.
///
/// ```swift
/// let recorder = try Recorder<Slices>(recordingTo: file)
/// recorder.recordDispatch(of: action, state: { ["todos": todoStore.state, "user": userStore.state] }) { … }
/// ```
///
/// For stores that come and go, such as one for each screen, see ``Recorder/join(_:state:)``.
///
/// A slice that is not `Encodable` is reflected, and cannot be decoded.
public struct Slices: ExpressibleByDictionaryLiteral {
    private let slices: [(name: String, state: Any)]

    /// Creates a state of slices, by their names.
    public init(dictionaryLiteral slices: (String, Any)...) {
        self.slices = slices
    }

    /// Creates a state of slices, in the order of their names.
    public init(_ slices: [String: Any]) {
        self.slices = slices.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The slice with a name; nil if no slice has it.
    public subscript(name: String) -> Any? {
        slices.first { $0.name == name }?.state
    }
}

extension Slices: Encodable {
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: TextKey.self)
        for (name, state) in slices {
            let key = TextKey(name)
            // A cast of the state itself would fail off the actor of an isolated conformance.
            if let type = type(of: state) as? any Encodable.Type {
                try encode(state, as: type, into: &container, forKey: key)
            } else {
                try container.encode(ReflectedValue(state), forKey: key)
            }
        }
    }

    private func encode<Slice: Encodable>(
        _ state: Any,
        as type: Slice.Type,
        into container: inout KeyedEncodingContainer<TextKey>,
        forKey key: TextKey
    ) throws {
        if let state = state as? Slice { try container.encode(state, forKey: key) }
    }
}

import RewindTree

/// A state from the app, until the writer converts it to a tree. This base class stands for the missing state before
/// the first one, which is null.
///
/// It hides the type of the state, so that the rest of the recorder is not generic: unspecialized generic code looks up
/// types at run time, which on the dispatching thread would cost more than the recording.
///
/// Safe to send because only one thread at a time uses the state: the dispatching thread, if it encodes the state,
/// until it hands the state over; then the writer, or the main thread while the writer waits for it. States are values,
/// and the app keeps its own copy. An object inside a state is only read if it cannot change (see `ReflectingCoders`), or
/// if the state's own `encode(to:)` reads it.
@usableFromInline
class QueuedState: @unchecked Sendable {
    /// The memory that it holds and the previous state does not, as far as known at the dispatch.
    fileprivate(set) var size = StorageSize()
    /// The number of bytes that it did not share with the previously encoded state; nil before it is encoded.
    fileprivate(set) var unsharedBytes: Int?
    /// True if part of it was cut off because it is nested too deeply.
    fileprivate(set) var isCut = false
    /// The values of which only the type is recorded, as far as they were not reported before.
    fileprivate(set) var unrecorded: [UnrecordedValue] = []

    @inlinable
    init() {}

    /// Returns the tree of the state, which is created by the first call; that call also releases the state.
    ///
    /// - Throws: The error of the `encode(to:)` of the state. `IsolatedConformance` if the state is isolated to an
    ///   actor and was not encoded on it; the state is then kept.
    func tree(with encoder: inout PayloadEncoder) throws -> Tree {
        .null
    }

    /// Measures the state relative to the last one that the gauge has measured. The first state creates the gauge.
    func measure(with gauge: inout StorageGauge?) {}

    /// Takes the values that represent objects in the state, which may change from now on.
    func takeSharedValues(with reader: SharedValueReader) {}

    /// Creates the tree of the state now, for the writer, if this thread may encode it.
    func encode(with encoder: inout PayloadEncoder) {}

    /// Returns another queued state with the same state, which stays when the writer releases this one.
    func copy() -> QueuedState {
        QueuedState()
    }
}

/// A state that is already recorded in the session.
final class RecordedState: QueuedState, @unchecked Sendable {
    private let tree: Tree

    init(_ tree: Tree) {
        self.tree = tree
        super.init()
    }

    override func tree(with encoder: inout PayloadEncoder) throws -> Tree {
        tree
    }

    override func copy() -> QueuedState {
        RecordedState(tree)
    }
}

/// A state of a known type; nil before the first state.
@usableFromInline
final class StateValue<State>: QueuedState, @unchecked Sendable {
    @usableFromInline var state: State?
    private var encoded: Result<Tree, any Error>?
    private var sharedValues: SharedValues?

    @inlinable
    init(_ state: State?) {
        self.state = state
    }

    override func tree(with encoder: inout PayloadEncoder) throws -> Tree {
        if let encoded {
            state = nil
            return try encoded.get()
        }
        // Moved out, because a copy would retain everything in it.
        guard let state = state.take() else { return .null }
        let result = Result { try encoder.tree(of: state, sharedValues) }
        if case .failure(let error) = result, error is IsolatedConformance {
            self.state = state
        } else {
            note(result, of: encoder)
        }
        return try result.get()
    }

    override func measure(with gauge: inout StorageGauge?) {
        guard state != nil else { return }
        let known = gauge ?? StorageGauge(of: State.self)
        gauge = known
        // The value is at the address of the optional around it.
        size = withUnsafePointer(to: &state) { known.measure($0) }
    }

    override func takeSharedValues(with reader: SharedValueReader) {
        // Of the states that encode themselves, only slices have parts that are read.
        let isRead = !(State.self is any Encodable.Type) || State.self == Slices.self
        guard isRead, state != nil, sharedValues == nil else { return }
        // The value is at the address of the optional around it.
        sharedValues = withUnsafePointer(to: &state) { optional in
            optional.withMemoryRebound(to: State.self, capacity: 1) { reader.read($0) }
        }
    }

    override func encode(with encoder: inout PayloadEncoder) {
        guard encoded == nil, let state else { return }
        let result = Result { try encoder.tree(of: state, sharedValues) }
        if case .failure(let error) = result, error is IsolatedConformance { return }
        note(result, of: encoder)
    }

    private func note(_ result: Result<Tree, any Error>, of encoder: PayloadEncoder) {
        encoded = result
        guard case .success = result else { return }
        unsharedBytes = encoder.unsharedBytes
        isCut = encoder.hasCut
        unrecorded = encoder.takeUnrecordedValues()
    }

    override func copy() -> QueuedState {
        let copy = StateValue(state)
        copy.size = size
        copy.sharedValues = sharedValues
        return copy
    }
}

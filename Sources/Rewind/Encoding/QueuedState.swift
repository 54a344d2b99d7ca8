import RewindTree

/// A state as the app gave it, until the writer makes a tree of it; by itself the state before there is one, which is
/// null.
///
/// It hides the type of the state, so that the rest of the recorder is not generic: generic code that is not
/// specialised looks types up at run time, which on the dispatching thread would cost more than the recording.
///
/// Sound to send because, once this is made, one thread at a time touches the state: the dispatching one, if it encodes
/// the state, until it hands this over, then the writer, or the main thread while the writer waits for it. States are
/// values: the app keeps a copy of its own. An instance of a class inside one must not change, which the documentation
/// says.
@usableFromInline
class QueuedState: @unchecked Sendable {
    /// How much memory it holds that the state before it does not, as far as that is known where it is dispatched.
    fileprivate(set) var size = StorageSize()
    /// How many bytes it did not share with the one encoded before it; nil before it is encoded.
    fileprivate(set) var unsharedBytes: Int?
    /// Whether something in it was nested too deeply.
    fileprivate(set) var isCut = false

    @inlinable
    init() {}

    /// The tree of the state, which is made the first time it is asked for; the state is let go with that.
    ///
    /// - Throws: what the state's `encode(to:)` throws. `IsolatedConformance` where the state belongs to an actor and
    ///   was not encoded there; then it is kept.
    func tree(with encoder: inout PayloadEncoder) throws -> Tree {
        .null
    }

    /// Measures the state against the one that the gauge has measured last, which is made for the first one.
    func measure(with gauge: inout StorageGauge?) {}

    /// Makes the tree of the state here and now, for the writer, if this thread may encode it.
    func encode(with encoder: inout PayloadEncoder) {}

    /// Another one of the same state, which that of the writer does not take away.
    func copy() -> QueuedState {
        QueuedState()
    }
}

/// A state as the session has it already.
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

/// A state of a known type; nil before there is one.
@usableFromInline
final class StateValue<State>: QueuedState, @unchecked Sendable {
    @usableFromInline var state: State?
    private var encoded: Result<Tree, any Error>?

    @inlinable
    init(_ state: State?) {
        self.state = state
    }

    override func tree(with encoder: inout PayloadEncoder) throws -> Tree {
        if let encoded {
            state = nil
            return try encoded.get()
        }
        // Moved out, because a copy would retain all that is in it.
        guard let state = state.take() else { return .null }
        let result = Result { try encoder.tree(of: state) }
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
        // The value is at the address of the optional that holds it.
        size = withUnsafePointer(to: &state) { known.measure($0) }
    }

    override func encode(with encoder: inout PayloadEncoder) {
        guard encoded == nil, let state else { return }
        let result = Result { try encoder.tree(of: state) }
        if case .failure(let error) = result, error is IsolatedConformance { return }
        note(result, of: encoder)
    }

    private func note(_ result: Result<Tree, any Error>, of encoder: PayloadEncoder) {
        encoded = result
        guard case .success = result else { return }
        unsharedBytes = encoder.unsharedBytes
        isCut = encoder.hasCut
    }

    override func copy() -> QueuedState {
        let copy = StateValue(state)
        copy.size = size
        return copy
    }
}

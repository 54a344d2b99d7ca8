import RewindTree

/// A change between two recorded states.
public struct RecordedChange: Hashable, Sendable, Encodable {
    private enum CodingKeys: String, CodingKey {
        case kind = "op"
        case source = "from"
        case pointer, old, new
    }

    /// The kind of a change.
    public enum Kind: String, Sendable, Encodable {
        case add, remove, replace, move
    }

    public let kind: Kind
    /// The pointer to the value in the later state; for a removed value, in the earlier one.
    public let pointer: JSONPointer
    /// The pointer to a moved value in the earlier state.
    public let source: JSONPointer?
    /// The value in the earlier state; nil if it was added.
    public let old: RecordedValue?
    /// The value in the later state; nil if it was removed.
    public let new: RecordedValue?

    init(_ change: Change) {
        kind =
            switch change.kind {
            case .add: .add
            case .remove: .remove
            case .replace: .replace
            case .move: .move
            }
        pointer = JSONPointer(change.pointer)
        source = change.source.map { JSONPointer($0) }
        old = change.old.map { RecordedValue($0) }
        new = change.new.map { RecordedValue($0) }
    }
}

/// A write of a value.
public struct RecordedWrite: Hashable, Sendable, Encodable {
    /// The origin of a value.
    public enum Cause: String, Sendable, Encodable {
        /// An action changed the value.
        case action
        /// The first state of the session has the value.
        case firstState
        /// The first known state has the value; earlier states were pruned.
        case pruned
    }

    public let cause: Cause
    /// The number of the action that wrote the value, or the seq of the first state that has it.
    public let seq: Int
    /// The pointer to the value right after the write.
    public let pointer: JSONPointer
    /// The value before the write; nil if there was none.
    public let old: RecordedValue?
    /// The value after the write; nil if it was removed.
    public let new: RecordedValue?
    /// The number of actions right before this one whose effects are unknown: one of them may have written the value.
    public let unknownActionCount: Int

    init(_ write: Write) {
        cause =
            switch write.cause {
            case .action: .action
            case .firstState: .firstState
            case .pruned: .pruned
            }
        seq = write.seq
        pointer = JSONPointer(write.pointer)
        old = write.old.map { RecordedValue($0) }
        new = write.new.map { RecordedValue($0) }
        unknownActionCount = write.gap?.count ?? 0
    }
}

import RewindTree

/// Something that is different between two recorded states.
public struct RecordedChange: Hashable, Sendable, Encodable {
    public enum Kind: String, Sendable, Encodable {
        case add, remove, replace, move
    }

    public let kind: Kind
    /// Where the value is afterwards, or was, when it was removed.
    public let pointer: String
    /// Where a moved value was.
    public let source: String?
    public let old: RecordedValue?
    public let new: RecordedValue?

    init(_ change: Change) {
        kind =
            switch change.kind {
            case .add: .add
            case .remove: .remove
            case .replace: .replace
            case .move: .move
            }
        pointer = change.pointer.description
        source = change.source?.description
        old = change.old.map { RecordedValue($0) }
        new = change.new.map { RecordedValue($0) }
    }
}

/// That a value came to be what it is.
public struct RecordedWrite: Hashable, Sendable, Encodable {
    /// How a value came.
    public enum Cause: String, Sendable, Encodable {
        /// The action changed it.
        case action
        /// It was there in the first state of the session.
        case firstState
        /// It was there in the first state that is known: what was before was pruned.
        case pruned
    }

    public let cause: Cause
    /// The action that wrote it, or the seq of the first state that has it.
    public let seq: Int
    /// Where the value was right after that.
    public let pointer: String
    /// What was there before, nil when nothing was.
    public let old: RecordedValue?
    /// What is there then, nil when nothing is.
    public let new: RecordedValue?
    /// How many actions right before this one have effects that are not known: one of them may have written the value.
    public let unknownBefore: Int

    init(_ write: Write) {
        cause =
            switch write.cause {
            case .action: .action
            case .firstState: .firstState
            case .pruned: .pruned
            }
        seq = write.seq
        pointer = write.pointer.description
        old = write.old.map { RecordedValue($0) }
        new = write.new.map { RecordedValue($0) }
        unknownBefore = write.gap?.count ?? 0
    }
}

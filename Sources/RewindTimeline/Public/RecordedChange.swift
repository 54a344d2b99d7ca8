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

    package init(_ change: Change) {
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

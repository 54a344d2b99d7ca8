import Foundation
import RewindSession
import RewindTimeline
import RewindTree

/// A write of a value.
public struct RecordedWrite: Hashable, Sendable {
    /// The origin of a value.
    public enum Cause: String, Sendable, Encodable {
        /// An action changed the value.
        case action
        /// The first state of the session has the value.
        case firstState
        /// The first known state has the value; earlier states were pruned.
        case pruned
    }

    /// Actions whose effects are unknown.
    public struct UnknownActions: Hashable, Sendable, Encodable {
        public let first: Int
        public let last: Int
        public let count: Int

        package init(first: Int, last: Int, count: Int) {
            self.first = first
            self.last = last
            self.count = count
        }
    }

    public let cause: Cause
    /// The number of the action that wrote the value, or the seq of the first state that has it.
    public let seq: Int
    /// The pointer to the value right after the write.
    public let pointer: JSONPointer
    /// The type of the action; nil if no action wrote the value.
    public let type: String?
    /// The status of the action; nil if no action wrote the value.
    public let status: RecordedAction.Status?
    /// The place of the dispatch, as `file:line`, if the app recorded it.
    public let origin: String?
    /// The error of the action's reducer.
    public let error: String?
    /// The value before the write; nil if there was none.
    public let old: RecordedValue?
    /// The value after the write; nil if it was removed.
    public let new: RecordedValue?
    /// The actions right before this one whose effects are unknown: one of them may have written the value.
    public let unknown: UnknownActions?
    /// The time of the dispatch, in microseconds since 1970.
    package let at: Int64?

    /// The time of the dispatch; nil if no action wrote the value.
    public var date: Date? { at.map { Date(microseconds: $0) } }

    /// Reads the action of a write.
    ///
    /// - Throws: `SessionError`.
    package init(_ write: Write, in session: SessionReader) throws {
        let action = write.cause == .action ? try session.caption(write.seq) : nil
        cause =
            switch write.cause {
            case .action: .action
            case .firstState: .firstState
            case .pruned: .pruned
            }
        seq = write.seq
        pointer = JSONPointer(write.pointer)
        type = action?.type
        status = action.map { RecordedAction.Status($0.status) }
        origin = action?.origin
        error = action?.error
        at = action?.at
        old = write.old.map { RecordedValue($0) }
        new = write.new.map { RecordedValue($0) }
        unknown = write.gap.map { UnknownActions(first: $0.first, last: $0.last, count: $0.count) }
    }
}

/// The JSON of a write: its properties, and `at` in microseconds since 1970. If values are abbreviated, `members` has the
/// names of the first members or elements that differ.
extension RecordedWrite: Encodable {
    private static let mostMembers = 4

    private enum CodingKeys: String, CodingKey {
        case cause, seq, pointer, at, type, status, origin, error, old, new, unknown, members
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(cause, forKey: .cause)
        try container.encode(seq, forKey: .seq)
        try container.encode(pointer, forKey: .pointer)
        try container.encodeIfPresent(at, forKey: .at)
        try container.encodeIfPresent(type, forKey: .type)
        try container.encodeIfPresent(status, forKey: .status)
        try container.encodeIfPresent(origin, forKey: .origin)
        try container.encodeIfPresent(error, forKey: .error)
        try container.encodeIfPresent(old, forKey: .old)
        try container.encodeIfPresent(new, forKey: .new)
        try container.encodeIfPresent(unknown, forKey: .unknown)
        if RecordedValue.isAbbreviated(by: encoder) {
            try container.encodeIfPresent(changedMembers, forKey: .members)
        }
    }

    /// The names of the first few members that differ between two objects, or the indices of the elements between two
    /// arrays of the same length.
    private var changedMembers: [String]? {
        func differ(_ old: Tree, _ new: Tree) -> Bool { !old.isIdentical(to: new) && old != new }
        switch (old?.tree, new?.tree) {
        case (.array(let old)?, .array(let new)?) where old.count == new.count:
            return old.indices.lazy.filter { differ(old[$0], new[$0]) }.prefix(Self.mostMembers).map { String($0) }
        case (.object(let old)?, .object(let new)?):
            let changed = zip(new.keys, new.values).lazy.filter { key, value in
                old[key].map { differ($0, value) } ?? true
            }
            let removed = old.keys.lazy.filter { new[$0] == nil }
            return Array(
                (changed.map(\.0).prefix(Self.mostMembers) + removed.prefix(Self.mostMembers))
                    .prefix(Self.mostMembers)
            )
        default: return nil
        }
    }
}

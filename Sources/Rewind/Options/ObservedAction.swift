import RewindSession
import RewindTree

/// A recorded action as ``RecorderOptions/onAction`` receives it: without values of the app.
public struct ObservedAction: Sendable {
    /// The number of the action in the session.
    public let seq: Int
    /// The name of its type, as `rewind log` shows it.
    public let name: String
    /// The run time of the reducer; nil if it was not measured.
    public let duration: Duration?
    /// True if the reducer threw an error.
    public let isFailed: Bool
    /// The number of values of the state that changed; nil if the state is unknown, or its effect is recorded with that of
    /// a later action.
    public let changeCount: Int?

    private let patch: Patch?

    init(_ record: ActionRecord) {
        seq = record.seq
        name = record.type
        duration = record.duration.map { .nanoseconds($0) }
        isFailed = record.status == .failed
        changeCount = record.patch?.operations.count
        patch = record.patch
    }

    /// The size of the changes in bytes, as JSON.
    ///
    /// - Complexity: O(*n*) in this size.
    public var changeByteCount: Int { patch?.tree.text.utf8.count ?? 0 }
}

extension ObservedAction: CustomStringConvertible {
    /// A line such as `12 AddItem, 2 changes, 310 µs`.
    public var description: String {
        var line = "\(seq) \(name)"
        if isFailed { line += ", failed" }
        if let changeCount { line += ", \(changeCount) \(changeCount == 1 ? "change" : "changes")" }
        if let duration { line += ", \(Int((duration / .microseconds(1)).rounded())) µs" }
        return line
    }
}

import RewindTimeline
import RewindTree

/// A change as JSON tells of it.
struct ChangeEntry: Encodable {
    let op, pointer: String
    let from: String?
    let old, new: Tree?

    init(_ change: Change) {
        (op, pointer) = (change.kind.rawValue, change.pointer.description)
        from = change.origin?.description
        (old, new) = (change.old, change.new)
    }
}

import RewindSession
import RewindTimeline
import RewindTree

extension Patch {
    /// Returns the patch with each value replaced by the result of `change`, which also receives the pointer.
    func mapValues(_ change: (Pointer, Tree) -> Tree) -> Patch {
        Patch(operations.map { operation in operation.map(pointers: { $0 }, values: { change(operation.path, $0) }) })
    }
}

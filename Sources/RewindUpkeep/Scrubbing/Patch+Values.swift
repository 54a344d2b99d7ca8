import RewindSession
import RewindTimeline
import RewindTree

extension Patch {
    /// The patch with `change` made to each value in it, of which `change` gets the pointer, too.
    func mapValues(_ change: (Pointer, Tree) -> Tree) -> Patch {
        Patch(operations.map { operation in operation.map(pointers: { $0 }, values: { change(operation.path, $0) }) })
    }
}

import RewindSession
import RewindTimeline
import RewindTree

extension Patch {
    /// The patch with `change` made to each value in it, of which `change` gets the place, too.
    func mapValues(_ change: (Pointer, Tree) -> Tree) -> Patch {
        Patch(operations.map { operation in operation.map(pointers: { $0 }, values: { change(operation.path, $0) }) })
    }
}

extension Pointer {
    /// Where the pointer leads to in the value at `place`; nil when it does not lead there.
    func relative(to place: Pointer) -> Pointer? {
        place.isPrefix(of: self) ? Pointer(Array(tokens.dropFirst(place.tokens.count))) : nil
    }
}

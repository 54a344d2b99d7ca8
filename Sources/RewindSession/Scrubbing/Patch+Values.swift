import RewindTree

extension Patch {
    /// The patch with `change` made to each value in it, of which `change` gets the place, too.
    func mapValues(_ change: (Pointer, Tree) -> Tree) -> Patch {
        Patch(
            operations.map { operation in
                switch operation {
                case .add(let place, let value): .add(place, change(place, value))
                case .replace(let place, let value): .replace(place, change(place, value))
                case .test(let place, let value): .test(place, change(place, value))
                case .remove, .move, .copy: operation
                }
            }
        )
    }
}

extension Pointer {
    /// Where the pointer leads to in the value at `place`; nil when it does not lead there.
    func relative(to place: Pointer) -> Pointer? {
        place.isPrefix(of: self) ? Pointer(Array(tokens.dropFirst(place.tokens.count))) : nil
    }
}

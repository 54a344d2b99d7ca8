import RewindTree

/// Where an element was before a patch that only let others come, go or move in its arrays: that is told without any
/// state, from the indices alone.
struct ElementShift {
    /// For each token of the place whether it is an index: whether what holds it is an array.
    let isIndex: [Bool]

    /// The place before the operations of a value that they left as it is; nil when they may have done more.
    ///
    /// - Complexity: O(operations × tokens).
    func origin(of place: Pointer, through operations: [Patch.Operation]) -> Pointer? {
        var place = place
        for operation in operations.reversed() {
            switch operation {
            case .test: break
            case .replace(let path, _):
                if path.isRelated(to: place) { return nil }
            case .add(let path, _), .copy(_, let path):
                guard let origin = beforeAddition(at: path, place) else { return nil }
                place = origin
            case .remove(let path):
                guard let origin = beforeRemoval(at: path, place) else { return nil }
                place = origin
            case .move(let from, let to):
                guard let origin = beforeMove(from: from, to: to, place) else { return nil }
                place = origin
            }
        }
        return place
    }

    private func beforeAddition(at path: Pointer, _ place: Pointer) -> Pointer? {
        guard let (depth, index, own) = indices(path, place) else {
            return isElsewhere(path, place) ? place : nil
        }
        if index == own { return nil }
        return index < own ? place.replacing(depth, with: own - 1) : place
    }

    private func beforeRemoval(at path: Pointer, _ place: Pointer) -> Pointer? {
        guard let (depth, index, own) = indices(path, place) else {
            return isElsewhere(path, place) ? place : nil
        }
        return index <= own ? place.replacing(depth, with: own + 1) : place
    }

    private func beforeMove(from: Pointer, to: Pointer, _ place: Pointer) -> Pointer? {
        guard from.parent == to.parent, let (depth, index, own) = indices(to, place),
            let origin = from.tokens.last.flatMap(Pointer.index)
        else { return isElsewhere(from, place) && isElsewhere(to, place) ? place : nil }
        if index == own { return place.replacing(depth, with: origin) }
        let between = index < own ? own - 1 : own
        return place.replacing(depth, with: origin <= between ? between + 1 : between)
    }

    /// The depth of an array on the way to `place` of which `path` is an element, the index of that, and that of the
    /// element on the way.
    private func indices(_ path: Pointer, _ place: Pointer) -> (depth: Int, index: Int, own: Int)? {
        let depth = path.tokens.count - 1
        guard path.isBesideHolder(of: place), isIndex[depth], let index = path.tokens.last.flatMap(Pointer.index),
            let own = Pointer.index(of: place.tokens[depth])
        else { return nil }
        return (depth, index, own)
    }

    /// Whether what happens at `path` has nothing to do with `place`. Of a path that ends with "-", nobody knows here
    /// which element that is.
    private func isElsewhere(_ path: Pointer, _ place: Pointer) -> Bool {
        if path.isRelated(to: place) { return false }
        return !path.isBesideHolder(of: place) || !isIndex[path.tokens.count - 1]
    }
}

extension Pointer {
    fileprivate func replacing(_ depth: Int, with index: Int) -> Pointer {
        var tokens = tokens
        tokens[depth] = String(index)
        return Pointer(tokens)
    }
}

import RewindTree

extension Pointer {
    /// Whether what is written here can change which value is at `place`, or the value.
    func touches(_ place: Pointer) -> Bool {
        isRelated(to: place) || isBesideHolder(of: place)
    }

    /// Whether one of the two leads to what the other one leads to, or into it.
    func isRelated(to other: Pointer) -> Bool {
        isPrefix(of: other) || other.isPrefix(of: self)
    }

    /// Whether this may be an element of an array that holds `place`, the element there or another one.
    func isBesideHolder(of place: Pointer) -> Bool {
        guard let parent, let token = tokens.last, Scope.mayBeIndex(token), parent.isPrefix(of: place),
            parent.tokens.count < place.tokens.count
        else { return false }
        return Scope.mayBeIndex(place.tokens[parent.tokens.count])
    }

    /// The pointer from what is at `holder` to here; nil when that is not in it.
    func from(_ holder: Pointer) -> Pointer? {
        holder.isPrefix(of: self) ? Pointer(Array(tokens.dropFirst(holder.tokens.count))) : nil
    }
}

extension Patch.Operation {
    /// Whether the value that is at `place` afterwards may have been elsewhere before.
    func mayMove(_ place: Pointer) -> Bool {
        func rewrites(_ path: Pointer) -> Bool {
            place.from(path)?.tokens.contains(where: Scope.mayBeIndex) == true
        }
        return switch self {
        case .replace(let path, _): rewrites(path)
        case .add(let path, _), .remove(let path), .copy(_, let path):
            rewrites(path) || path.isBesideHolder(of: place)
        case .move(let from, let to): from.touches(place) || to.touches(place)
        case .test: false
        }
    }

    /// The operation on what is at `holder`; nil when it happens elsewhere.
    func from(_ holder: Pointer) -> Patch.Operation? {
        switch self {
        case .add(let path, let value): path.from(holder).map { .add($0, value) }
        case .replace(let path, let value): path.from(holder).map { .replace($0, value) }
        case .remove(let path): path.from(holder).map { .remove($0) }
        case .move(let from, let to):
            from.from(holder).flatMap { from in to.from(holder).map { .move(from: from, to: $0) } }
        case .copy(let from, let to):
            from.from(holder).flatMap { from in to.from(holder).map { .copy(from: from, to: $0) } }
        case .test: nil
        }
    }
}

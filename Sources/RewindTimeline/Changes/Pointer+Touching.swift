import RewindTree

extension Pointer {
    /// Returns true if a write here can change the value at `other`, or its position.
    func touches(_ other: Pointer) -> Bool {
        isRelated(to: other) || isBesideHolder(of: other) && !isBehindHolder(of: other)
    }

    /// Returns true if this pointer, an element of an array that contains `other`, is after it: writes there move
    /// nothing before.
    private func isBehindHolder(of other: Pointer) -> Bool {
        guard let index = tokens.last.flatMap(Pointer.index),
            let own = Pointer.index(of: other.tokens[tokens.count - 1])
        else { return false }
        return index > own
    }

    /// Returns true if one of the pointers is a prefix of the other.
    func isRelated(to other: Pointer) -> Bool {
        isPrefix(of: other) || other.isPrefix(of: self)
    }

    /// Returns true if this may be an element of an array that contains `other`: the element that contains it, or
    /// another one.
    func isBesideHolder(of other: Pointer) -> Bool {
        guard let parent, let token = tokens.last, Pointer.mayBeIndex(token), parent.isPrefix(of: other),
            parent.tokens.count < other.tokens.count
        else { return false }
        return Pointer.mayBeIndex(other.tokens[parent.tokens.count])
    }

    /// Returns true if a token could denote an array element.
    package static func mayBeIndex(_ token: String) -> Bool {
        token == "-" || index(of: token) != nil
    }

    /// The part of a state that must be followed through patches to know the value here: the prefix up to the first
    /// token that may be an index, since changes elsewhere in an array may change which element an index denotes.
    var scope: Pointer {
        Pointer(Array(tokens.prefix { !Self.mayBeIndex($0) }))
    }

    /// Returns the pointer relative to `holder`; nil if this is not inside it.
    package func from(_ holder: Pointer) -> Pointer? {
        holder.isPrefix(of: self) ? Pointer(Array(tokens.dropFirst(holder.tokens.count))) : nil
    }
}

extension Patch.Operation {
    /// Returns the operation relative to `holder`; nil if it does not happen inside it.
    func from(_ holder: Pointer) -> Patch.Operation? {
        let pointers = [path] + [source].compactMap(\.self)
        guard pointers.allSatisfy(holder.isPrefix) else { return nil }
        if case .test = self { return nil }
        return map(pointers: { $0.from(holder) ?? $0 }, values: { $0 })
    }
}

import RewindTree

extension Pointer {
    /// Whether what is written here can change which value is at `other`, or the value.
    func touches(_ other: Pointer) -> Bool {
        isRelated(to: other) || isBesideHolder(of: other) && !isBehindHolder(of: other)
    }

    /// Whether this, which is beside a holder of `other` in an array, is behind it: nothing there moves what is before.
    private func isBehindHolder(of other: Pointer) -> Bool {
        guard let index = tokens.last.flatMap(Pointer.index),
            let own = Pointer.index(of: other.tokens[tokens.count - 1])
        else { return false }
        return index > own
    }

    /// Whether one of the two leads to what the other one leads to, or into it.
    func isRelated(to other: Pointer) -> Bool {
        isPrefix(of: other) || other.isPrefix(of: self)
    }

    /// Whether this may be an element of an array that holds `other`, the element there or another one.
    func isBesideHolder(of other: Pointer) -> Bool {
        guard let parent, let token = tokens.last, Pointer.mayBeIndex(token), parent.isPrefix(of: other),
            parent.tokens.count < other.tokens.count
        else { return false }
        return Pointer.mayBeIndex(other.tokens[parent.tokens.count])
    }

    /// Whether a token could mean an element of an array.
    static func mayBeIndex(_ token: String) -> Bool {
        token == "-" || index(of: token) != nil
    }

    /// The pointer to the part of a state that must be followed through patches to know the value here: up to the first
    /// token that may be an index, since changes elsewhere in an array may change which element an index means.
    var scope: Pointer {
        Pointer(Array(tokens.prefix { !Self.mayBeIndex($0) }))
    }

    /// The pointer from what is at `holder` to here; nil when that is not in it.
    package func from(_ holder: Pointer) -> Pointer? {
        holder.isPrefix(of: self) ? Pointer(Array(tokens.dropFirst(holder.tokens.count))) : nil
    }
}

extension Patch.Operation {
    /// The operation on what is at `holder`; nil when it happens elsewhere.
    func from(_ holder: Pointer) -> Patch.Operation? {
        let pointers = [path] + [source].compactMap(\.self)
        guard pointers.allSatisfy(holder.isPrefix) else { return nil }
        if case .test = self { return nil }
        return map(pointers: { $0.from(holder) ?? $0 }, values: { $0 })
    }
}

extension Tree {
    /// The maximum number of nested levels of a recorded value; deeper parts are cut off.
    ///
    /// It is low enough for code that records or reads values recursively on a thread with 512 KB of stack.
    package static let depthLimit = 256

    /// The maximum number of nested levels of a value that is read from text, or results from a patch or chunks. It
    /// allows for levels that a recorded text adds: those of a patch around its values, and a reference at the bottom.
    package static let readableDepth = depthLimit + 4

    /// The placeholder for a value that is nested too deeply to be recorded.
    package static let tooDeep = Tree.string("‹nested too deeply›")

    /// The maximum number of values, nested ones included, that a patch may copy or move to a deeper level.
    private static let countLimit = 1_000_000

    /// Returns true if the value is not nested too deeply at a pointer of `level` tokens.
    ///
    /// - Complexity: O(size)
    package func fits(at level: Int) -> Bool {
        var count = 0
        return fits(levels: Self.readableDepth - level, count: &count, limit: .max)
    }

    /// Returns true if the value is not nested too deeply at a pointer of `level` tokens, and if the count stays within
    /// its limit. Without the limit, repeated copies of the same parts could grow a value without bound.
    ///
    /// - Parameter count: The number of values counted before; those of this one are added.
    /// - Complexity: O(size), and at most a million steps for all calls that share the count.
    func fits(at level: Int, counted count: inout Int) -> Bool {
        fits(levels: Self.readableDepth - level, count: &count, limit: Self.countLimit)
    }

    /// Returns the value with `tooDeep` in place of the containers in more than `levels` others.
    ///
    /// - Complexity: O(size)
    package func cut(to levels: Int) -> Tree {
        switch self {
        case .array(let node):
            levels > 0 ? .array(ArrayNode(node.map { $0.cut(to: levels - 1) })) : .tooDeep
        case .object(let node):
            levels > 0
                ? .object(ObjectNode(sortedKeys: node.keys, values: node.values.map { $0.cut(to: levels - 1) }))
                : .tooDeep
        case .null, .bool, .integer, .double, .number, .string: self
        }
    }

    /// The number of nested levels of the value: 0 for a scalar.
    ///
    /// - Complexity: O(size); parts that occur more than once count each time.
    package var levels: Int {
        switch self {
        case .array(let node): 1 + (node.lazy.map(\.levels).max() ?? 0)
        case .object(let node): 1 + (node.values.lazy.map(\.levels).max() ?? 0)
        case .null, .bool, .integer, .double, .number, .string: 0
        }
    }

    /// The approximate number of bytes of memory that the value takes without its texts, which may be shared.
    ///
    /// - Complexity: O(size); parts that occur more than once count each time.
    package var bytesBesideTexts: Int {
        switch self {
        case .array(let node): node.reduce(64) { $0 + $1.bytesBesideTexts }
        case .object(let node): node.values.reduce(64) { $0 + $1.bytesBesideTexts }
        case .null, .bool, .integer, .double, .number, .string: 16
        }
    }

    /// True for a text that is too long to be stored inline.
    var isLongText: Bool {
        if case .string(let text) = self { text.utf8.count > 15 } else { false }
    }

    private func fits(levels: Int, count: inout Int, limit: Int) -> Bool {
        count += 1
        guard count <= limit else { return false }
        switch self {
        case .array(let node):
            guard levels > 0 else { return false }
            return node.allSatisfy { $0.fits(levels: levels - 1, count: &count, limit: limit) }
        case .object(let node):
            guard levels > 0 else { return false }
            return node.values.allSatisfy { $0.fits(levels: levels - 1, count: &count, limit: limit) }
        case .null, .bool, .integer, .double, .number, .string: return levels >= 0
        }
    }
}

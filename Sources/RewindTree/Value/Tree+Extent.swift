extension Tree {
    /// How deep a recorded value is nested at most, in levels: what is deeper is cut off.
    ///
    /// It is low enough for what records and reads values, level by level, on a thread with 512 KB of stack.
    package static let depthLimit = 256

    /// How deep a value may be nested that is read from a text, or comes of a patch or of chunks: a text of ours has a few
    /// levels around a value, as a patch has around the values in it, and a reference at its bottom.
    package static let readableDepth = depthLimit + 4

    /// What stands for a value that is nested too deeply to be recorded.
    package static let tooDeep = Tree.string("‹nested too deeply›")

    /// How many values a patch may move deeper or copy, those inside of them counted.
    private static let countLimit = 1_000_000

    /// Whether the value is not nested too deeply at a pointer of `level` tokens.
    ///
    /// - Complexity: O(size)
    package func fits(at level: Int) -> Bool {
        var count = 0
        return fits(levels: Self.readableDepth - level, count: &count, limit: .max)
    }

    /// Whether the value has room at a pointer of `level` tokens: it is not nested too deeply there, and what is moved and
    /// copied does not grow without bound by holding the same parts again and again.
    ///
    /// - Parameter count: How many values were counted before; those of this one are added.
    /// - Complexity: O(size), and no more than a million steps for all that share the count.
    func fits(at level: Int, counted count: inout Int) -> Bool {
        fits(levels: Self.readableDepth - level, count: &count, limit: Self.countLimit)
    }

    /// How deep the value is nested: 0 for a scalar.
    ///
    /// - Complexity: O(size), also for parts that it holds more than once.
    package var levels: Int {
        switch self {
        case .array(let node): 1 + (node.lazy.map(\.levels).max() ?? 0)
        case .object(let node): 1 + (node.values.lazy.map(\.levels).max() ?? 0)
        case .null, .bool, .integer, .double, .number, .string: 0
        }
    }

    /// About how many bytes of memory the value takes, whatever it shares with others.
    ///
    /// - Complexity: O(size), also for parts that it holds more than once.
    package var bytes: Int { bytes(ofTexts: true) }

    /// About how many bytes of memory the value takes besides its texts, which it may share with what it was made of.
    ///
    /// - Complexity: as `bytes`.
    package var bytesBesideTexts: Int { bytes(ofTexts: false) }

    private func bytes(ofTexts counts: Bool) -> Int {
        switch self {
        case .array(let node): node.reduce(64) { $0 + $1.bytes(ofTexts: counts) }
        case .object(let node): node.values.reduce(64) { $0 + $1.bytes(ofTexts: counts) }
        case .string(let text), .number(let text): counts ? 16 + text.utf8.count : 16
        case .null, .bool, .integer, .double: 16
        }
    }

    /// Whether it is a text that is too long to be stored without memory of its own.
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

extension Tree {
    /// How deep a value may be nested, in levels: so much is read from text, and so much may come of a patch.
    package static let depthLimit = JSONParser.maximumDepth

    /// How many values are counted, at the most, before one is taken for too large to be moved deeper or copied.
    private static let countLimit = 1_000_000

    /// Whether the value has room at a pointer of `level` tokens: it is not nested too deeply there, and is not one that
    /// grows without bound by holding the same parts again and again.
    ///
    /// - Complexity: O(size), and no more than a million steps.
    func fits(at level: Int) -> Bool {
        var count = 0
        return fits(levels: Self.depthLimit - level, count: &count)
    }

    /// How deep the value is nested: 0 for a scalar.
    ///
    /// - Complexity: O(size), also for parts that it holds more than once.
    package var levels: Int {
        switch self {
        case .array(let node): 1 + (node.elements.lazy.map(\.levels).max() ?? 0)
        case .object(let node): 1 + (node.values.lazy.map(\.levels).max() ?? 0)
        case .null, .bool, .integer, .double, .number, .string: 0
        }
    }

    private func fits(levels: Int, count: inout Int) -> Bool {
        count += 1
        guard levels >= 0, count <= Self.countLimit else { return false }
        switch self {
        case .array(let node): return node.elements.allSatisfy { $0.fits(levels: levels - 1, count: &count) }
        case .object(let node): return node.values.allSatisfy { $0.fits(levels: levels - 1, count: &count) }
        case .null, .bool, .integer, .double, .number, .string: return true
        }
    }
}

import RewindTimeline
import RewindTree

/// Lines of JSON: two values and a patch. The patch is applied to the first value; the difference of the values leads
/// from one to the other.
enum PatchTarget {
    static func run(_ bytes: [UInt8]) {
        guard let isLarge = bytes.first.map({ $0 == UInt8(ascii: "*") }) else { return }
        let lines = bytes.dropFirst(isLarge ? 1 : 0).split(
            separator: 0x0A,
            maxSplits: 2,
            omittingEmptySubsequences: false
        )
        var values = lines.prefix(2).compactMap { try? Tree(parsing: $0) }
        // Runs of operations on large containers have a separate implementation.
        if isLarge { values = values.map(\.enlarged) }
        guard let old = values.first else { return }
        if values.count == 2 { compare(old, values[1]) }
        guard lines.count == 3, let tree = try? Tree(parsingUnique: lines[2]) else { return }
        scan(Array(lines[2]), tree)
        guard var patch = try? Patch(tree: tree) else { return }
        require((try? Patch(tree: patch.tree)) == patch, "The patch is written as another one")
        if isLarge { patch = Patch(Array(repeatElement(patch.operations, count: 20).joined().prefix(50))) }
        apply(patch, to: old)
    }

    private static func compare(_ old: Tree, _ new: Tree) {
        for (old, new) in [(old, new), (new, old)] {
            let patch = new.patch(from: old)
            require((try? old.applying(patch)) == new, "The patch \(patch.tree.text) leads to another value")
            require((try? Patch(tree: patch.tree)) == patch, "The patch \(patch.tree.text) is written as another one")
            require(old != new || patch.isEmpty, "A patch between equal values: \(patch.tree.text)")
            let difference = StateDifference(from: old, to: new)
            require((old == new) == difference.isEmpty, "No difference is shown, or one of equal values")
        }
    }

    private static func apply(_ patch: Patch, to old: Tree) {
        let whole = Result { () throws(PatchError) in try old.applying(patch) }
        var value = old
        for (index, operation) in patch.operations.enumerated() {
            do {
                value = try value.applying(Patch([operation]))
            } catch {
                guard case .failure(let failure) = whole else { return require(false, "\(error) is not reported") }
                // The limit on copied values applies to a whole patch.
                if case .tooLarge = failure.reason { return }
                return require(failure.index == index, "\(error) is reported for operation \(failure.index ?? -1)")
            }
        }
        switch whole {
        case .success(let result): require(result == value, "Single operations lead to another value")
        case .failure(let error):
            if case .tooLarge = error.reason { return }
            require(false, "\(error), and single operations succeed")
        }
    }

    /// Checks that a scan of the text finds the pointers of the patch, if the text has no spaces.
    private static func scan(_ bytes: [UInt8], _ tree: Tree) {
        var pointers: [String] = []
        let isComplete = bytes.withUnsafeBytes { bytes in
            PatchScan.forEachOperation(in: bytes) { pointers.append(String(decoding: $0.path, as: UTF8.self)) }
        }
        guard isComplete, let patch = try? Patch(tree: tree), tree.text.utf8.elementsEqual(bytes) else { return }
        let paths = patch.operations.map(\.path.description)
        require(pointers == paths, "A scan finds \(pointers) instead of \(paths)")
    }
}

extension Tree {
    /// A container with at least 260 members or elements, which repeat those of the value.
    fileprivate var enlarged: Tree {
        switch self {
        case .array(let node) where node.count > 0:
            return Tree(elements: (0..<260).map { node[$0 % node.count] })
        case .object(let node) where !node.keys.isEmpty:
            let more = (0..<260).map { ("k\($0)", node.values[$0 % node.values.count]) }
            return Tree(members: zip(node.keys, node.values) + more)
        default: return self
        }
    }
}

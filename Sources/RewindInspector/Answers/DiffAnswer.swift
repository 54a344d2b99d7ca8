import RewindTimeline
import RewindTree

/// The difference between two states.
struct DiffAnswer: Encodable {
    struct Unknown: Encodable {
        let action: Int
        let lastKnown: Int
    }

    struct Counts: Encodable {
        let added, removed, moved, changed: Int
        let before, after: Int?
    }

    struct Group: Encodable {
        let pointer: String
        let slice: Int
        let kind: String
        let counts: Counts
        let lines: [Line]
        let more: Int?
    }

    struct Line: Encodable {
        let op: String
        var key: String?
        var before, after: Int?
        let pointer: String
        var old, new: BriefValue?
        var label: String?
        var count: Int?
        var lines: [Line]?
        var more: Int?
    }

    let from: Int
    let to: Int
    let count: Int
    let groups: [Group]
    let unknown: Unknown?

    /// Creates an answer for two known states.
    ///
    /// - Parameters:
    ///   - new: The state after the changes.
    ///   - whole: The pointers of groups and lines that are not truncated.
    init(from: Int, to: Int, _ difference: StateDifference, in new: Tree, whole: Set<Pointer>, slices: [String]) {
        (self.from, self.to) = (from, to)
        unknown = nil
        count = difference.groups.reduce(0) { $0 + $1.counts.sum }
        var changedInside: [Pointer: Set<String>] = [:]
        for group in difference.groups {
            var outer = group.pointer
            while let token = outer.tokens.last, let parent = outer.parent {
                changedInside[parent, default: []].insert(token)
                outer = parent
            }
        }
        groups = difference.groups.map { group in
            let lines = DiffLines(of: group, besides: changedInside[group.pointer] ?? [], to: new, whole: whole)
            let counts = group.counts
            return Group(
                pointer: group.pointer.description,
                slice: SliceNumber.of(group.pointer, in: slices),
                kind: group.lengths == nil ? "object" : "array",
                counts: Counts(
                    added: counts.added,
                    removed: counts.removed,
                    moved: counts.moved,
                    changed: counts.changed,
                    before: group.lengths?.before,
                    after: group.lengths?.after
                ),
                lines: lines.lines,
                more: lines.more > 0 ? lines.more : nil
            )
        }
    }

    /// Creates an answer without changes, as one of the states is not known.
    init(from: Int, to: Int, unknown: Unknown) {
        self.from = from
        self.to = to
        self.unknown = unknown
        (count, groups) = (0, [])
    }
}

/// The indices of slices in answers.
enum SliceNumber {
    /// Returns the index of the slice that contains the pointer; -1 for the whole state.
    static func of(_ pointer: Pointer, in slices: [String]) -> Int {
        guard let name = pointer.tokens.first, !slices.isEmpty else { return -1 }
        return of(name, in: slices) ?? ActionColumns.maximumSlices - 1
    }

    /// Returns the index of the slice whose name has exactly these bytes; nil if none exists.
    static func of(_ name: String, in slices: [String]) -> Int? {
        slices.firstIndex { $0.utf8.elementsEqual(name.utf8) }
    }
}

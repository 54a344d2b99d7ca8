import RewindSession
import RewindTimeline
import RewindTree

/// The values to remove, and their texts.
struct ScrubContent {
    private(set) var values: Set<Digest> = []
    private(set) var texts: Set<String> = []
    private(set) var shortTexts: Set<String> = []
    private var digests = DigestCache()

    /// Creates the content of a scrub that removes no whole values.
    init() {}

    /// Reads all values that the pointers ever had.
    ///
    /// - Throws: `SessionError`, `ScrubError.nothingThere`, or an error of `progress`.
    init(
        at pointers: [Pointer],
        _ filter: ScrubFilter,
        in states: ScrubStates,
        _ progress: SessionProgress.Handler
    ) throws {
        var latest = [Tree?](repeating: nil, count: pointers.count)
        func look(at value: Tree?, of index: Int) {
            guard let value else { return }
            defer { latest[index] = value }
            if latest[index]?.isIdentical(to: value) != true { add(value) }
        }
        func look(at state: Tree) {
            for (index, pointer) in pointers.enumerated() { look(at: state[pointer], of: index) }
        }
        try states.forEachChange(filter, progress, snapshot: look) { step in
            step.after.map(look)
            guard step.before == nil || step.after == nil else { return }
            _ = step.record.patch?.mapValues { location, value in
                for (index, pointer) in pointers.enumerated() {
                    let part =
                        pointer.isPrefix(of: location) ? value : pointer.from(location).flatMap { value[$0] }
                    look(at: part, of: index)
                }
                return value
            }
        }
        for (pointer, value) in zip(pointers, latest) where value == nil {
            throw ScrubError.nothingThere(pointer, last: states.last)
        }
    }

    /// Reads all values that members with these names ever had, in states, payloads and effects.
    ///
    /// - Throws: `SessionError`, `ScrubError.noSuchKey`, or an error of `progress`.
    init(
        of keys: Set<String>,
        _ filter: ScrubFilter,
        in states: ScrubStates,
        _ progress: SessionProgress.Handler
    ) throws {
        var missing = keys
        func add(_ value: Tree, of key: String) {
            missing.remove(key)
            self.add(value)
        }
        func look(at tree: Tree, after previous: Tree?) {
            if previous?.isIdentical(to: tree) == true { return }
            switch tree {
            case .object(let object):
                for (key, value) in zip(object.keys, object.values) {
                    let old = previous?.child(key)
                    if keys.contains(key) {
                        if old?.isIdentical(to: value) != true { add(value, of: key) }
                    } else {
                        StackRoom.growing { look(at: value, after: old) }
                    }
                }
            case .array(let array):
                for (index, value) in array.elements.enumerated() {
                    StackRoom.growing { look(at: value, after: previous?.child(String(index))) }
                }
            default: break
            }
        }
        var latest: Tree?
        func look(at state: Tree) {
            look(at: state, after: latest)
            latest = state
        }
        try states.forEachChange(filter, progress, snapshot: look) { step in
            if let payload = step.record.payload { look(at: payload, after: nil) }
            step.after.map(look)
            guard step.before == nil || step.after == nil else { return }
            for operation in step.record.patch?.operations ?? [] {
                guard let value = operation.value else { continue }
                if let key = operation.path.tokens.first(where: keys.contains) { add(value, of: key) }
                look(at: value, after: nil)
            }
        }
        try states.session.forEachEffect { row in
            for value in [row.effect.input, row.outcome?.value] { value.map { look(at: $0, after: nil) } }
            return true
        }
        if let key = missing.sorted().first { throw ScrubError.noSuchKey(key) }
    }

    private mutating func add(_ value: Tree) {
        if values.insert(digests.digest(of: value)).inserted { addTexts(of: value) }
    }

    private mutating func addTexts(of tree: Tree) {
        switch tree {
        case .array(let array): array.elements.forEach { addTexts(of: $0) }
        case .object(let object): object.values.forEach { addTexts(of: $0) }
        case .string, .integer, .double, .number, .bool, .null:
            guard let (text, isShort) = ShortValues.text(of: tree), !Masks.isMask(text) else { return }
            if isShort { shortTexts.insert(text) } else { texts.insert(text) }
        }
    }
}

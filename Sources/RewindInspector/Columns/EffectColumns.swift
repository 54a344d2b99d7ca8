import RewindSession
import RewindTimeline
import RewindTree

/// The effects and notes of a session, and what each action and effect began in, without their values.
struct EffectColumns: Sendable {
    /// An effect, or a note.
    struct Effect: Sendable {
        let id: Int
        let kind: EffectRecord.Kind
        /// The index in `names`.
        let name: UInt32
        /// The last action before it began.
        let seq: Int
        /// The time when it began, in microseconds since 1970.
        let at: Int64
        /// The outcome; nil if there is none.
        fileprivate(set) var end: End?
        /// The first cause that is known.
        fileprivate(set) var root: Link = .none
        /// The effect in which it began, directly or through actions, as an index; -1 if there is none.
        fileprivate(set) var parent: Int32 = -1
        /// The number of effects in which it is nested.
        fileprivate(set) var depth: Int32 = 0
        /// The row in which it is drawn: below its parent, and beside no other effect.
        fileprivate(set) var row: Int32 = 0

        /// The time from its beginning to its end, in microseconds; nil if it has none.
        var took: Int64? {
            end.map { $0.at.subtractingClamped(at) }
        }
    }

    struct End: Sendable {
        /// The last action before the end.
        let seq: Int
        let at: Int64
        let status: OutcomeRecord.Status
    }

    /// An action or effect as one number, of which there are many.
    struct Link: Hashable, Sendable {
        private let number: Int32

        static let none = Link(number: 0)

        private init(number: Int32) {
            self.number = number
        }

        init(action seq: Int) {
            number = Int32(exactly: seq) ?? 0
        }

        init(effect index: Int) {
            number = Int32(exactly: -index - 1) ?? 0
        }

        /// The seq of the action; nil for an effect.
        var action: Int? { number > 0 ? Int(number) : nil }
        /// The index of the effect; nil for an action.
        var effect: Int? { number < 0 ? -Int(number) - 1 : nil }
    }

    /// The maximum number of rows; further effects overlap in the last one.
    private static let mostRows = 64

    /// In the order of their ids.
    private(set) var effects: [Effect] = []
    /// The pictures of the screen.
    private(set) var screenshots: [Effect] = []
    private(set) var names: [String] = []
    private var numbers: [String: UInt32] = [:]
    /// The first known cause of each action, by index; the action itself if its cause is unknown.
    private(set) var roots: [Link] = []
    /// The nearest effect in which each action began, as an index; -1 if there is none.
    private var owners: [Int32] = []
    /// The number of causes of each action, at most 255.
    private(set) var depths: [UInt8] = []
    /// The last effect in each row, as an index.
    private var rows: [Int] = []
    private var lastOutcome = 0
    /// The number of effects whose causes were looked up.
    private var linked = 0

    /// Returns the index of the effect with a number; nil if it is not known.
    ///
    /// - Complexity: O(log *n*).
    func index(of id: Int) -> Int? {
        let index = effects.partitioningIndex { $0.id >= id }
        return index < effects.count && effects[index].id == id ? index : nil
    }

    // MARK: Reading

    /// Reads the effects and outcomes after the last ones read, up to those after the last action, and finds the roots of
    /// these and of the new actions.
    ///
    /// - Parameters:
    ///   - causes: The causes of the new actions.
    ///   - first: The seq of the first new action.
    ///   - seqs: The states of the session, or of a part; effects that ended before are left out.
    /// - Complexity: Linear in the rows read.
    /// - Throws: `SessionError`.
    mutating func read(_ session: SessionReader, causes: [CauseReference?], from first: Int, in seqs: ClosedRange<Int>)
        throws
    {
        var read = self
        // Releases the second reference, which would cause copies.
        self = EffectColumns()
        defer { self = read }
        try session.forEachEffect(
            "WHERE outcome.id > ? AND effect.id <= ? ORDER BY outcome.id",
            [read.lastOutcome, read.effects.last?.id ?? 0],
            readsValues: false
        ) { row in
            if let index = read.index(of: row.effect.id) { read.effects[index].end = read.end(row, in: seqs) }
            return true
        }
        try session.forEachEffect(
            "WHERE effect.id > ? ORDER BY effect.id",
            [read.effects.last?.id ?? 0],
            readsValues: false
        ) { row in
            // It was written after the last action that was read.
            if session.isLive, row.effect.seq > seqs.upperBound { return false }
            let isPast = (row.outcome?.seq ?? row.effect.seq) < seqs.lowerBound && !row.isUnderWay
            if !isPast, row.effect.seq <= seqs.upperBound { read.add(row, in: seqs) }
            return true
        }
        read.link(causes, from: first)
    }

    private mutating func add(_ row: EffectRow, in seqs: ClosedRange<Int>) {
        let name = row.effect.name
        let number = numbers[name] ?? UInt32(names.count)
        if number == names.count {
            numbers[name] = number
            names.append(name)
        }
        let seq = max(seqs.lowerBound, row.effect.seq)
        var effect = Effect(id: row.effect.id, kind: row.effect.kind, name: number, seq: seq, at: row.effect.at)
        effect.end = end(row, in: seqs)
        // Its cause is looked up in the order of the log.
        switch row.effect.cause {
        case .action(let seq)?: effect.root = Link(action: seq)
        case .effect(let id)?: effect.root = index(of: id).map { Link(effect: $0) } ?? .none
        case nil: break
        }
        effects.append(effect)
        if effect.kind == .screenshot { screenshots.append(effect) }
    }

    /// Returns the end of an effect; nil if it comes after the part.
    private mutating func end(_ row: EffectRow, in seqs: ClosedRange<Int>) -> End? {
        guard let outcome = row.outcome else { return nil }
        lastOutcome = max(lastOutcome, outcome.id)
        guard outcome.seq <= seqs.upperBound else { return nil }
        return End(seq: max(row.effect.seq, outcome.seq), at: max(row.effect.at, outcome.at), status: outcome.status)
    }

    /// Follows the causes of the new actions and effects, in the order of the log, in which causes come first.
    private mutating func link(_ causes: [CauseReference?], from first: Int) {
        roots.reserveCapacity(roots.count + causes.count)
        let start = first - roots.count
        for (offset, cause) in causes.enumerated() {
            let seq = first + offset
            while linked < effects.count, effects[linked].seq < seq { linkNextEffect(from: start) }
            var (root, owner, depth) = (Link(action: seq), Int32(-1), UInt8(0))
            switch cause {
            case .action(let cause)? where cause >= start && cause < seq:
                let index = cause - start
                (root, owner, depth) = (roots[index], owners[index], depths[index])
            case .effect(let id)?:
                guard let index = index(of: id), index < linked else { break }
                (root, owner) = (effects[index].root, Int32(index))
                depth = UInt8(clamping: effects[index].depth)
            default: break
            }
            if root != Link(action: seq) {
                depth = depth == .max ? .max : depth + 1
            }
            roots.append(root)
            owners.append(owner)
            depths.append(depth)
        }
        while linked < effects.count { linkNextEffect(from: start) }
    }

    private mutating func linkNextEffect(from start: Int) {
        let index = linked
        linked += 1
        let cause = effects[index].root
        effects[index].root = Link(effect: index)
        if let seq = cause.action, seq >= start, seq - start < roots.count {
            effects[index].root = roots[seq - start]
            effects[index].parent = owners[seq - start]
        } else if let other = cause.effect, other < index {
            effects[index].root = effects[other].root
            effects[index].parent = Int32(other)
        }
        var lowest = 0
        if effects[index].parent >= 0 {
            let parent = effects[Int(effects[index].parent)]
            effects[index].depth = parent.depth + 1
            lowest = Int(parent.row) + 1
        }
        guard effects[index].kind.ends else { return }
        lowest = min(lowest, Self.mostRows - 1)
        while rows.count <= lowest { rows.append(-1) }
        let at = effects[index].at
        let free = rows[lowest...].firstIndex { $0 < 0 || effects[$0].end.map { $0.at <= at } ?? false }
        let row = free ?? min(rows.count, Self.mostRows - 1)
        if row == rows.count { rows.append(index) } else { rows[row] = index }
        effects[index].row = Int32(row)
    }
}

extension ActionColumns {
    /// Returns true if a state is on the path to another one.
    ///
    /// - Complexity: O(*b* log *n*), where *b* is the number of branches on the path.
    func isOnPath(_ seq: Int, to end: Int) -> Bool {
        var end = end
        while end > seq {
            guard let run = run(of: end) else { return false }
            if runs[run].first <= seq { return true }
            end = runs[run].parent
        }
        return end == seq
    }
}

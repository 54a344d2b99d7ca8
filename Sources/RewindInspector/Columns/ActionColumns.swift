import RewindTree

/// The data of all actions for the list and the timeline, in columns of about twenty bytes per action.
struct ActionColumns: Sendable {
    /// Properties of an action.
    struct Flags: OptionSet, Sendable {
        let rawValue: UInt8

        /// The process ended while the reducer ran.
        static let crash = Flags(rawValue: 1)
        /// The effect was not written.
        static let unknown = Flags(rawValue: 2)
        /// The reducer reported an error.
        static let failed = Flags(rawValue: 4)
        /// The action wrote an error into the state.
        static let error = Flags(rawValue: 8)
        /// The action represents actions that were not recorded.
        static let gap = Flags(rawValue: 16)

        static let trouble: Flags = [.crash, .unknown, .failed, .error]
    }

    /// The slices that an action changed, one bit for each. Slices from number 30 on share a bit.
    struct Slices: OptionSet, Hashable, Sendable {
        let rawValue: UInt32

        /// The whole state was replaced.
        static let whole = Slices(rawValue: 1 << 31)
        /// The number of slice bits.
        static let limit = 31

        init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        init(slice: Int) {
            self = slice < 0 ? .whole : Slices(rawValue: 1 << UInt32(min(slice, Self.limit - 1)))
        }

        /// The numbers of the slices; -1 for the whole state.
        var numbers: [Int] {
            if contains(.whole) { return [-1] }
            return (0..<Self.limit).filter { rawValue & 1 << UInt32($0) != 0 }
        }

        /// The number of the first slice; nil if the set is empty.
        var first: Int? {
            if contains(.whole) { return -1 }
            return isEmpty ? nil : rawValue.trailingZeroBitCount
        }
    }

    /// The seq of the first action.
    let firstSeq: Int
    /// The times of the dispatches, in microseconds since 1970.
    private(set) var times: [Int64] = []
    /// The durations in nanoseconds, -1 if not measured. Precise enough for drawing.
    private(set) var durations: [Float] = []
    /// The indices in `types`.
    private(set) var typeNumbers: [UInt32] = []
    var slices: [Slices] = []
    var flags: [Flags] = []

    /// The type names, in order of first appearance.
    private(set) var types: [String] = []
    private var numbers: [String: UInt32] = [:]
    /// Runs of consecutive actions on a branch.
    private(set) var runs: [ActionRun] = []

    init(after first: Int) {
        firstSeq = first + 1
    }

    var count: Int { times.count }
    /// The seq of the last action; of the first state if there are no actions.
    var lastSeq: Int { firstSeq + count - 1 }

    func contains(_ seq: Int) -> Bool {
        seq >= firstSeq && seq <= lastSeq
    }

    func index(of seq: Int) -> Int { seq - firstSeq }

    /// Returns the number of a type, and adds it if it is new.
    mutating func number(ofType name: String) -> UInt32 {
        if let number = numbers[name] { return number }
        let number = UInt32(types.count)
        numbers[name] = number
        types.append(name)
        return number
    }

    /// Adds the next action.
    mutating func append(
        parent: Int,
        at time: Int64,
        type: UInt32,
        duration: Int64?,
        slices: Slices = [],
        flags: Flags = []
    ) {
        let seq = lastSeq + 1
        if !runs.isEmpty, parent == seq - 1 {
            runs[runs.count - 1].last = seq
        } else {
            runs.append(ActionRun(first: seq, last: seq, parent: parent, depth: depth(of: parent) + 1))
        }
        times.append(time)
        durations.append(duration.map { Float($0) } ?? -1)
        typeNumbers.append(type)
        self.slices.append(slices)
        self.flags.append(flags)
    }

    mutating func reserve(_ count: Int) {
        times.reserveCapacity(count)
        durations.reserveCapacity(count)
        typeNumbers.reserveCapacity(count)
        slices.reserveCapacity(count)
        flags.reserveCapacity(count)
    }

    // MARK: Runs

    /// Returns the index of the run that contains an action; nil for the first state.
    ///
    /// - Complexity: O(log *n*) for *n* runs.
    func run(of seq: Int) -> Int? {
        guard contains(seq) else { return nil }
        return runs.partitioningIndex { $0.first > seq } - 1
    }

    /// Returns the number of actions that led to the state after `seq`, including `seq`.
    func depth(of seq: Int) -> Int {
        guard let run = run(of: seq) else { return 0 }
        return runs[run].depth + seq - runs[run].first
    }

    /// Returns the time in microseconds since the previous action in the log; nil for the first one.
    func pause(before seq: Int) -> Int64? {
        let index = index(of: seq)
        return index > 0 ? times[index] - times[index - 1] : nil
    }
}

/// Consecutive actions, each applied to the state of the one before.
struct ActionRun: Sendable {
    let first: Int
    var last: Int
    /// The seq of the state that the first action was applied to.
    let parent: Int
    /// The number of actions up to the first one, including it.
    let depth: Int
}

import RewindSession
import RewindTree

/// The data of all actions for the list and the timeline, in columns of about 24 bytes per action.
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
        /// The action was skipped in Redux DevTools.
        static let skipped = Flags(rawValue: 32)

        static let trouble: Flags = [.crash, .unknown, .failed, .error]
    }

    /// The maximum number of slices. A state may be a dictionary with an unlimited number of keys; the last ones share a
    /// number.
    static let maximumSlices = 512

    /// The seq of the first action.
    let firstSeq: Int
    /// The times of the dispatches, in microseconds since 1970.
    private(set) var times: [Int64] = []
    /// The durations in nanoseconds, -1 if not measured. Precise enough for drawing.
    private(set) var durations: [Float] = []
    /// True if a duration was measured. Other tools record none.
    private(set) var hasDurations = false
    /// The numbers of changes.
    private(set) var changes: [UInt16] = []
    /// The indices in `types`.
    private(set) var typeNumbers: [UInt32] = []
    private(set) var flags: [Flags] = []
    /// The indices in `sliceSets`.
    private(set) var sliceSetNumbers: [UInt32] = []

    /// The different sets of slices that actions changed: sorted numbers, `[-1]` for the whole state.
    private(set) var sliceSets: [[Int]] = []
    private var setNumbers: [[Int]: UInt32] = [:]

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
        changes: Int = 0,
        slices: [Int] = [],
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
        if duration ?? 0 > 0 { hasDurations = true }
        self.changes.append(UInt16(clamping: changes))
        typeNumbers.append(type)
        sliceSetNumbers.append(
            number(ofSlices: slices.contains(-1) ? [-1] : slices.count > 1 ? slices.sorted() : slices)
        )
        self.flags.append(flags)
    }

    mutating func reserve(_ count: Int) {
        times.reserveCapacity(count)
        durations.reserveCapacity(count)
        changes.reserveCapacity(count)
        typeNumbers.reserveCapacity(count)
        sliceSetNumbers.reserveCapacity(count)
        flags.reserveCapacity(count)
    }

    private mutating func number(ofSlices slices: [Int]) -> UInt32 {
        if let number = setNumbers[slices] { return number }
        let number = UInt32(sliceSets.count)
        setNumbers[slices] = number
        sliceSets.append(slices)
        return number
    }

    /// Returns the number of the first slice that an action changed; -1 for the whole state, -2 for none.
    func firstSlice(at index: Int) -> Int {
        sliceSets[Int(sliceSetNumbers[index])].first ?? -2
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
        return index > 0 ? pause(at: index) : nil
    }

    /// Returns the time in microseconds since the previous action, which must exist.
    func pause(at index: Int) -> Int64 {
        times[index].subtractingClamped(times[index - 1])
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

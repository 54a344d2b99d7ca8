#if os(macOS) || os(Linux)

import RewindTree

/// What the list and the timeline need of every action, a column each: some twenty bytes an action, in memory.
struct ActionColumns: Sendable {
    /// What is to be told of an action besides its type and times.
    struct Flags: OptionSet, Sendable {
        let rawValue: UInt8

        /// Its process ended while its reducer ran.
        static let crash = Flags(rawValue: 1)
        /// Its effect was not written.
        static let unknown = Flags(rawValue: 2)
        /// Its reducer reported an error.
        static let failed = Flags(rawValue: 4)
        /// It writes an error into the state.
        static let error = Flags(rawValue: 8)
        /// It stands for actions that were not recorded.
        static let gap = Flags(rawValue: 16)

        static let trouble: Flags = [.crash, .unknown, .failed, .error]
    }

    /// The slices that an action changed, a bit each; those from number 30 on share the last but one.
    struct Slices: OptionSet, Hashable, Sendable {
        let rawValue: UInt32

        /// It replaced the whole state.
        static let whole = Slices(rawValue: 1 << 31)
        /// How many slices have a bit of their own.
        static let limit = 31

        init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        init(slice: Int) {
            self = slice < 0 ? .whole : Slices(rawValue: 1 << UInt32(min(slice, Self.limit - 1)))
        }

        /// Their numbers, -1 for the whole state.
        var numbers: [Int] {
            if contains(.whole) { return [-1] }
            return (0..<Self.limit).filter { rawValue & 1 << UInt32($0) != 0 }
        }

        /// The first of them; nil when there is none.
        var first: Int? {
            if contains(.whole) { return -1 }
            return isEmpty ? nil : rawValue.trailingZeroBitCount
        }
    }

    /// The seq of the action that comes first.
    let firstSeq: Int
    /// When each was dispatched, in microseconds since 1970.
    private(set) var times: [Int64] = []
    /// Nanoseconds, -1 when not measured; good for drawing.
    private(set) var durations: [Float] = []
    /// Indices into `types`.
    private(set) var typeNumbers: [UInt32] = []
    var slices: [Slices] = []
    var flags: [Flags] = []

    /// The names of the types, in the order in which they came.
    private(set) var types: [String] = []
    private(set) var typeCounts: [Int] = []
    private var numbers: [String: UInt32] = [:]
    /// Actions that follow each other, from where they start to how deep they stand.
    private(set) var runs: [ActionRun] = []

    init(after first: Int) {
        firstSeq = first + 1
    }

    var count: Int { times.count }
    /// The seq of the last action, or of the first state.
    var lastSeq: Int { firstSeq + count - 1 }

    func contains(_ seq: Int) -> Bool {
        seq >= firstSeq && seq <= lastSeq
    }

    func index(of seq: Int) -> Int { seq - firstSeq }

    /// The number of a type, a new one where it was not seen before.
    mutating func number(ofType name: String) -> UInt32 {
        if let number = numbers[name] { return number }
        let number = UInt32(types.count)
        numbers[name] = number
        types.append(name)
        typeCounts.append(0)
        return number
    }

    /// Adds the action after the last one.
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
        typeCounts[Int(type)] += 1
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

    /// The index of the run that an action is in; nil for the first state.
    ///
    /// - Complexity: O(log *n*) for *n* runs.
    func run(of seq: Int) -> Int? {
        guard contains(seq) else { return nil }
        return runs.partitioningIndex { $0.first > seq } - 1
    }

    /// How many actions led to the state after `seq`, that one counted.
    func depth(of seq: Int) -> Int {
        guard let run = run(of: seq) else { return 0 }
        return runs[run].depth + seq - runs[run].first
    }

    /// Microseconds from the action before in the log to this one; nil for the first.
    func pause(before seq: Int) -> Int64? {
        let index = index(of: seq)
        return index > 0 ? times[index] - times[index - 1] : nil
    }
}

/// Actions that follow each other, each applied to the state of the one before.
struct ActionRun: Sendable {
    let first: Int
    var last: Int
    /// The seq whose state the first of them was applied to.
    let parent: Int
    /// How many actions led to the first of them, itself counted.
    let depth: Int
}

#endif

import RewindTree

/// What waits in the bounded queue.
protocol Queued: AnyObject, Sendable {
    /// The memory that its states hold and those before them do not.
    var states: StorageSize { get }
    /// About how many bytes it takes besides its states; nil while that has not been measured.
    var bytes: Int? { get }
    /// What the queue counts it as, in bytes.
    var charge: Int { get set }
    /// Takes the states away, so that its effect is recorded together with that of the next one; empty where they must
    /// stay.
    func takeStates() -> [AnyObject]
}

/// How much waits to be written, in numbers and in bytes, and what follows from that.
///
/// Encoding an action measures it. An action that the writer is to encode counts as an empty one until then. Such
/// actions may take an eighth of the limit, by the mean of the others: the dispatching threads encode the rest. So no action
/// counts as more than it takes.
///
/// Measuring a whole state would take time that grows with it. A dispatch measures only the state's own collections
/// (`StorageGauge`). The writer measures the rest, and reports the mean of the latest ones. Before the first report, a few
/// hundred states may wait of which the dispatch knows nothing.
struct QueueLoad {
    /// What an element takes by itself, in bytes: the object, its boxes, its slot in the queue.
    private static let overhead = 512
    /// The number of states that may wait before one was measured, if nothing is known of them.
    private static let mostUnmeasured = 512
    /// The part of the byte limit that unmeasured actions may take if they are as large as others.
    private static let partUnmeasured = 8
    /// The number of unmeasured actions in a row after which one is measured, so that their size shows while the writer is
    /// busy.
    private static let sampleInterval = 64
    /// The longest time that a dispatch waits so that the queue does not fill up, in nanoseconds.
    static let longestPause: UInt64 = 1_000_000

    private let elementLimit: Int
    private let byteLimit: Int
    /// How many elements wait.
    private(set) var count = 0
    /// The size of the states that wait or are being written, and the number of bytes of the actions.
    private(set) var (states, bytes) = (StorageSize(), 0)
    /// The usual number of bytes inside the collections of a state; nil before one was measured.
    var bytesOfState: Int?
    private var actionSize = SizeEstimate()
    /// The number of unmeasured actions, and of those that came since one was measured.
    private var (unmeasured, unmeasuredInRow) = (0, 0)

    init(elementLimit: Int, byteLimit: Int) {
        self.elementLimit = elementLimit
        // So that twice of it is a number, too.
        self.byteLimit = min(max(1, byteLimit), .max / 4)
    }

    /// The number of bytes that an element takes besides its states, as far as that was measured.
    func charge(of element: some Queued) -> Int {
        Self.overhead &+ min(element.bytes ?? 0, byteLimit)
    }

    /// True while the next action is to be measured before it comes.
    var measuresNext: Bool {
        if unmeasuredInRow >= Self.sampleInterval || 2 * unmeasured >= elementLimit { return true }
        return (actionSize.bytes ?? 0).multipliedReportingOverflow(by: unmeasured).partialValue
            >= byteLimit / Self.partUnmeasured
    }

    /// Whether an element may wait, with or without its states. There is always room for one.
    func hasRoom(forCharge charge: Int) -> Bool {
        count == 0 || count < elementLimit && bytes &+ charge <= byteLimit
    }

    /// Whether more states may wait. There is always room for one.
    func hasRoom(forStates new: StorageSize, charge: Int) -> Bool {
        let held = bytes(of: states)
        var all = states
        all += new
        let total = bytes(of: all)
        return held == 0 || total == held || bytes &+ charge &+ total <= byteLimit
    }

    /// Counts an element that waits from now on.
    mutating func add(_ element: some Queued, charge: Int) {
        element.charge = charge
        count += 1
        bytes &+= charge
        states += element.states
        if let bytes = element.bytes {
            unmeasuredInRow = 0
            if bytes > 0 { actionSize.note(bytes) }
        } else {
            unmeasured += 1
            unmeasuredInRow += 1
        }
    }

    /// Notes that the writer took what waited, which counts until it is released.
    mutating func take() {
        count = 0
        unmeasuredInRow = 0
    }

    /// Notes the number of actions that the writer has measured, and their sum in bytes.
    mutating func note(measured count: Int, bytes: Int) {
        guard count > 0 else { return }
        unmeasured -= count
        self.bytes &+= bytes
        actionSize.note(bytes / count)
    }

    /// Counts off what is no longer held.
    mutating func release(states: StorageSize, bytes: Int) {
        self.states -= states
        self.bytes &-= bytes
    }

    /// How long a dispatch waits after it has put something into the queue, in nanoseconds: not at all while that is half
    /// empty, and then the longer the fuller it is, so that nobody finds it full who would have to wait for long.
    var pause: UInt64 {
        let excess = min(1, 2 * fill - 1)
        return excess <= 0 ? 0 : UInt64(Double(Self.longestPause) * excess * excess)
    }

    /// Whether the writer should not be left asleep.
    var isHalfFull: Bool { 2 * count >= elementLimit || 2 * fill >= 1 }

    /// The part of the queue that is full.
    private var fill: Double {
        max(
            Double(count) / Double(elementLimit),
            Double(bytes &+ bytes(of: states)) / Double(byteLimit)
        )
    }

    private func bytes(of states: StorageSize) -> Int {
        let (count, usual) =
            bytesOfState.map { (states.openCount, $0) }
            ?? (states.unknownCount, byteLimit / Self.mostUnmeasured)
        let (bytes, isTooMuch) = count.multipliedReportingOverflow(by: usual)
        return isTooMuch ? 2 * byteLimit : min(bytes, byteLimit) &+ min(states.bytes, byteLimit)
    }
}

/// About how large some things are, in bytes: their mean, in which the latest sixteen count most.
///
/// The memory of many of them is the mean times their number. A single large one must not count for each of them.
struct SizeEstimate {
    private(set) var bytes: Int?
    private var count = 0

    /// Takes the next measure.
    mutating func note(_ size: Int) {
        count = min(count + 1, 16)
        let mean = bytes ?? 0
        bytes = mean + (size - mean) / count
    }
}

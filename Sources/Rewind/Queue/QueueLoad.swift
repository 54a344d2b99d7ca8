import RewindTree

/// An element of the bounded queue.
protocol Queued: AnyObject, Sendable {
    /// The memory that its states hold and the previous states do not.
    var states: StorageSize { get }
    /// The approximate number of bytes that it takes besides its states; nil until measured.
    var bytes: Int? { get }
    /// The bytes that the queue counts for it.
    var charge: Int { get set }
    /// Removes and returns the states, so that the effect is recorded together with that of the next element. Returns
    /// nothing if the states must stay.
    func takeStates() -> [AnyObject]
}

/// The number and size of the queued elements, and the resulting decisions.
///
/// Encoding an action measures it. An action that the writer is to encode counts as empty until then. Such actions may
/// take an eighth of the limit, estimated by the mean of the others: the dispatching threads encode the rest. So no
/// action counts as more than its real size.
///
/// Measuring a whole state would take time in proportion to its size. A dispatch measures only the state's own
/// collections (`StorageGauge`). The writer measures the rest, and reports the mean of the latest states. Before the
/// first report, a few hundred states of unknown size may be queued.
struct QueueLoad {
    /// The bytes of any element: the object, its boxes, its slot in the queue.
    private static let overhead = 512
    /// The maximum number of queued states of unknown size before one was measured.
    private static let maximumUnmeasuredCount = 512
    /// The fraction of the byte limit, as its inverse, that unmeasured actions may take if they are as large as others.
    private static let partUnmeasured = 8
    /// The number of unmeasured actions in a row after which one is measured, so that their size is known while the
    /// writer is busy.
    private static let sampleInterval = 64
    /// The longest pause of a dispatch to keep the queue from filling up, in nanoseconds.
    static let longestPause: UInt64 = 1_000_000

    private let elementLimit: Int
    private let byteLimit: Int
    /// The maximum time that writing the queued states may take, in nanoseconds.
    private let timeLimit: Int
    /// The number of queued elements.
    private(set) var count = 0
    /// The size of the states that are queued or being written, and the number of bytes of the actions.
    private(set) var (states, bytes) = (StorageSize(), 0)
    /// The typical number of bytes inside the collections of a state; nil before one was measured.
    var bytesOfState: Int?
    /// The typical time that the writer takes for a state whose collections have changed, in nanoseconds.
    var timeOfState = 0
    private var actionSize = SizeEstimate()
    /// The number of unmeasured actions, and the number of them since the last measured one.
    private var (unmeasured, unmeasuredInRow) = (0, 0)

    init(elementLimit: Int, byteLimit: Int, timeLimit: Int) {
        (self.elementLimit, self.timeLimit) = (elementLimit, timeLimit)
        // So that twice the limit does not overflow.
        self.byteLimit = min(max(1, byteLimit), .max / 4)
    }

    /// Returns the number of bytes that an element takes besides its states, as far as measured.
    func charge(of element: some Queued) -> Int {
        Self.overhead &+ min(element.bytes ?? 0, byteLimit)
    }

    /// True if the next action is to be measured before it is added.
    var measuresNext: Bool {
        if unmeasuredInRow >= Self.sampleInterval || 2 * unmeasured >= elementLimit { return true }
        return (actionSize.bytes ?? 0).multipliedReportingOverflow(by: unmeasured).partialValue
            >= byteLimit / Self.partUnmeasured
    }

    /// Returns true if an element fits, with or without its states. A single one always fits.
    func hasRoom(forCharge charge: Int) -> Bool {
        count == 0 || count < elementLimit && bytes &+ charge <= byteLimit
    }

    /// Returns true if more states fit. A single one always fits.
    func hasRoom(forStates new: StorageSize, charge: Int) -> Bool {
        let held = bytes(of: states)
        var all = states
        all += new
        let (time, isTooLong) = all.openCount.multipliedReportingOverflow(by: timeOfState)
        if states.openCount > 0, isTooLong || time > timeLimit { return false }
        let total = bytes(of: all)
        return held == 0 || total == held || bytes &+ charge &+ total <= byteLimit
    }

    /// Counts an added element.
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

    /// Records that the writer took all elements. Their sizes count until they are released.
    mutating func take() {
        count = 0
        unmeasuredInRow = 0
    }

    /// Records the number of actions that the writer has measured, and their total size in bytes.
    mutating func note(measured count: Int, bytes: Int) {
        guard count > 0 else { return }
        unmeasured -= count
        self.bytes &+= bytes
        actionSize.note(bytes / count)
    }

    /// Subtracts states and bytes that are no longer held.
    mutating func release(states: StorageSize, bytes: Int) {
        self.states -= states
        self.bytes &-= bytes
    }

    /// The pause of a dispatch after adding an element, in nanoseconds. It is 0 while the queue is half empty, and then
    /// increases with the load, so that the queue is rarely full and no dispatch waits for long.
    var pause: UInt64 {
        let excess = min(1, 2 * fill - 1)
        return excess <= 0 ? 0 : UInt64(Double(Self.longestPause) * excess * excess)
    }

    /// True if the writer should be woken.
    var isHalfFull: Bool { 2 * count >= elementLimit || 2 * fill >= 1 }

    /// The fraction of the queue that is full.
    private var fill: Double {
        max(
            Double(count) / Double(elementLimit),
            Double(bytes &+ bytes(of: states)) / Double(byteLimit)
        )
    }

    private func bytes(of states: StorageSize) -> Int {
        let (count, usual) =
            bytesOfState.map { (states.openCount, $0) }
            ?? (states.unknownCount, byteLimit / Self.maximumUnmeasuredCount)
        let (bytes, isTooMuch) = count.multipliedReportingOverflow(by: usual)
        return isTooMuch ? 2 * byteLimit : min(bytes, byteLimit) &+ min(states.bytes, byteLimit)
    }
}

/// An estimate of the size of similar things, in bytes: their mean, weighted toward the latest sixteen.
///
/// The memory of many of them is the mean times their number. A single large one must not count for each of them.
struct SizeEstimate {
    private(set) var bytes: Int?
    private var count = 0

    /// Adds a measured size.
    mutating func note(_ size: Int) {
        count = min(count + 1, 16)
        let mean = bytes ?? 0
        bytes = mean + (size - mean) / count
    }
}

/// An estimate of the time that similar things take: the shortest of the latest eight. One that takes long, such as the
/// loading of a list, says nothing about the next ones.
struct TimeEstimate {
    private var latest: [Int] = []
    private var count = 0

    /// The time in nanoseconds; nil before four were measured.
    var nanoseconds: Int? { latest.count < 4 ? nil : latest.min() }

    /// Adds a measured time.
    mutating func note(_ nanoseconds: Int) {
        if latest.count < 8 { latest.append(nanoseconds) } else { latest[count % 8] = nanoseconds }
        count += 1
    }
}

/// The times for which the bounded queue made dispatches wait, as it decided, without delays by the scheduler.
package struct QueueWaits: Sendable {
    /// The number of waits.
    package private(set) var count = 0
    /// The total time, in nanoseconds.
    package private(set) var total: UInt64 = 0
    /// The longest wait, in nanoseconds.
    package private(set) var longest: UInt64 = 0

    mutating func note(_ nanoseconds: UInt64) {
        count += 1
        total &+= nanoseconds
        longest = max(longest, nanoseconds)
    }
}

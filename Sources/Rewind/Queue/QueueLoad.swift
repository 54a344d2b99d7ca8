/// What waits in the bounded queue.
protocol Queued: AnyObject, Sendable {
    /// How many states it holds.
    var states: Int { get }
    /// About how many bytes it takes besides its states; nil when nobody knows yet.
    var bytes: Int? { get }
    /// What the queue counts it as, in bytes.
    var charge: Int { get set }
    /// Takes the states away, so that its effect is recorded together with that of the next one; empty where they must
    /// stay.
    func takeStates() -> [AnyObject]
}

/// How much waits to be written, in numbers and in bytes, and what follows from that.
///
/// Nobody can measure a state where it is dispatched: that would take time that grows with it. The writer does, as it
/// knows what a state did not share with the one before it, and tells what the latest ones took. Before it has told of
/// one, a few hundred may wait.
struct QueueLoad {
    /// What an element takes by itself, in bytes: the object, its boxes, its slot in the queue.
    private static let overhead = 512
    /// How many states may wait that nobody has measured.
    private static let mostUnmeasured = 512
    /// The longest time that a dispatch waits so that the queue does not fill up, in nanoseconds.
    static let longestPause: UInt64 = 1_000_000

    private let elementLimit: Int
    private let byteLimit: Int
    /// How many elements wait.
    private(set) var count = 0
    /// How many states are held by what waits or is being written, and how many bytes the rest of that takes.
    private(set) var (states, bytes) = (0, 0)
    /// About how many bytes a state takes, nil before one was measured, and an action.
    var (bytesOfState, bytesOfAction): (Int?, Int) = (nil, 0)

    init(elementLimit: Int, byteLimit: Int) {
        self.elementLimit = elementLimit
        // So that twice of it is a number, too.
        self.byteLimit = min(max(1, byteLimit), .max / 4)
    }

    /// About how many bytes an element takes besides its states.
    func charge(of element: some Queued) -> Int {
        Self.overhead &+ min(element.bytes ?? bytesOfAction, byteLimit)
    }

    /// Whether an element may wait, with or without its states. There is always room for one.
    func hasRoom(forCharge charge: Int) -> Bool {
        count == 0 || count < elementLimit && bytes &+ charge <= byteLimit
    }

    /// Whether so many states more may wait. There is always room for one.
    func hasRoom(forStates new: Int, charge: Int) -> Bool {
        states == 0 || new == 0 || bytes &+ charge &+ bytes(ofStates: states + new) <= byteLimit
    }

    /// Counts an element that waits from now on.
    mutating func add(_ element: some Queued, charge: Int) {
        element.charge = charge
        count += 1
        bytes &+= charge
        states += element.states
    }

    /// Notes that the writer took what waited, which counts until it is released.
    mutating func take() {
        count = 0
    }

    /// Counts off what is no longer held.
    mutating func release(states: Int, bytes: Int) {
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
            Double(bytes &+ bytes(ofStates: states)) / Double(byteLimit)
        )
    }

    private func bytes(ofStates count: Int) -> Int {
        let (bytes, isTooMuch) = count.multipliedReportingOverflow(by: bytesOfState ?? byteLimit / Self.mostUnmeasured)
        return isTooMuch ? byteLimit : min(bytes, 2 * byteLimit)
    }
}

/// About how large the latest of some things were, in bytes: as large as the largest one right after it, and from there
/// slowly down to what is usual.
struct SizeEstimate {
    private(set) var bytes: Int?

    /// Takes the next measure.
    mutating func note(_ size: Int) {
        guard let largest = bytes, size < largest else { return bytes = size }
        bytes = largest - (largest - size + 15) / 16
    }
}

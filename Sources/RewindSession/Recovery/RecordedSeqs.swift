/// The numbers that a recorder gave to the actions in the side files, and their seqs in the session.
///
/// One row stands for all excluded or lost actions in a row, so the actions after it have lower seqs than their recorder
/// gave them.
struct RecordedSeqs {
    /// The last action in the session file; up to there, both are the same.
    private let last: Int
    /// The numbers of the actions after it, in order.
    private var numbers: [Int] = []

    init(after last: Int) {
        self.last = last
    }

    /// Adds the number of the next action.
    mutating func append(_ number: Int) {
        numbers.append(number)
    }

    /// Returns the last action whose number is at most `number`.
    ///
    /// - Complexity: O(log n).
    func seq(through number: Int) -> Int {
        guard number > last else { return number }
        var (low, high) = (0, numbers.count)
        while low < high {
            let middle = (low + high) / 2
            if numbers[middle] <= number { low = middle + 1 } else { high = middle }
        }
        return last + low
    }

    /// Returns the cause of what began after action `seq`; nil if no action has its number, or if it is impossible.
    func cause(_ cause: CauseReference?, after seq: Int) -> CauseReference? {
        switch cause {
        case .action(let number):
            let cause = self.seq(through: number)
            let isExact = number <= last || cause > last && numbers[cause - last - 1] == number
            return isExact && cause >= 1 && cause <= seq ? .action(cause) : nil
        case .effect(let id): return id >= 1 ? cause : nil
        case nil: return nil
        }
    }
}

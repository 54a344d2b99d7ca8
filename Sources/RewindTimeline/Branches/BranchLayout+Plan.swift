import RewindTree

extension BranchLayout {
    /// Computes a layout, from the oldest branch to the newest.
    struct Plan {
        /// A state that a branch starts from.
        private struct Fork {
            let seq: Int
            /// The newest child, which continues in the same column.
            var newest: Int
            /// The column; -1 until the state is reached.
            var column = -1
        }

        private let branches: [(seq: Int, parent: Int)]
        private let first: Int
        private let last: Int
        private let limit: Column
        /// The states from which branches start, by seq.
        private var forks: [Fork] = []
        /// The columns as a linked list: the neighbors of each, or -1.
        private var left = [-1]
        private var right = [-1]
        private var rightmost = 0

        /// The column of the last action processed.
        private(set) var current = 0
        private(set) var count = 1
        private(set) var maximumColumns = 1
        private(set) var turns: [Turn] = []

        init(_ branches: [(seq: Int, parent: Int)], first: Int, last: Int, limit: Column) {
            self.branches = branches.filter { $0.seq > first && $0.seq <= last }
            self.first = first
            self.last = last
            self.limit = limit
            let starts = self.branches.filter { Self.isSound($0, first: first) }
            for branch in starts.sorted(by: { ($0.parent, $0.seq) < ($1.parent, $1.seq) }) {
                if let previous = forks.last, previous.seq == branch.parent {
                    forks[forks.count - 1].newest = branch.seq
                } else {
                    forks.append(Fork(seq: branch.parent, newest: branch.seq))
                }
            }
        }

        /// Returns true if the session has the state that a branch starts from.
        private static func isSound(_ branch: (seq: Int, parent: Int), first: Int) -> Bool {
            branch.parent >= first && branch.parent < branch.seq
        }

        mutating func run() {
            var nextFork = 0
            for branch in branches {
                while nextFork < forks.count, forks[nextFork].seq < branch.seq - 1 {
                    pass(nextFork)
                    nextFork += 1
                }
                // The current column stays open if a branch starts from its last action.
                let stays = nextFork < forks.count && forks[nextFork].seq == branch.seq - 1
                if stays {
                    forks[nextFork].column = current
                    nextFork += 1
                }
                start(branch, closing: !stays)
            }
        }

        /// Opens a column for the action after a fork: a newer child continues in the fork's column.
        private mutating func pass(_ index: Int) {
            forks[index].column = current
            let from = position(of: current)
            current = insert(after: current)
            turns.append(
                Turn(
                    seq: forks[index].seq + 1,
                    from: from,
                    closes: false,
                    parent: from,
                    opens: true,
                    to: position(of: current)
                )
            )
        }

        private mutating func start(_ branch: (seq: Int, parent: Int), closing: Bool) {
            let from = position(of: current)
            if closing { remove(current) }
            let fork = fork(at: branch)
            let parent = fork.map { position(of: $0.column) }
            let opens = fork?.newest != branch.seq
            current = if let fork, !opens { fork.column } else { insert(after: fork?.column ?? rightmost) }
            turns.append(
                Turn(
                    seq: branch.seq,
                    from: from,
                    closes: closing,
                    parent: parent,
                    opens: opens,
                    to: position(of: current)
                )
            )
        }

        private func fork(at branch: (seq: Int, parent: Int)) -> Fork? {
            guard Self.isSound(branch, first: first) else { return nil }
            return forks[forks.partitioningIndex { $0.seq >= branch.parent }]
        }

        /// Returns the position of a column, counted from the left, up to the limit.
        func position(of column: Int) -> Column {
            var position: Column = 0
            var beside = left[column]
            while beside >= 0, position < limit {
                position += 1
                beside = left[beside]
            }
            return position
        }

        private mutating func insert(after column: Int) -> Int {
            let new = left.count
            let next = column >= 0 ? right[column] : -1
            left.append(column)
            right.append(next)
            if column >= 0 { right[column] = new }
            if next >= 0 { left[next] = new } else { rightmost = new }
            count += 1
            maximumColumns = max(maximumColumns, count)
            return new
        }

        private mutating func remove(_ column: Int) {
            let (before, after) = (left[column], right[column])
            if before >= 0 { right[before] = after }
            if after >= 0 { left[after] = before } else { rightmost = before }
            count -= 1
        }
    }
}

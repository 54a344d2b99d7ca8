/// The positions of elements while moves and additions are carried out one after the other.
///
/// Every stable element has one slot; one that moves has a slot where it leaves and one where it arrives; one that is
/// added has one where it arrives. The slots never change order, so a position is the count of filled slots before.
struct ElementOrder {
    private var filled: PrefixCounts
    private var departures: [Int]
    private var arrivals: [Int]

    /// - Parameters:
    ///   - sources: for each new element the index of the old one it comes from.
    ///   - isStable: for each new element, whether it stays where it is.
    ///   - isKept: for each old element, whether it is in the new array.
    /// - Complexity: O(n).
    init(sources: [Int?], isStable: [Bool], isKept: [Bool]) {
        departures = Array(repeating: -1, count: isKept.count)
        arrivals = Array(repeating: -1, count: sources.count)
        var isFilled: [Bool] = []
        isFilled.reserveCapacity(sources.count + isKept.count)
        var old = 0
        for index in sources.indices {
            guard isStable[index], let source = sources[index] else {
                arrivals[index] = isFilled.count
                isFilled.append(false)
                continue
            }
            while old < source {
                if isKept[old] {
                    departures[old] = isFilled.count
                    isFilled.append(true)
                }
                old += 1
            }
            isFilled.append(true)
            old = source + 1
        }
        while old < isKept.count {
            if isKept[old] {
                departures[old] = isFilled.count
                isFilled.append(true)
            }
            old += 1
        }
        filled = PrefixCounts(isFilled)
    }

    /// Moves an element: where it was, and where it is once it has left.
    /// - Complexity: O(log n).
    mutating func move(source: Int, to index: Int) -> (from: Int, to: Int) {
        let from = filled.count(before: departures[source])
        filled.set(departures[source], false)
        return (from, add(index))
    }

    /// Adds an element: where it is now.
    /// - Complexity: O(log n).
    mutating func add(_ index: Int) -> Int {
        let position = filled.count(before: arrivals[index])
        filled.set(arrivals[index], true)
        return position
    }
}

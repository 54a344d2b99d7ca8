/// The positions of elements while moves and additions are carried out one after the other.
///
/// Every stable element has one slot; one that moves has a slot where it leaves and one where it arrives; one that is
/// added has one where it arrives. The slots never change order, so a position is the count of filled slots before.
struct ElementOrder {
    private var filled: PrefixCounts
    private var departures: [Int]
    private var arrivals: [Int]

    /// - Parameters:
    ///   - origins: for each new element the index of the old one it comes from.
    ///   - isStable: for each new element, whether it stays where it is.
    ///   - isKept: for each old element, whether it is in the new array.
    /// - Complexity: O(n).
    init(origins: [Int?], isStable: [Bool], isKept: [Bool]) {
        departures = Array(repeating: -1, count: isKept.count)
        arrivals = Array(repeating: -1, count: origins.count)
        var isFilled: [Bool] = []
        isFilled.reserveCapacity(origins.count + isKept.count)
        var old = 0
        for index in origins.indices {
            guard isStable[index], let origin = origins[index] else {
                arrivals[index] = isFilled.count
                isFilled.append(false)
                continue
            }
            while old < origin {
                if isKept[old] {
                    departures[old] = isFilled.count
                    isFilled.append(true)
                }
                old += 1
            }
            isFilled.append(true)
            old = origin + 1
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
    mutating func move(origin: Int, to index: Int) -> (from: Int, to: Int) {
        let from = filled.count(before: departures[origin])
        filled.set(departures[origin], false)
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

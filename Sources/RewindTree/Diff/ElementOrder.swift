/// The positions of elements while moves and additions are applied one after the other.
///
/// A stable element has one slot, a moving one has a slot at its departure and one at its arrival, and an added one has
/// a slot at its arrival. The slots never change order, so a position is the number of filled slots before it.
struct ElementOrder {
    private var filled: PrefixCounts
    private var departures: [Int]
    private var arrivals: [Int]

    /// - Parameters:
    ///   - sources: For each new element, the index of the same old element.
    ///   - isStable: For each new element, true if it stays in place.
    ///   - isKept: For each old element, true if it is in the new array.
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

    /// Moves an element. Returns its old position, and its new one counted after it has left.
    /// - Complexity: O(log n).
    mutating func move(source: Int, to index: Int) -> (from: Int, to: Int) {
        let from = filled.count(before: departures[source])
        filled.set(departures[source], false)
        return (from, add(index))
    }

    /// Adds an element. Returns its position.
    /// - Complexity: O(log n).
    mutating func add(_ index: Int) -> Int {
        let position = filled.count(before: arrivals[index])
        filled.set(arrivals[index], true)
        return position
    }
}

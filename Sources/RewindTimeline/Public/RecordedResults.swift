/// Actions or writes of a session, which are read as they are needed.
///
/// ```swift
/// let actions = session.actions(types: "Set*")
/// while let action = try actions.next() { print(action.seq, action.type) }
/// ```
///
/// Use it where the session is used: on one thread at a time.
public final class RecordedResults<Element> {
    /// Returns the next elements, at most `count`; fewer only at the end.
    package typealias Batch = (_ count: Int) throws -> [Element]

    private let read: Batch
    private let largestBatch: Int
    private var batchSize = 1
    private var batch: ArraySlice<Element> = []
    private var isAtEnd = false

    package init(largestBatch: Int = 1024, _ read: @escaping Batch) {
        (self.largestBatch, self.read) = (largestBatch, read)
    }

    /// Returns the next element; nil at the end.
    public func next() throws(RecordedSessionError) -> Element? {
        if batch.isEmpty, !isAtEnd {
            batch = try RecordedSessionError.converting { try read(batchSize)[...] }
            isAtEnd = batch.count < batchSize
            batchSize = min(batchSize * 2, largestBatch)
        }
        return batch.popFirst()
    }

    /// Returns the next elements, at most `maxLength`.
    public func prefix(_ maxLength: Int) throws(RecordedSessionError) -> [Element] {
        var elements: [Element] = []
        while elements.count < maxLength, let element = try next() { elements.append(element) }
        return elements
    }

    /// Returns all remaining elements.
    public func all() throws(RecordedSessionError) -> [Element] {
        try prefix(.max)
    }
}

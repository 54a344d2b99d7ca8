/// The progress of a question that takes long.
package struct Progress {
    /// What is being done, as in "reading".
    package let work: String
    /// The steps that are done, and all of them.
    package let done, total: Int
    /// The number of results.
    package let found: Int?

    init(_ work: String, done: Int, of total: Int, found: Int? = nil) {
        self.work = work
        self.done = done
        self.total = total
        self.found = found
    }

    /// Creates the progress of work that visits actions in their order, or in reverse.
    init(_ work: String, at seq: Int, of seqs: ClosedRange<Int>, isReversed: Bool = false, found: Int? = nil) {
        let done = isReversed ? seqs.upperBound - seq : seq - seqs.lowerBound
        self.init(work, done: max(0, min(done, seqs.count)), of: seqs.count, found: found)
    }
}

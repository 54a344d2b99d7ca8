import Testing

@testable import Rewind

@Suite struct QueueWriterTests {
    private let problems = Problems()
    private let queue = BoundedQueue<QueueEntry>(limit: 2)
    private let options: RecorderOptions

    init() {
        var options = RecorderOptions(.buffered)
        options.longestWait = .zero
        options.onProblem = problems.tell
        self.options = options
    }

    private func action(_ seq: Int) -> QueueEntry {
        let entry = QueueEntry(.done, action: "action")
        (entry.seq, entry.parent) = (seq, seq - 1)
        entry.state = StateValue(seq)
        return entry
    }

    private func take() -> [ClosedRange<Int>] {
        var batch: [QueueEntry] = []
        _ = queue.exchange(&batch)
        return batch.map { $0.firstSeq...$0.seq }
    }

    @Test func `Actions that do not fit in the queue become one gap before the next entry`() {
        var feed = QueueWriter(queue, options)
        for seq in 1...5 { feed.add(action(seq), since: 0) }
        #expect(feed.hasGap && feed.droppedCount == 3)
        #expect(take() == [1...1, 2...2])
        feed.add(action(6), since: 0)
        #expect(!feed.hasGap && feed.droppedCount == 3)
        #expect(take() == [3...5, 6...6])
        #expect(problems.wait { $0 == .dropped(seqs: 3...5) })
    }

    @Test func `A queue ends with its gap, and obsolete states are released outside of the lock`() {
        var feed = QueueWriter(queue, options)
        for seq in 1...4 { feed.add(action(seq), since: 0) }
        // The gap keeps the state of its last action; the one before it is obsolete.
        #expect(feed.deferredWork.outgoing.count == 1)
        #expect(feed.takeDeferredWork().outgoing.count == 1 && feed.deferredWork.isEmpty)
        feed.close(adding: [])
        #expect(take() == [1...1, 2...2, 3...4])
        #expect(feed.isClosed && feed.droppedCount == 2)
    }

    @Test func `Entries after the queue was closed are lost`() {
        var feed = QueueWriter(queue, options)
        #expect(queue.close())
        feed.close(adding: [QueueEntry(.open, action: "under way")])
        #expect(feed.droppedCount == 1)
    }
}

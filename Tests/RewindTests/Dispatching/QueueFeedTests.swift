import Testing

@testable import Rewind

@Suite("What goes into the bounded queue") struct QueueFeedTests {
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

    @Test func `and has no room becomes one gap, which goes before what comes next`() {
        var feed = QueueFeed(queue, options)
        for seq in 1...5 { feed.add(action(seq), since: 0) }
        #expect(feed.hasGap && feed.droppedCount == 3)
        #expect(take() == [1...1, 2...2])
        feed.add(action(6), since: 0)
        #expect(!feed.hasGap && feed.droppedCount == 3)
        #expect(take() == [3...5, 6...6])
        #expect(problems.wait { $0 == .dropped(seqs: 3...5) })
    }

    @Test func `ends with the gap, and states that it made superfluous are let go of when the lock is free`() {
        var feed = QueueFeed(queue, options)
        for seq in 1...4 { feed.add(action(seq), since: 0) }
        // The gap keeps the state of its last action; the one before it is obsolete.
        #expect(feed.afterwards.outgoing.count == 1)
        #expect(feed.takeAfterwards().outgoing.count == 1 && feed.afterwards.isNothing)
        feed.close(adding: [])
        #expect(take() == [1...1, 2...2, 3...4])
        #expect(feed.isClosed && feed.droppedCount == 2)
    }

    @Test func `after the queue was closed is lost`() {
        var feed = QueueFeed(queue, options)
        #expect(queue.close())
        feed.close(adding: [QueueEntry(.open, action: "under way")])
        #expect(feed.droppedCount == 1)
    }
}

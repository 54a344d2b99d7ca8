import Foundation
import RewindTree

/// How what was captured comes into the bounded queue.
extension Intake {
    /// Gives up the lock, and does what is due then.
    func unlock() {
        guard due.pause > 0 || !due.released.isEmpty else { return lock.unlock() }
        let pause = due.pause
        var released: [AnyObject] = []
        swap(&released, &due.released)
        due.pause = 0
        lock.unlock()
        released.removeAll()
        if pause > 0 { Thread.sleep(forTimeInterval: TimeInterval(pause) / 1e9) }
    }

    /// Puts something into the queue; false where there is no room.
    func offer(_ captured: Captured, longestWait: TimeInterval, since start: UInt64) -> Bool {
        let offer = handoff.offer(captured, longestWait: longestWait, since: start)
        due.pause = max(due.pause, offer.pause)
        if !offer.released.isEmpty { due.released += offer.released }
        return offer.isTaken
    }

    /// Hands something to the writer; where there is no room, it becomes part of a gap.
    ///
    /// What a call has waited for the lock since `start` counts: other threads that waited for room had it meanwhile.
    func handOff(_ captured: Captured, since start: UInt64) {
        // A gap, which takes little, is not to end where what comes after it has no room.
        let isGapToEnd = gap == nil || handoff.hasRoom(for: captured)
        if isGapToEnd, handOffGap(), offer(captured, longestWait: options.longestWait, since: start) { return }
        let old = gap?.state
        gap = Captured(gap: gap, through: captured)
        if let old { letGo(old) }
        droppedCount += 1
    }

    /// Hands over the gap before anything that came after it; false while there is no room.
    func handOffGap() -> Bool {
        guard let pending = gap else { return true }
        guard offer(pending, longestWait: 0, since: 0) else { return false }
        endGap(pending)
        return true
    }

    func endGap(_ pending: Captured) {
        gap = nil
        options.tell(.dropped(seqs: pending.firstSeq...pending.seq))
    }

    /// Notes that the store goes to a state of the past, which what comes next is applied to: so there must be room.
    func move(to seq: Int, tip: Int, tree: Tree) {
        guard !isClosed else { return }
        handOffSkipped(before: nil, since: MonotonicClock.now())
        if let pending = gap, handoff.push(pending) { endGap(pending) }
        course.move(to: seq, tip: tip)
        _ = handoff.push(Captured(movedTo: seq, tip: tip, tree: tree))
    }
}

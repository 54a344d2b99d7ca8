import Foundation

extension Intake {
    /// Why a store cannot travel.
    package enum TravelRefusal {
        /// An action is under way on this thread.
        case dispatching
        /// The recorder was closed.
        case closed
    }

    /// Keeps states for travel from now on, which the actions of a type restore. `hasReducer` says that a reducer handles
    /// these.
    package func enableTravel(by restorations: any AnyRestoration.Type, hasReducer: Bool = false) {
        lock.withLock {
            if travelling == nil { travelling = Travelling(restorations) }
            if hasReducer { travelling?.hasReducer = true }
        }
    }

    /// Sets whether nothing but travel may change a state of the past, and how many states are kept.
    package func setTravel(isLocking: Bool, statesInMemory: Int) {
        let removed = lock.withLock {
            travelling?.isLocking = isLocking
            return travelling?.recent.setLimit(statesInMemory)
        }
        // Let go of here, where no lock is held.
        _ = removed
    }

    /// Where the store is.
    package var place: Course {
        lock.withLock { course }
    }

    /// Where the store will be when the restorations that it was given are there.
    package var destination: Course {
        lock.withLock {
            var destination = course
            if let travelling, let pending = travelling.pending, !travelling.isOvertaken {
                destination.move(to: pending.seq, tip: pending.tip)
            }
            return destination
        }
    }

    /// Prepares travel on this thread: what was left out of the recording gets its place in the session, so that it can
    /// be undone and redone.
    ///
    /// - Returns: why the store cannot travel; nil when it can.
    package func beginTravel() -> TravelRefusal? {
        lock.lock()
        defer { lock.unlock() }
        guard !isClosed else { return .closed }
        guard !isUnderWay else { return .dispatching }
        handOffSkipped(before: nil, since: MonotonicClock.now())
        return nil
    }

    /// Whether the store has a state of the past, or is being brought to one.
    var isTravelling: Bool {
        lock.withLock { !isClosed && (course.isInPast || travelling?.isOnItsWay == true) }
    }

    /// Whether nothing but travel may change the state.
    package var isLocked: Bool {
        lock.withLock { isLockedNow }
    }

    /// Whether a restoration is on its way to the reducer.
    package var isRestoring: Bool {
        lock.withLock { travelling?.pending != nil }
    }

    /// The state after an action; nil when it is not kept.
    package func recentState(_ seq: Int) -> KeptState? {
        lock.withLock { travelling?.recent[seq] }
    }

    package func setPlaying(_ isPlaying: Bool) {
        lock.withLock { travelling?.isPlaying = isPlaying }
    }

    /// The number of the next restoration.
    package func nextRestoration() -> Int {
        lock.withLock {
            travelling?.tickets += 1
            return travelling?.tickets ?? 0
        }
    }

    /// Notes that a restoration is about to be given to the store. Where no reducer tells when it is there, it is there
    /// from now on.
    package func willRestore(_ restoration: some AnyRestoration) {
        lock.withLock {
            travelling?.pending = Travelling.Pending(
                ticket: restoration.ticket,
                seq: restoration.seq,
                tip: restoration.tip
            )
            travelling?.isOvertaken = false
            travelling?.deliveries += 1
            if travelling?.hasReducer != true { move(to: restoration) }
        }
    }

    /// Notes that the store was given a restoration.
    package func didGiveRestoration() {
        lock.withLock {
            travelling?.deliveries -= 1
            if travelling?.hasReducer != true { travelling?.pending = nil }
        }
    }

    /// Notes, under the lock, that a restoration is being dispatched.
    ///
    /// - Returns: what `end` takes when that is done.
    func beginDelivery() -> Captured {
        travelling?.deliveries += 1
        return Captured(.restoration)
    }

    /// Notes that a restoration was dispatched.
    func endDelivery() {
        lock.withLock { travelling?.deliveries -= 1 }
    }

    /// Notes that a reducer has come to a restoration; false for one of another recorder.
    package func restore(_ restoration: some AnyRestoration) -> Bool {
        guard restoration.source == ObjectIdentifier(self) else { return false }
        lock.withLock {
            if let pending = travelling?.pending, pending.ticket <= restoration.ticket { travelling?.pending = nil }
            move(to: restoration)
        }
        return true
    }

    private func move(to restoration: some AnyRestoration) {
        // What was dispatched since the restoration was made is the end of the branch.
        let tip = course.last == restoration.last ? restoration.tip : course.position
        move(to: restoration.seq, tip: tip, tree: restoration.tree)
    }
}

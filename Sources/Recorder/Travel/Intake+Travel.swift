import Foundation

extension Intake {
    /// Keeps states for travel from now on. `hasReducer` says that a reducer handles restorations.
    func enableTravel<State>(_: State.Type, hasReducer: Bool = false) {
        lock.withLock {
            if travelling == nil { travelling = Travelling(Restoration<State>.self) }
            if hasReducer { travelling?.hasReducer = true }
        }
    }

    /// Sets how travel goes.
    func setTravel(_ options: TimeTravelOptions) {
        let removed = lock.withLock {
            travelling?.isLocking = options.dispatching == .locked
            return travelling?.recent.setLimit(options.statesInMemory)
        }
        // Let go of here, where no lock is held.
        _ = removed
    }

    /// Where the store is.
    var place: Course {
        lock.withLock { course }
    }

    /// Checks that travel can begin on this thread.
    ///
    /// - Throws: `TimeTravelError.dispatching`, `.closed`.
    func checkTravel() throws(TimeTravelError) {
        lock.lock()
        defer { lock.unlock() }
        guard !isClosed else { throw .closed }
        guard !isUnderWay else { throw .dispatching }
    }

    /// Whether the store has a state of the past, or is being brought to one.
    var isTravelling: Bool {
        lock.withLock { course.isInPast || travelling.map { $0.pending > 0 || $0.isPlaying } ?? false }
    }

    /// Whether nothing but travel may change the state.
    var isLocked: Bool {
        lock.withLock { course.isInPast && travelling?.isLocking == true }
    }

    /// Whether a restoration is on its way to the reducer.
    var isRestoring: Bool {
        lock.withLock { travelling.map { $0.pending > 0 } ?? false }
    }

    /// The state after an action, as the app made it; nil when it is not kept.
    func recentState(_ seq: Int) -> CapturedState? {
        lock.withLock { travelling?.recent[seq] }
    }

    func setPlaying(_ isPlaying: Bool) {
        lock.withLock { travelling?.isPlaying = isPlaying }
    }

    /// Notes that a restoration is about to be given to the store. Where no reducer tells when it is there, it is there
    /// from now on.
    ///
    func willRestore(_ restoration: some AnyRestoration) {
        lock.withLock {
            travelling?.pending += 1
            if travelling?.hasReducer != true { move(to: restoration) }
        }
    }

    /// Notes that the store was given a restoration.
    func didGiveRestoration() {
        lock.withLock { if travelling?.hasReducer != true { travelling?.pending -= 1 } }
    }

    /// Notes that a reducer has come to a restoration.
    func restore(_ restoration: some AnyRestoration) {
        lock.withLock {
            if let pending = travelling?.pending, pending > 0 { travelling?.pending = pending - 1 }
            move(to: restoration)
        }
    }

    private func move(to restoration: some AnyRestoration) {
        // What was dispatched since the restoration was made is the end of the branch.
        let tip = course.last == restoration.last ? restoration.tip : course.position
        move(to: restoration.seq, tip: tip, tree: restoration.tree)
    }
}

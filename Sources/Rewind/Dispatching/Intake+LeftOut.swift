import Foundation

/// Actions that are left out of the recording. All of this is done under the lock.
extension Intake {
    /// Notes that an action is left out.
    ///
    /// - Returns: what `end` takes where the state is asked for that it led to: for travel, which must be able to come
    ///   back to it.
    @discardableResult
    func skip() -> Captured? {
        guard !isClosed else { return nil }
        setSkippedState(nil)
        skipped = ((skipped?.count ?? 0) + 1, skipped?.at ?? options.now(), nil)
        return travelling == nil ? nil : Captured(.skipped(count: 1))
    }

    /// Notes the state after the actions that were left out last, if they have no row yet.
    func setSkippedState(_ state: CapturedState?) {
        if let old = skipped?.state { letGo(old) }
        skipped?.state = state
    }

    /// Hands over what stands for the actions that were left out, if there are any, and gives it. `state` is the one after
    /// them, if it is known.
    @discardableResult
    func handOffSkipped(before state: CapturedState?, since start: UInt64) -> Captured? {
        guard let row = takeSkipped(before: state) else { return nil }
        handOff(row, since: start)
        return row
    }

    /// What stands for the actions that were left out, if there are any.
    func takeSkipped(before state: CapturedState?) -> Captured? {
        guard let last = skipped else { return nil }
        skipped = nil
        let row = Captured(.skipped(count: last.count), at: last.at)
        row.state = state ?? last.state
        number(row)
        if state != nil, let old = last.state { row.outlived.append(old) }
        return row
    }

    /// Lets go of a state of the app's once the lock is free, since code of the app's may run then.
    func letGo(_ state: CapturedState) {
        DispatchQueue.global(qos: .utility).async { [lock] in
            lock.withLock {}
            withExtendedLifetime(state) {}
        }
    }
}

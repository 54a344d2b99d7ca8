import RewindSession

/// The interface for time travel in `RewindTravel`.
extension DispatchRecorder {
    /// Starts to keep states for travel, restored by actions of this type, which a reducer handles if `hasReducer`.
    package func enableTravel(by restorations: any AnyRestoration.Type, hasReducer: Bool = false) {
        locked {
            if $0.travel == nil { $0.travel = TravelState(restorations) }
            if hasReducer { $0.travel?.hasReducer = true }
        }
    }

    /// Takes over from the recorder of an earlier session the middlewares and the settings for travel.
    func takeSettings(from earlier: DispatchRecorder) {
        let (travel, entryPoints) = earlier.locked { ($0.travel?.settings, $0.entryPoints) }
        locked {
            $0.travel = travel
            $0.entryPoints = entryPoints
        }
    }

    /// Releases the states kept for travel, once another session has started.
    func releaseTravel() {
        let removed = locked { sequencer in
            defer { sequencer.travel = nil }
            return sequencer.travel
        }
        // Released here, where no lock is held.
        _ = removed
    }

    /// Sets whether only travel may change a state in the past, and the limits of the kept states.
    package func setTravel(isLocking: Bool, keeping limits: RecentStates.Limits) {
        let removed = locked {
            $0.travel?.isLocking = isLocking
            return $0.travel?.recent.setLimits(limits)
        }
        // Released here, where no lock is held.
        _ = removed
    }

    /// True once the recorder is closed.
    package var isClosed: Bool {
        locked { $0.isClosed }
    }

    /// The position of the store in its session.
    package var cursor: StoreCursor {
        locked { $0.cursor }
    }

    /// The position of the store once all pending restorations have been applied.
    package var destination: StoreCursor {
        locked { $0.travel?.destination(from: $0.cursor) ?? $0.cursor }
    }

    /// Prepares travel on this thread: excluded actions get a row in the session, for undo and redo.
    ///
    /// - Returns: False if the store cannot travel, because the recorder was closed or an action on this thread has not
    ///   finished.
    package func beginTravel() -> Bool {
        locked {
            guard !$0.isClosed, !$0.isUnderWay(on: .current) else { return false }
            $0.addExcluded(before: nil, since: MonotonicClock.now())
            return true
        }
    }

    /// True if the state of the store is in the past, or is being restored.
    var isTraveling: Bool {
        locked { !$0.isClosed && ($0.cursor.isInPast || $0.travel?.isInProgress == true) }
    }

    /// True if only travel may change the state.
    package var isLocked: Bool {
        locked { $0.isLocked }
    }

    /// True if actions are dropped while the state of the store is in the past: by the reducer that handles
    /// restorations, if there is one.
    package var isLocking: Bool {
        get { locked { $0.travel?.isLocking == true } }
        set { locked { $0.travel?.isLocking = newValue } }
    }

    /// True if a reducer handles restorations.
    package var hasTravelReducer: Bool {
        locked { $0.travel?.hasReducer == true }
    }

    /// True while a restoration has not reached the reducer yet.
    package var isRestoring: Bool {
        locked { $0.travel?.isRestoring == true }
    }

    /// Returns the state after an action; nil if it is not kept.
    package func recentState(_ seq: Int) -> KeptState? {
        locked { $0.travel?.recent[seq] }
    }

    /// The states that are kept.
    package var recentStates: RecentStates {
        locked { $0.travel?.recent ?? RecentStates() }
    }

    /// Corrects the size of a state that is kept, once it is encoded.
    func setBytes(_ bytes: Int, ofState seq: Int) {
        let removed = locked { $0.travel?.recent.setBytes(bytes, for: seq) }
        // Released here, where no lock is held.
        _ = removed
    }

    /// True while a recording is played back.
    package var isPlaying: Bool {
        get { locked { $0.travel?.isPlaying == true } }
        set { locked { $0.travel?.isPlaying = newValue } }
    }

    /// Returns the number of the next restoration.
    package func nextRestoration() -> Int {
        locked { $0.travel?.nextTicket() ?? 0 }
    }

    /// Records that a restoration is about to be dispatched to the store. If no reducer reports when it has been
    /// applied, it counts as applied from now on.
    package func willRestore(_ restoration: some AnyRestoration) {
        locked {
            $0.travel?.willGive(restoration)
            if $0.travel?.hasReducer != true { $0.move(to: restoration) }
        }
    }

    /// Records that the dispatch of a restoration to the store has returned.
    package func didGiveRestoration() {
        locked { $0.travel?.didGive() }
    }

    /// Changes the bookmarks of the session.
    package func mark(_ change: BookmarkChange) {
        locked { $0.mark(change) }
    }

    /// Records that a restoration has reached a reducer. Returns false if it belongs to another recorder.
    package func restore(_ restoration: some AnyRestoration) -> Bool {
        guard restoration.source == ObjectIdentifier(self) else { return false }
        locked {
            $0.travel?.didRestore(restoration)
            $0.move(to: restoration)
        }
        return true
    }
}

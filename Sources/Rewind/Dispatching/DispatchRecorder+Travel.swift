import Foundation

/// Time travel, as `RewindTravel` asks for it.
extension DispatchRecorder {
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
        locked {
            if $0.travel == nil { $0.travel = TravelState(restorations) }
            if hasReducer { $0.travel?.hasReducer = true }
        }
    }

    /// Sets whether nothing but travel may change a state of the past, and how many states are kept.
    package func setTravel(isLocking: Bool, statesInMemory: Int) {
        let removed = locked {
            $0.travel?.isLocking = isLocking
            return $0.travel?.recent.setLimit(statesInMemory)
        }
        // Let go of here, where no lock is held.
        _ = removed
    }

    /// Whether the recorder takes nothing more.
    package var isClosed: Bool {
        locked { $0.isClosed }
    }

    /// Where the store is in its session.
    package var cursor: StoreCursor {
        locked { $0.cursor }
    }

    /// Where the store will be when the restorations that it was given are there.
    package var destination: StoreCursor {
        locked { $0.travel?.destination(from: $0.cursor) ?? $0.cursor }
    }

    /// Prepares travel on this thread: what was left out of the recording gets its row in the session, so that it can be
    /// undone and redone.
    ///
    /// - Returns: why the store cannot travel; nil when it can.
    package func beginTravel() -> TravelRefusal? {
        locked {
            guard !$0.isClosed else { return .closed }
            guard !$0.isUnderWay(on: .current) else { return .dispatching }
            $0.addLeftOut(before: nil, since: MonotonicClock.now())
            return nil
        }
    }

    /// Whether the store has a state of the past, or is being brought to one.
    var isTravelling: Bool {
        locked { !$0.isClosed && ($0.cursor.isInPast || $0.travel?.isOnItsWay == true) }
    }

    /// Whether nothing but travel may change the state.
    package var isLocked: Bool {
        locked { $0.isLocked }
    }

    /// Whether an action is dropped that is dispatched while the store has a state of the past: in the reducer that
    /// handles restorations, if there is one.
    package var isLocking: Bool {
        get { locked { $0.travel?.isLocking == true } }
        set { locked { $0.travel?.isLocking = newValue } }
    }

    /// Whether a reducer handles restorations.
    package var hasTravelReducer: Bool {
        locked { $0.travel?.hasReducer == true }
    }

    /// Whether a restoration is on its way to the reducer.
    package var isRestoring: Bool {
        locked { $0.travel?.isRestoring == true }
    }

    /// The state after an action; nil when it is not kept.
    package func recentState(_ seq: Int) -> KeptState? {
        locked { $0.travel?.recent[seq] }
    }

    /// Whether a recording is played back.
    package var isPlaying: Bool {
        get { locked { $0.travel?.isPlaying == true } }
        set { locked { $0.travel?.isPlaying = newValue } }
    }

    /// The number of the next restoration.
    package func nextRestoration() -> Int {
        locked { $0.travel?.nextTicket() ?? 0 }
    }

    /// Notes that a restoration is about to be given to the store. Where no reducer tells when it is there, it is there
    /// from now on.
    package func willRestore(_ restoration: some AnyRestoration) {
        locked {
            $0.travel?.willGive(restoration)
            if $0.travel?.hasReducer != true { $0.move(to: restoration) }
        }
    }

    /// Notes that the store was given a restoration.
    package func didGiveRestoration() {
        locked { $0.travel?.didGive() }
    }

    /// Notes that a reducer has come to a restoration; false for one of another recorder.
    package func restore(_ restoration: some AnyRestoration) -> Bool {
        guard restoration.source == ObjectIdentifier(self) else { return false }
        locked {
            $0.travel?.didRestore(restoration)
            $0.move(to: restoration)
        }
        return true
    }
}

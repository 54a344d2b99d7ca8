/// The call sites that threads have set for their next actions.
struct CallSites {
    private var callSites: [ThreadID: CallSite] = [:]

    /// Sets the call site of a thread. Returns the previous one.
    mutating func set(_ callSite: CallSite?, of thread: ThreadID) -> CallSite? {
        let outer = callSites[thread]
        callSites[thread] = callSite
        return outer
    }

    /// Removes and returns the call site of a thread; nil if it has not set one.
    mutating func take(of thread: ThreadID) -> CallSite? {
        callSites.isEmpty ? nil : callSites.removeValue(forKey: thread)
    }
}
